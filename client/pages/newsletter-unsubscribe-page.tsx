import { NewsletterAnswer } from '../components/newsletter-answer.tsx';

/** Changes nothing by itself and presses nothing: mail scanners follow links, and some run scripts. */
export function Page() {
  return <NewsletterAnswer kind="unsubscribe" way="button" />;
}
