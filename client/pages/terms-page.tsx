import { LegalPage } from '../components/legal-page.tsx';
import { usePageData } from '../page-state.ts';

/** Terms, in as many sections as the specification names. */
export function Page() {
  const { text, today } = usePageData('terms');
  return (
    <LegalPage text={text} today={today} other={{ path: '/privacy', label: 'Privacy Policy' }} />
  );
}
