import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '#client/components/error-boundary.tsx';
import { PageTitle } from '#client/components/page-title.tsx';
import { css } from '#client/styles/css.ts';

/* About with three deferred parts. `deferred-site.ts` replaces the page with it. */

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** Reports where a part is requested. The browser must not request a part that the server has tried. */
const noteQuestion = () => {
  if (typeof document !== 'undefined') document.documentElement.dataset['asked'] = 'yes';
};

const words = queryOptions({
  queryKey: ['words'],
  async queryFn() {
    noteQuestion();
    await wait(1_500);
    return 'Deferred words';
  },
  staleTime: Number.POSITIVE_INFINITY,
});

const broken = queryOptions({
  queryKey: ['broken'],
  async queryFn() {
    noteQuestion();
    await wait(700);
    throw new Error('Only for developers');
  },
});

const LazyPart = lazy(async () => {
  await wait(400);
  return import('./lazy-part.tsx');
});

export function Page() {
  return (
    <>
      <PageTitle title="Quick part" />
      <Suspense fallback={<p>The words follow.</p>}>
        <Words />
      </Suspense>
      <Suspense fallback={<p>The lazy part follows.</p>}>
        <LazyPart />
      </Suspense>
      <ErrorBoundary fallback={<p>This part cannot be shown.</p>}>
        <Suspense fallback={<p>The broken part follows.</p>}>
          <Broken />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

function Words() {
  return <p className={wordsClass}>{useSuspenseQuery(words).data}</p>;
}

function Broken() {
  return <p>{useSuspenseQuery(broken).data}</p>;
}

const wordsClass = css`
  letter-spacing: 7px;
`;
