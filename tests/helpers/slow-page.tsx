import { Suspense, use } from 'react';
import { findLoadedPage, type PageModule } from '#client/pages.ts';
import type { PageId } from '#shared/routes.ts';

/** About, with a part that is not ready when the shell is sent but when the test says so. */
export function makeSlowAbout() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  promise.catch(() => {}); // React hears of it; Node must not, should nobody render the page.
  const slow: PageModule = { Page: SlowPage.bind(undefined, { words: promise }) };
  return {
    findPage: (id: PageId) => (id === 'about' ? slow : findLoadedPage(id)),
    /** The slow part is ready and says this. */
    finish: resolve,
    /** The slow part has failed. */
    fail: reject,
  };
}

function SlowPage({ words }: { readonly words: Promise<string> }) {
  return (
    <>
      <h1>Quick part</h1>
      <Suspense fallback="wait">
        <SlowPart words={words} />
      </Suspense>
    </>
  );
}

function SlowPart({ words }: { readonly words: Promise<string> }) {
  return <p>{use(words)}</p>;
}
