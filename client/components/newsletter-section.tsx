import { css } from '../styles/css.ts';
import { cx } from '../styles/cx.ts';
import { columns, lead, section, wide } from '../styles/layout.ts';
import { jali, weave } from './cloth.ts';
import { NewsletterForm } from './newsletter-form.tsx';

interface NewsletterSectionProps {
  readonly title: string;
  readonly text: string;
  /** On woven cloth instead of the page. */
  readonly onCloth?: boolean;
}

/** Title and sentence at the left, the form at the right on the same base line. */
export function NewsletterSection({ title, text, onCloth = false }: NewsletterSectionProps) {
  return (
    <section
      className={onCloth ? [weave, section, onPaper] : [section, onPaper]}
      data-reveal
      id="newsletter"
    >
      {onCloth ? <div className={jali} /> : null}
      <div className={cx(columns, box)}>
        <div className={words}>
          <h2>{title}</h2>
          <p className={cx(lead, sentence)}>{text}</p>
        </div>
        <div className={form}>
          <NewsletterForm id="newsletter" />
        </div>
      </div>
    </section>
  );
}

/** Nobody can subscribe on paper. */
const onPaper = css`
  @media print {
    display: none;
  }
`;

const box = css`
  position: relative;
  align-items: end;
`;

const words = css`
  ${wide} {
    grid-column: 1 / span 6;
  }
`;

const sentence = css`
  margin-top: 12px;
  max-width: 22em;
`;

const form = css`
  margin-top: 24px;
  ${wide} {
    grid-column: 8 / -1;
    margin-top: 0;
  }
`;
