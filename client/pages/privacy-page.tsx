import { LegalPage } from '../components/legal-page.tsx';
import { usePageData } from '../page-state.ts';

/** Privacy, in as many sections as the specification names. */
export function Page() {
  const { text, today } = usePageData('privacy');
  return <LegalPage text={text} today={today} other={{ path: '/terms', label: 'Terms of Use' }} />;
}
