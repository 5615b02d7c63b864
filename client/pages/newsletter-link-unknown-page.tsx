import { NewsletterAnswer } from '../components/newsletter-answer.tsx';

export function Page() {
  return <NewsletterAnswer kind="link-unknown" />;
}
