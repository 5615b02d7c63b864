import { NewsletterAnswer } from '../components/newsletter-answer.tsx';
import { NewsletterForm } from '../components/newsletter-form.tsx';
import { usePageState } from '../page-state.ts';

/** The form again, as it was sent, for those without JavaScript. */
export function Page() {
  const { newsletter } = usePageState();
  return (
    <NewsletterAnswer kind="invalid" way="form">
      <NewsletterForm id="newsletter" entered={newsletter?.entered} />
    </NewsletterAnswer>
  );
}
