import type { ComponentProps, ReactNode } from 'react';
import { Emblem, emblemClasses } from '../drawings/emblem.tsx';
import { css, cx } from '../styles/css.ts';
import { columns, inColumns, lead, middle, screenOnly, wide } from '../styles/grid.ts';
import { MailText } from './mail-text.tsx';

interface MessageLayoutProps {
  readonly title: string;
  /** `{email}` becomes a link to the contact address. */
  readonly paragraphs: readonly string[];
  readonly emblem: Pick<ComponentProps<typeof Emblem>, 'seed' | 'colour'>;
  /** The next step: a link or a form. */
  readonly children: ReactNode;
}

/** A page that responds to an action of the visitor: the text on the left, an emblem beside it. */
export function MessageLayout({ title, paragraphs, emblem, children }: MessageLayoutProps) {
  return (
    <div className={cx(columns, page)}>
      <div className={words}>
        <h1>{title}</h1>
        {paragraphs.map((text) => (
          <p key={text} className={lead}>
            <MailText text={text} />
          </p>
        ))}
        <div>{children}</div>
      </div>
      <Emblem {...emblem} />
    </div>
  );
}

const page = css`
  align-items: center;
  padding-block: clamp(48px, 8vw, 112px) var(--section);
  > svg {
    max-width: 220px;
    margin-top: 48px;
    ${middle} {
      grid-column: 5 / -1;
      margin-top: 0;
    }
    ${wide} {
      grid-column: 9 / -1;
      max-width: none;
      margin-top: 0;
    }
    ${screenOnly};
  }
`;

const words = css`
  ${inColumns('1 / span 8', '1 / span 4')};
  h1 {
    font-size: clamp(min(2.5rem, 14vw), 6vw, 5.5rem);
  }
  > p {
    margin-top: 24px;
  }
  > div {
    margin-top: 32px;
  }
`;

export const messageClasses: readonly string[] = [columns, page, words, lead, ...emblemClasses];
