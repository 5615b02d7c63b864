import request, { type Test } from 'supertest';
import { findLoadedPage } from '#client/pages.ts';
import { type AppDependencies, createApp } from '#server/app.ts';
import { type Page, type PageId, pages } from '#shared/routes.ts';

interface Provocation {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly given?: Partial<AppDependencies>;
}

/** How an answer without an address of its own is provoked; a new row without a path needs an entry. */
const provocations: Readonly<Partial<Record<PageId, Provocation>>> = {
  'not-found': { method: 'get', path: '/no-such-page' },
  'bad-request': { method: 'get', path: '/%zz' },
  'method-not-allowed': { method: 'post', path: '/about' },
  'newsletter-not-open': { method: 'post', path: '/newsletter' },
  failure: { method: 'get', path: '/', given: { findPage: findPageWithBrokenHome } },
};

/** A row of the page table and a way to be answered with it. */
export interface AnswerRow {
  readonly id: PageId;
  readonly page: Page;
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly given: Partial<AppDependencies>;
}

/** Every row of the page table, errors included. */
export const everyAnswer: readonly AnswerRow[] = pages.map((page) => {
  const provocation: Provocation | undefined =
    page.path === undefined ? provocations[page.id] : { method: 'get', path: page.path };
  if (!provocation) throw new Error(`Say in ${import.meta.url} how to be answered by ${page.id}`);
  return { id: page.id, page, given: {}, ...provocation };
});

/** Asks the application, really rendering, for the answer of a row. */
export function askFor(
  { method, path, given }: AnswerRow,
  more: Partial<AppDependencies> = {},
): Test {
  return request(createApp({ ...given, ...more }))[method](path);
}

/** Every page but Home, which fails to render. */
export function findPageWithBrokenHome(id: PageId) {
  return id === 'home' ? { Page: BrokenPage } : findLoadedPage(id);
}

function BrokenPage(): never {
  throw new Error('A component has failed on purpose');
}
