import { useLayoutEffect } from 'react';
import { getPageById, type PageId } from '#shared/routes.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { Footer } from './components/footer.tsx';
import { Header } from './components/header.tsx';
import { SkipLink } from './components/skip-link.tsx';
import { Document } from './document.tsx';
import { documentNavigation, setNavigation } from './navigation/visit-address.ts';
import { NotificationOutlet } from './notifications/notification-outlet.tsx';
import { type PageState, PageStateContext } from './page-state.ts';
import { Page as FailurePage } from './pages/failure-page.tsx';
import { findHeadSubject, findLoadedPage, type PageModule } from './pages.ts';

interface AppProps {
  readonly state: PageState;
  /** Finds a page's code; a test may pass one that fails. */
  readonly findPage?: (id: PageId) => PageModule | undefined;
}

/**
 * The whole site, the same on server and browser. It needs an `AddressContext` around it. The state names the row of
 * the page table: the server finds it before it renders.
 */
export function App({ state, findPage = findLoadedPage }: AppProps) {
  const { pageId, data } = state;
  const module = findPage(pageId);
  useSections(pageId);
  if (!module) throw new Error(`The code of page "${pageId}" has not been loaded`);
  const content = (
    <ErrorBoundary key={pageId} fallback={<FailurePage />}>
      <module.Page />
    </ErrorBoundary>
  );
  return (
    <PageStateContext value={state}>
      <Document subject={findHeadSubject(module, data)}>
        {getPageById(pageId).framed ? (
          content
        ) : (
          <>
            <SkipLink />
            <Header />
            <main id="main" tabIndex={-1}>
              {content}
            </main>
            <Footer />
            <NotificationOutlet />
          </>
        )}
      </Document>
    </PageStateContext>
  );
}

/** Fetches the code for after hydration: it lays out the sections, and lets each rise when it is scrolled into view. */
function useSections(pageId: PageId) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page has new sections
  useLayoutEffect(() => {
    const leaving = new AbortController();
    import('./after-hydration.ts').then(
      // The page is painted first.
      ({ prepareSections }) =>
        requestAnimationFrame(() => setTimeout(prepareSections, 0, leaving.signal)),
      // Without this code the sections are visible and do not move, and links load documents.
      () => setNavigation(documentNavigation),
    );
    return () => leaving.abort();
  }, [pageId]);
}
