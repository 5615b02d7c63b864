import { Reveal } from '../motion/reveal.tsx';
import { css, cx } from '../styles/css.ts';
import { columns, inColumns, lead, narrow, screenOnly, section } from '../styles/layout.ts';
import { NewsletterForm } from './newsletter-form.tsx';
import { pattern, surface } from './surfaces.ts';

interface NewsletterSectionProps {
  readonly title: string;
  readonly text: string;
  /** On a surface of its own instead of the page. */
  readonly onSurface?: boolean;
}

/** Title and sentence at the left, the form at the right on the same base line. */
export function NewsletterSection({ title, text, onSurface = false }: NewsletterSectionProps) {
  return (
    <Reveal className={cx(onSurface && surface, section, notPrinted)} id="newsletter">
      {onSurface ? <div className={pattern} /> : null}
      <div className={cx(columns, box)}>
        <div className={words}>
          <h2>{title}</h2>
          <p className={lead}>{text}</p>
        </div>
        <div className={formPlace}>
          <NewsletterForm />
        </div>
      </div>
    </Reveal>
  );
}

const notPrinted = css`
  ${screenOnly};
`;

const box = css`
  align-items: end;
`;

const words = css`
  ${inColumns('1 / span 6')};
  p {
    margin-top: 12px;
    max-width: 22em;
  }
`;

const formPlace = css`
  ${inColumns('8 / -1')};
  ${narrow} {
    margin-top: 24px;
  }
`;
