import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';

interface Timed {
  readonly name: string;
  /** Milliseconds. */
  readonly duration: number;
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), duration: z.number().nullish() })),
    }),
  ),
});

const suite = z.object({
  file: z.string(),
  get suites() {
    return z.array(suite).optional();
  },
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
    }),
  ),
});
const playwrightReport = z.object({ suites: z.array(suite) });

/** The slowest tests of the reports in a folder, as lines: those of Vitest are `*.unit.json`, of Playwright `*.browser.json`. */
export function listSlowest(folder: string, count: number): readonly string[] {
  const read = (kind: string) =>
    globSync(join(folder, `*.${kind}.json`)).map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const timed = [
    ...read('unit').flatMap((report) => listOfVitest(report)),
    ...read('browser').flatMap((report) => playwrightReport.parse(report).suites.flatMap(listOf)),
  ];
  return timed
    .sort((a, b) => b.duration - a.duration)
    .slice(0, count)
    .map(({ name, duration }) => `${(duration / 1000).toFixed(1).padStart(6)} s  ${name}`);
}

function listOfVitest(report: unknown): readonly Timed[] {
  return vitestReport.parse(report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${relative('tests', name)}: ${fullName}`,
      duration: duration ?? 0,
    })),
  );
}

function listOf({ file, suites = [], specs }: z.infer<typeof suite>): readonly Timed[] {
  const own = specs.map(({ title, tests }) => ({
    name: `${file}: ${title}`,
    duration: tests[0]?.results[0]?.duration ?? 0,
  }));
  return [...own, ...suites.flatMap(listOf)];
}
