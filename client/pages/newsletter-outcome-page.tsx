import { findOutcome } from '#shared/newsletter/outcomes.ts';
import { buttonRow, mainButton, quietButton } from '../components/button.tsx';
import { MessageLayout } from '../components/message-layout.tsx';
import { PageLink } from '../components/page-link.tsx';
import { useDocumentState } from '../data/document-state.ts';
import { NewsletterForm } from '../newsletter/newsletter-form.tsx';
import { css } from '../styles/css.ts';

/**
 * The outcome of the newsletter's form, of a link in a mail or of its button, and the next step. Showing the page
 * changes nothing: mail scanners follow links, and some run scripts.
 */
export function Page() {
  const { page, newsletter } = useDocumentState();
  const { pageId } = page;
  const outcome = findOutcome(pageId);
  if (!outcome) throw new Error(`The newsletter has no outcome for the page ${pageId}`);
  const { heading, text, action, next = 'home', colour = 'indigo' } = outcome;
  return (
    <MessageLayout title={heading} paragraphs={[text]} emblem={{ seed: pageId, colour }}>
      {next === 'form' ? (
        <div className={formBox}>
          <NewsletterForm entered={newsletter?.entered} />
        </div>
      ) : null}
      {next === 'home' ? (
        <PageLink to="/" className={mainButton}>
          {action}
        </PageLink>
      ) : null}
      {next === 'button' ? (
        <form method="post" className={buttonRow}>
          {/* w3m omits the query if a form has no action; lynx sends no form without a field. */}
          <input type="hidden" name="token" value={newsletter?.token} />
          <button type="submit" className={mainButton}>
            {action}
          </button>{' '}
          <PageLink to="/" className={quietButton}>
            Not now
          </PageLink>
        </form>
      ) : null}
    </MessageLayout>
  );
}

const formBox = css`
  max-width: 34em;
`;
