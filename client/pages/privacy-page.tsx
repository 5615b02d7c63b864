import { privacy } from '#shared/content/privacy.ts';
import { LegalPage } from '../components/legal-page.tsx';

/** Privacy, in as many sections as the specification names. */
export function Page() {
  return <LegalPage text={privacy} other={{ path: '/terms', label: 'Terms of Use' }} />;
}
