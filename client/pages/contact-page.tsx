import { css } from '@emotion/react';
import { contact } from '#shared/content/contact.ts';
import { MailText } from '../components/mail-text.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { useSite } from '../page-state.ts';
import { columns, narrow, wide } from '../styles/layout.ts';

/**
 * The external form in a frame 500 px high (specification, section 2), or our own stand-in. A form
 * needs its scripts, its origin for its own storage, and to send; it may not touch the page around it.
 */
const sandbox =
  'allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin allow-scripts';

export function Page() {
  const { contactFormUrl } = useSite();
  return (
    <>
      <PageTitle title={contact.title} lead={contact.lead} from={6} />
      <div css={[columns, page]}>
        <ul css={reasons}>
          {contact.reasons.map(({ id, title, text }) => (
            <li key={id} css={reason}>
              <h2 css={heading}>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <div css={form}>
          <iframe
            css={frame}
            src={contactFormUrl ?? '/contact/form'}
            title={contact.frameTitle}
            height={500}
            loading="lazy"
            sandbox={sandbox}
          />
          <p css={note}>
            <MailText text={contact.frameNote} />
          </p>
        </div>
      </div>
    </>
  );
}

const page = css`
  padding-bottom: var(--section);
`;

const reasons = css`
  ${wide} {
    grid-column: 1 / span 4;
  }
`;

const reason = css`
  padding-block: 14px 20px;
  border-top: 1px solid var(--hairline);
`;

const heading = css`
  margin-bottom: 4px;
  font-size: 1.5rem;
  font-weight: 600;
  line-height: 1.2;
  letter-spacing: 0;
`;

const form = css`
  ${wide} {
    grid-column: 6 / -1;
  }
  ${narrow} {
    margin-top: 24px;
  }
`;

/** Exactly 500 px with its border. */
const frame = css`
  width: 100%;
  height: 500px;
  border: 1px solid var(--hairline);
  border-radius: var(--radius);
  background: var(--card);
  @media print {
    display: none;
  }
`;

const note = css`
  margin-top: 12px;
  color: var(--muted);
  font-size: 1rem;
`;
