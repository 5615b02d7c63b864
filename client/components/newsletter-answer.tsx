import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import {
  type NewsletterAnswerKind,
  newsletterAnswers,
} from '#shared/content/newsletter-answers.ts';
import { columns, lead, wide } from '../styles/layout.ts';
import { mainButton, quietButton } from './button.tsx';
import { Emblem } from './emblem.tsx';
import { MailText } from './mail-text.tsx';

interface NewsletterAnswerProps {
  readonly kind: NewsletterAnswerKind;
  /** `button`: one button that posts to this very address, where the token is. */
  readonly way?: 'home' | 'button' | 'form';
  /** The form, where `way` says so. */
  readonly children?: ReactNode;
}

/** Kinds that bring good news, or may. */
const good: readonly NewsletterAnswerKind[] = ['confirm', 'confirmed', 'already-confirmed'];

/** What the newsletter's form or a link of a mail is answered: what happened, and what to do now. */
export function NewsletterAnswer({ kind, way = 'home', children }: NewsletterAnswerProps) {
  const { title, text, action } = newsletterAnswers[kind];
  return (
    <div css={[columns, page]}>
      <div css={words}>
        <h1 css={heading}>{title}</h1>
        <p css={[lead, sentence]}>
          <MailText text={text} />
        </p>
        {way === 'form' ? <div css={formPlace}>{children}</div> : null}
        {way === 'home' ? (
          <a href="/" css={mainButton}>
            {action}
          </a>
        ) : null}
        {way === 'button' ? (
          <form method="post" css={ways}>
            <button type="submit" css={mainButton}>
              {action}
            </button>
            <a href="/" css={quietButton}>
              Not now
            </a>
          </form>
        ) : null}
      </div>
      <Emblem
        seed={`newsletter-${kind}`}
        dye={good.includes(kind) ? 'madder' : 'indigo'}
        css={picture}
      />
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

const formPlace = css`
  max-width: 34em;
`;

const ways = css`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
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
