import { terms } from '#shared/content/terms.ts';
import { LegalPage } from '../components/legal-page.tsx';

/** Terms, in as many sections as the specification names. */
export function Page() {
  return <LegalPage text={terms} other={{ path: '/privacy', label: 'Privacy Policy' }} />;
}
