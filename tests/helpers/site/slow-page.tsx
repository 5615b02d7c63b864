import { Suspense, use } from 'react';
import type { PageModule } from '#client/data/page-module.ts';
import { getPageModule } from '#client/pages.ts';
import type { PageId } from '#shared/routes.ts';

/** The page About with a part, or a shell, that is ready when the test decides. */
export function makeSlowAbout(slow: 'part' | 'shell' = 'part') {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  promise.catch(() => {}); // React handles the rejection. Without a render nobody does, and Node would end the process.
  const Page = slow === 'part' ? SlowPage : SlowPart;
  const about: PageModule = { Page: Page.bind(undefined, { words: promise }) };
  return {
    getPageModule: (id: PageId) => (id === 'about' ? about : getPageModule(id)),
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
