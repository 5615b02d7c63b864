import { thankYou } from '#shared/content/thank-you.ts';
import type { HeadSubject } from '#shared/head/head.ts';
import { isDataOf, type PageData } from '#shared/page-data.ts';
import { getPageById } from '#shared/routes.ts';
import { formatThankYouUrl } from '#shared/thank-you.ts';
import { buttonRow, mainButton, quietButton } from '../components/button.tsx';
import { MailText } from '../components/mail-text.tsx';
import { MessageLayout } from '../components/message-layout.tsx';
import { PageLink } from '../components/page-link.tsx';
import { useDocumentState } from '../data/document-state.ts';
import { usePageData } from '../data/page-query.ts';
import { Icon } from '../icons/icon.tsx';
import { css, cx } from '../styles/css.ts';
import { columns, fromMiddle, inColumns, inHalves, section, wide } from '../styles/grid.ts';

/** The document title depends on the message. */
export function findSubject(data: PageData): HeadSubject | undefined {
  if (!isDataOf(data, 'thank-you')) return undefined;
  const { description } = getPageById('thank-you');
  const { pageTitle } = thankYou.messages[data.kind];
  return { title: pageTitle, description, path: formatThankYouUrl(data.kind), image: 'thank-you' };
}

/** One of three messages, which the parameter `type` selects. */
export function Page() {
  const { kind } = usePageData('thank-you');
  const { title, paragraphs } = thankYou.messages[kind];
  const { whatsNext, contactText, captureNotice } = thankYou;
  const { newsletter } = useDocumentState();
  return (
    <>
      <MessageLayout
        title={title}
        paragraphs={paragraphs}
        emblem={{ seed: `thank-you-${kind}`, colour: 'madder' }}
      >
        {kind === 'newsletter' && newsletter?.capturesMails ? (
          <p className={notice}>
            <Icon name="information" />
            {captureNotice}
          </p>
        ) : null}
        <p className={buttonRow}>
          <PageLink to="/" className={mainButton}>
            Return to Home
          </PageLink>{' '}
          <PageLink to="/events" className={quietButton}>
            See Events
          </PageLink>
        </p>
      </MessageLayout>
      <section className={cx(columns, section, next)} aria-labelledby="next">
        <h2 id="next">{whatsNext.title}</h2>
        <ol role="list" className={tips}>
          {whatsNext.tips.map((tip) => (
            <li key={tip.title}>
              <h3>{tip.title}</h3>
              <p>{tip.text}</p>
            </li>
          ))}
        </ol>
        <p className={contactColumns}>
          <MailText text={contactText} />
        </p>
      </section>
    </>
  );
}

const notice = css`
  display: flex;
  gap: 12px;
  margin-bottom: 24px;
  padding: 14px 16px 12px;
  border: 1px solid var(--hairline);
  background: var(--card);
  font-size: var(--note);
  svg {
    margin-top: 0.15em;
  }
`;

const next = css`
  padding-top: 0;
  h2 {
    ${inColumns('1 / span 4')};
  }
`;

const tips = css`
  margin-top: 24px;
  li {
    padding-block: 16px 24px;
    border-top: 2px solid currentColor;
  }
  h3 {
    margin-bottom: 8px;
  }
  ${fromMiddle} {
    ${inHalves};
  }
  ${wide} {
    grid-column: 6 / -1;
    margin-top: 8px;
  }
`;

const contactColumns = css`
  margin-top: 8px;
  ${inColumns('6 / -1')};
`;
