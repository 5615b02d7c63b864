import { pino } from 'pino';
import request, { type Test } from 'supertest';
import { getPageModule } from '#client/pages.ts';
import { type AppDependencies, createApp } from '#server/app.ts';
import { closedNewsletter, type Newsletter } from '#server/newsletter/newsletter.ts';
import { type Page, type PageId, pages } from '#shared/routes.ts';

interface Provocation {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly given?: Partial<AppDependencies>;
  /** The form, if one is posted. */
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A fake newsletter with these outcomes and no database. */
export const standIn = (outcomes: Partial<Newsletter> = {}): Newsletter => ({
  ...{ ...closedNewsletter, state: 'open', isUnsubscribeLink: () => true },
  getConfirmationState: async () => 'confirm',
  ...outcomes,
});

const post = (path: string, outcomes?: Partial<Newsletter>): Provocation => ({
  ...{ method: 'post', path, body: 'email=me' },
  given: { newsletter: standIn(outcomes) },
});
const subscribe = (more?: Partial<Newsletter>) => post('/newsletter', more);
const press = (link: string, more?: Partial<Newsletter>) =>
  post(`/newsletter/${link}?token=ab`, more);
const look = (link: string): Provocation => ({ ...press(link), method: 'get', body: undefined });

/** The requests for pages without an address; a new row without a path needs an entry. */
const provocations: Readonly<Partial<Record<PageId, Provocation>>> = {
  'not-found': { method: 'get', path: '/no-such-page' },
  'bad-request': { method: 'get', path: '/%zz' },
  'method-not-allowed': { method: 'post', path: '/about' },
  'newsletter-not-open': { method: 'post', path: '/newsletter' },
  'newsletter-invalid': subscribe({ subscribe: async () => ({ kind: 'invalid' }) }),
  'newsletter-limited': subscribe({
    subscribe: async () => ({ kind: 'limited', retryAfterSeconds: 60 }),
  }),
  'newsletter-unavailable': subscribe(),
  'newsletter-cross-site': { ...subscribe(), headers: { 'sec-fetch-site': 'cross-site' } },
  'newsletter-confirm': look('confirm'),
  'newsletter-confirmed': press('confirm', { confirm: async () => 'confirmed' }),
  'newsletter-already-confirmed': press('confirm', { confirm: async () => 'already-confirmed' }),
  'newsletter-link-expired': { ...look('confirm'), given: {} },
  'newsletter-unsubscribe': look('unsubscribe'),
  'newsletter-unsubscribed': press('unsubscribe', { unsubscribe: async () => 'unsubscribed' }),
  'newsletter-link-unknown': { ...look('unsubscribe'), given: {} },
  failure: {
    ...{ method: 'get', path: '/' },
    given: { getPageModule: getPageModuleButHome, logger: pino({ enabled: false }) },
  },
};

/** A row of the page table and a request for its page. */
export interface RequestedRow extends Provocation {
  readonly id: PageId;
  readonly page: Page;
  readonly given: Partial<AppDependencies>;
}

/** Every row of the page table, errors included. */
export const everyRow: readonly RequestedRow[] = pages.map((page) => {
  const provocation: Provocation | undefined =
    page.path === undefined ? provocations[page.id] : { method: 'get', path: page.path };
  if (!provocation) throw new Error(`Say in ${import.meta.url} which request leads to ${page.id}`);
  return { id: page.id, page, given: {}, ...provocation };
});

/** Sends the request of a row to the application, which renders the page. */
export function askFor(
  { method, path, given, body, headers = {} }: RequestedRow,
  more: Partial<AppDependencies> = {},
): Test {
  const app = request(createApp({ ...given, ...more }));
  const asked = app[method](path).set(headers);
  return body === undefined ? asked : asked.type('form').send(body);
}

/** The modules of all pages; rendering Home fails. */
function getPageModuleButHome(id: PageId) {
  return id === 'home' ? { Page: BrokenPage } : getPageModule(id);
}

function BrokenPage(): never {
  throw new Error('A component has failed on purpose');
}
