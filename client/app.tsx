import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, use, useEffect, useState } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { failure } from '#shared/content/failure.ts';
import { getPageById, type Page, pages } from '#shared/routes.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { type DocumentState, DocumentStateContext } from './data/document-state.ts';
import {
  findHeadSubject,
  type GetPageModule,
  PageModulesContext,
  usePageModules,
} from './data/page-module.ts';
import { PageContext, usePageState } from './data/page-query.ts';
import { Footer } from './layout/footer.tsx';
import { Header } from './layout/header.tsx';
import { PageHead } from './layout/page-head.tsx';
import { ScrollAndFocus } from './layout/scroll-and-focus.tsx';
import { SkipLink } from './layout/skip-link.tsx';
import { NotificationOutlet } from './notifications/notification-outlet.tsx';
import { FailurePage, OfflinePage } from './pages/problems/problem-pages.tsx';
import { isStylesheetLoaded } from './styles/stylesheet.ts';
import { useVisit, waitForStylesheet } from './visit.ts';

interface AppProps {
  readonly state: DocumentState;
  readonly queryClient: QueryClient;
  /** A test may pass pages that fail or take time. */
  readonly getPageModule: GetPageModule;
  /** The address in the browser, if the document is not the one of this address. */
  readonly address?: URL | undefined;
}

/** The whole site, the same on server and browser. It needs a router around it: `StaticRouter` or `BrowserRouter`. */
export function App({ state, queryClient, getPageModule, address }: AppProps) {
  const documentPage = getPageById(state.page.pageId);
  const content = <ShownPage documentPage={documentPage} />;
  return (
    <DocumentStateContext value={state}>
      <PageModulesContext value={getPageModule}>
        <QueryClientProvider client={queryClient}>
          {documentPage.embedded ? content : <Layout>{content}</Layout>}
          {address && <Arrival address={address} />}
        </QueryClientProvider>
      </PageModulesContext>
    </DocumentStateContext>
  );
}

/** Replaces the page of the document by the page of the address. If its data cannot be fetched, the former stays. */
function Arrival({ address }: { readonly address: URL }) {
  const { visit } = useVisit();
  useEffect(() => {
    void visit(address, { replace: true, stay: true, state: window.history.state?.usr });
  }, [visit, address]);
  return null;
}

/** Header, page and footer, each with a boundary of its own, so a page is never empty. */
function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary fallback={<FailureLine />}>
      <SkipLink />
      <ErrorBoundary fallback={<FailureLine />}>
        <Header />
      </ErrorBoundary>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <ErrorBoundary fallback={<FailureLine />}>
        <Footer />
      </ErrorBoundary>
      <NotificationOutlet />
      <ScrollAndFocus />
    </ErrorBoundary>
  );
}

/** Replaces a header, a footer or a whole page that has failed in the browser: what happened, and a plain link home. */
function FailureLine() {
  return (
    <p role="alert">
      {failure.title} <a href="/">{failure.action}</a>
    </p>
  );
}

/**
 * The page of the address. An error page has no address of its own, so the router cannot find it: it is shown while
 * the history is at the entry of the document.
 *
 * @param documentPage the row of the page that the server has rendered
 */
function ShownPage({ documentPage }: { readonly documentPage: Page }) {
  const location = useLocation();
  const [first] = useState(location);
  // Back after a reload has not waited for it, as a visit has: the head has only the rules of the document's page.
  if (location !== first && !isStylesheetLoaded()) use(waitForStylesheet());
  const { pathname, key } = location;
  if (documentPage.path === undefined && key === first.key && pathname === first.pathname) {
    return <PageView page={documentPage} />;
  }
  return (
    <Routes>
      {pages.map((page) =>
        page.path === undefined ? null : (
          <Route key={page.id} path={page.path} caseSensitive element={<PageView page={page} />} />
        ),
      )}
      <Route path="*" element={<PageView page={getPageById('not-found')} />} />
    </Routes>
  );
}

function PageView({ page }: { readonly page: Page }) {
  return (
    <PageContext value={page}>
      <ErrorBoundary fallback={<FailurePage />} offline={<OfflinePage />}>
        <PageContent page={page} />
      </ErrorBoundary>
    </PageContext>
  );
}

function PageContent({ page }: { readonly page: Page }) {
  const module = usePageModules()(page.id);
  const { data } = usePageState();
  return (
    <>
      <PageHead subject={findHeadSubject(module, data)} />
      <module.Page key={page.id} />
    </>
  );
}
