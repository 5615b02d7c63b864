import { css } from '@emotion/react';
import { type ProblemKind, problems } from '#shared/content/problems.ts';
import { columns, lead, wide } from '../styles/layout.ts';
import { mainButton } from './button.tsx';
import { Emblem } from './emblem.tsx';
import { MailText } from './mail-text.tsx';

/** An answer that is not a page of the site: what happened, what it means, and the way home. */
export function ProblemPage({ kind }: { readonly kind: ProblemKind }) {
  const { title, text, action } = problems[kind];
  return (
    <div css={[columns, page]}>
      <div css={words}>
        <h1 css={heading}>{title}</h1>
        <p css={[lead, sentence]}>
          <MailText text={text} />
        </p>
        <a href="/" css={mainButton}>
          {action}
        </a>
      </div>
      <Emblem seed={kind} dye="indigo" css={picture} />
    </div>
  );
}

const page = css`
  align-items: center;
  padding-block: clamp(48px, 8vw, 112px) var(--section);
`;

const words = css`
  ${wide} {
    grid-column: 1 / span 8;
  }
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
  @media print {
    display: none;
  }
`;
