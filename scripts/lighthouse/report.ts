import { z } from 'zod';

const score = z.object({ score: z.number() });
const audit = z.object({ numericValue: z.number() });

/** What we read of a Lighthouse 13 report. */
const schema = z.object({
  categories: z.object({
    performance: score,
    accessibility: score,
    'best-practices': score,
    seo: score,
  }),
  audits: z.object({
    'largest-contentful-paint': audit,
    'total-blocking-time': audit,
    'cumulative-layout-shift': audit,
    'total-byte-weight': audit,
    'network-requests': z.object({ details: z.object({ items: z.array(z.unknown()) }) }),
  }),
});

export interface Report {
  readonly address: string;
  /** Performance, accessibility, best practices, search engines: 0 to 100. */
  readonly scores: readonly number[];
  /** Milliseconds. */
  readonly largestPaint: number;
  /** Milliseconds. */
  readonly blocking: number;
  readonly shift: number;
  readonly bytes: number;
  readonly requests: number;
}

/** Pages that ask search engines to stay away: Lighthouse takes points for what is meant. */
const unindexed = /^\/(thank-you|contact\/form)/;

/** A report, or undefined where Lighthouse could not measure. */
export function parseReport(address: string, report: unknown): Report | undefined {
  const { data } = schema.safeParse(report);
  if (!data) return undefined;
  const { categories, audits } = data;
  const { performance, accessibility, seo } = categories;
  const all = [performance, accessibility, categories['best-practices'], seo];
  return {
    address,
    scores: all.map((each) => Math.round(each.score * 100)),
    largestPaint: audits['largest-contentful-paint'].numericValue,
    blocking: audits['total-blocking-time'].numericValue,
    shift: audits['cumulative-layout-shift'].numericValue,
    bytes: audits['total-byte-weight'].numericValue,
    requests: audits['network-requests'].details.items.length,
  };
}

/** The run in the middle, each figure by itself; undefined where there is no run. */
export function findMedian(reports: readonly Report[]): Report | undefined {
  const [first] = reports;
  if (!first) return undefined;
  const middle = (read: (report: Report) => number) => {
    const sorted = reports.map(read).sort((one, other) => one - other);
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  };
  return {
    address: first.address,
    scores: first.scores.map((_, place) => middle(({ scores }) => scores[place] ?? 0)),
    largestPaint: middle(({ largestPaint }) => largestPaint),
    blocking: middle(({ blocking }) => blocking),
    shift: middle(({ shift }) => shift),
    bytes: middle(({ bytes }) => bytes),
    requests: middle(({ requests }) => requests),
  };
}

/** Which goals a page misses, in words. */
export function findMisses({ address, scores, largestPaint, blocking, shift }: Report): string[] {
  const [performance = 0, accessibility = 0, practices = 0, seo = 0] = scores;
  const goals: readonly [boolean, string][] = [
    [performance >= 100, `performance ${performance}`],
    [accessibility >= 100, `accessibility ${accessibility}`],
    [practices >= 100, `best practices ${practices}`],
    [seo >= 100 || unindexed.test(address), `search engines ${seo}`],
    [largestPaint <= 1000, `largest paint ${Math.round(largestPaint)} ms`],
    [blocking <= 50, `blocked for ${Math.round(blocking)} ms`],
    [shift < 0.0005, `layout shift ${shift.toFixed(4)}`],
  ];
  return goals.filter(([isMet]) => !isMet).map(([, words]) => `${address}: ${words}`);
}

/** A table for the terminal. */
export function formatReports(reports: readonly Report[], { head }: { head: boolean }): string {
  const title = 'scores           paint  blocked   shift   bytes  requests  page';
  const lines = reports.map(({ address, scores, largestPaint, blocking, shift, bytes, requests }) =>
    [
      scores.join('/').padEnd(15),
      `${Math.round(largestPaint)}`.padStart(6),
      `${Math.round(blocking)}`.padStart(7),
      shift.toFixed(4).padStart(7),
      String(bytes).padStart(7),
      String(requests).padStart(9),
      address,
    ].join(' '),
  );
  return [...(head ? [title] : []), ...lines].join('\n');
}
