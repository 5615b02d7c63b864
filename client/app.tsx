import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Route, Routes, useLocation } from 'react-router';
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
import { FailureLine } from './layout/failure-line.tsx';
import { Footer } from './layout/footer.tsx';
import { Header } from './layout/header.tsx';
import { PageHead } from './layout/page-head.tsx';
import { ScrollAndFocus } from './layout/scroll-and-focus.tsx';
import { SkipLink } from './layout/skip-link.tsx';
import { NotificationOutlet } from './notifications/notification-outlet.tsx';
import { Page as FailurePage } from './pages/problems/failure-page.tsx';
import { OfflinePage } from './pages/problems/offline.tsx';

interface AppProps {
  readonly state: DocumentState;
  readonly queryClient: QueryClient;
  /** Not imported here: the build lists the styles of the app with one page at a time. */
  readonly getPageModule: GetPageModule;
}

/**
 * The whole site, the same on server and browser. It needs a router around it: `StaticRouter` or `BrowserRouter`.
 *
 * A click becomes a page: `PageLink` fetches its data (`visit.ts`), the router renders the route of the address, and
 * `ScrollAndFocus` and `PageHead` follow. Pages come from `pages.ts`, data from `data/page-query.ts`.
 * Where the data fail, the document is loaded: before the address changes by `visit.ts`, after Back by
 * `failures/root-options.ts`.
 */
export function App({ state, queryClient, getPageModule }: AppProps) {
  const answered = getPageById(state.page.pageId);
  const content = <ShownPage answered={answered} />;
  return (
    <DocumentStateContext value={state}>
      <PageModulesContext value={getPageModule}>
        <QueryClientProvider client={queryClient}>
          {answered.embedded ? content : <Layout>{content}</Layout>}
        </QueryClientProvider>
      </PageModulesContext>
    </DocumentStateContext>
  );
}

/** Header, page and footer, each with a boundary of its own: nobody ever sees an empty page. */
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

/**
 * The page of the address. An error page stands at the address of something else, which the router could not tell: it is
 * shown as long as the document's own entry of the history is.
 *
 * @param answered the row with which the server has answered
 */
function ShownPage({ answered }: { readonly answered: Page }) {
  const { pathname, key } = useLocation();
  const [first] = useState(pathname);
  if (answered.path === undefined && key === 'default' && pathname === first) {
    return <PageView page={answered} />;
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
