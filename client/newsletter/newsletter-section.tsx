import type { ReactNode } from 'react';
import { newsletterOff } from '#shared/content/newsletter.ts';
import { surface } from '../components/surfaces.ts';
import { useNewsletterOff } from '../data/document-state.ts';
import { Reveal } from '../motion/reveal.tsx';
import { css, cx } from '../styles/css.ts';
import { columns, farBelow, inColumns, lead, narrow, notPrinted, section } from '../styles/grid.ts';
import { NewsletterForm } from './newsletter-form.tsx';

interface NewsletterSectionProps {
  readonly title: string;
  readonly text: string;
  /** Another way to stay in touch, below the form. With it the section has a surface, as the last one of a page. */
  readonly children?: ReactNode;
}

/** Title and sentence on the left; the form on the right, aligned at the bottom. Without a newsletter no form. */
export function NewsletterSection({ title, text, children }: NewsletterSectionProps) {
  const isOff = useNewsletterOff();
  return (
    <Reveal className={cx(children !== undefined && surface, section, notPrinted)} id="newsletter">
      <div className={cx(columns, farBelow, box)}>
        <div className={words}>
          <h2>{title}</h2>
          <p className={lead}>{isOff ? newsletterOff : text}</p>
        </div>
        <div className={formColumns}>
          {isOff ? null : <NewsletterForm />}
          {children}
        </div>
      </div>
    </Reveal>
  );
}

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

const formColumns = css`
  > a {
    margin-top: 20px;
  }
  ${inColumns('8 / -1')};
  ${narrow} {
    margin-top: 24px;
  }
`;
