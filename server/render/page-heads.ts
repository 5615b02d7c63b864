import type { PageState } from '#client/page-state.ts';
import type { HeadSubject } from '#shared/head.ts';
import type { Site } from '#shared/site.ts';
import type { AssetManifest } from './asset-manifest.ts';
import type { PageStyles } from './css-prop/page-styles.ts';
import { hashSource, renderDocumentHead } from './document-head.ts';
import { PageStart } from './page-start.ts';

/** Pages and what they can look like are few. The bounds are for safety; either is 50 kB. */
const mostHeads = 60;
const mostStarts = 16;

/** The head of a page with certain styles, worked out once: nothing in it depends on the request. */
export class PageHead {
  /** Policy source of the page's own styles. */
  readonly styleSource: string;
  readonly #text: Buffer;
  readonly #starts = new Map<string, PageStart>();

  constructor(
    state: PageState,
    styles: PageStyles,
    assets: AssetManifest,
    subject: HeadSubject | undefined,
  ) {
    this.styleSource = hashSource(styles.css);
    this.#text = Buffer.from(renderDocumentHead(state, styles, assets, subject));
  }

  /** The page's beginning: what React has written up to `</head>`, which names its title, and this. */
  begin(written: Buffer): PageStart {
    const key = written.toString();
    let start = this.#starts.get(key);
    if (!start) {
      if (this.#starts.size >= mostStarts) this.#starts.clear();
      start = new PageStart(Buffer.concat([written, this.#text]));
      this.#starts.set(key, start);
    }
    return start;
  }
}

/** By what a head consists of. A process has one site and one build; tests have several. */
const heads = new WeakMap<AssetManifest, WeakMap<Site, Map<string, PageHead>>>();

export function findPageHead(
  state: PageState,
  styles: PageStyles,
  assets: AssetManifest,
  subject: HeadSubject | undefined,
): PageHead {
  const bySite = findOrSet(heads, assets, () => new WeakMap<Site, Map<string, PageHead>>());
  const known = findOrSet(bySite, state.site, () => new Map<string, PageHead>());
  const key = `${state.pageId} ${subject?.path} ${styles.ids}`;
  if (known.size >= mostHeads && !known.has(key)) known.clear();
  return findOrSet(known, key, () => new PageHead(state, styles, assets, subject));
}

interface Known<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

function findOrSet<Key, Value>(known: Known<Key, Value>, key: Key, make: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    known.set(key, value);
  }
  return value;
}
