import type { ComponentProps, ReactNode } from 'react';
import { css } from '../styles/css.ts';
import { cx } from '../styles/cx.ts';
import { columns, inColumns, lead, screenOnly, wide } from '../styles/layout.ts';
import { Emblem } from './emblem.tsx';
import { MailText } from './mail-text.tsx';

interface MessageLayoutProps {
  readonly title: string;
  /** `{email}` becomes a link to the contact address. */
  readonly text: string;
  readonly emblem: Pick<ComponentProps<typeof Emblem>, 'seed' | 'dye'>;
  /** The next step: a link or a form. */
  readonly children: ReactNode;
}

/** Layout of a response without an address of its own: the text at the left, an emblem beside it. */
export function MessageLayout({ title, text, emblem, children }: MessageLayoutProps) {
  return (
    <div className={cx(columns, page)}>
      <div className={words}>
        <h1 className={heading}>{title}</h1>
        <p className={cx(lead, sentence)}>
          <MailText text={text} />
        </p>
        {children}
      </div>
      <Emblem {...emblem} className={picture} />
    </div>
  );
}

const page = css`
  align-items: center;
  padding-block: clamp(48px, 8vw, 112px) var(--section);
`;

const words = css`
  ${inColumns('1 / span 8')};
`;

const heading = css`
  font-size: clamp(2.5rem, 6vw, 5.5rem);
`;

const sentence = css`
  margin-block: 24px 32px;
`;

const picture = css`
  max-width: 220px;
  margin-top: 48px;
  ${wide} {
    grid-column: 9 / -1;
    max-width: none;
    margin-top: 0;
  }
  ${screenOnly};
`;
