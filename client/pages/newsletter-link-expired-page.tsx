import { NewsletterAnswer } from '../components/newsletter-answer.tsx';
import { NewsletterForm } from '../components/newsletter-form.tsx';

export function Page() {
  return (
    <NewsletterAnswer kind="link-expired" way="form">
      <NewsletterForm id="newsletter" />
    </NewsletterAnswer>
  );
}
