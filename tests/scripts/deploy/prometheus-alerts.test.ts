import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createMetrics } from '#server/observe/metrics.ts';

/* A rule about a metric that nobody tells never fires, and nobody notices. */

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const rulesFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z]\w+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string() }),
        }),
      ),
    }),
  ),
});

const rules = rulesFile
  .parse(parse(read('scripts/deploy/prometheus-alerts.yml')))
  .groups.flatMap((group) => group.rules);

const metrics = createMetrics({
  getCacheUsage: () => ({ count: 0, bytes: 0 }),
  countConnections: async () => 0,
  getBacklog: async () => ({ paused: 0, waiting: 0, oldestSeconds: 0 }),
});

/** Names of all series, with `_bucket`, `_sum` and `_count` of the histograms. */
async function findNames(): Promise<ReadonlySet<string>> {
  const text = await metrics.expose();
  const families = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const names = families.flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return new Set([...names, 'up']);
}

test.each(rules)(
  '$alert asks for metrics and values of labels that there are',
  async ({ expr }) => {
    const names = await findNames();
    const asked = expr.match(/\b(?:up|[a-z]+_\w+)(?=[{[ ]|$)/gm) ?? [];
    expect(asked.length).toBeGreaterThan(0);
    for (const name of asked) expect(names).toContain(name);
    const text = await metrics.expose();
    for (const [, label = '', values = ''] of expr.matchAll(/(use|outcome|kind)=~?"([^"]+)"/g)) {
      for (const value of values.split('|')) expect(text).toContain(`{${label}="${value}"}`);
    }
    expect(expr.match(/[({[]/g)?.length).toBe(expr.match(/[)}\]]/g)?.length);
  },
);

describe('the operators’ README', () => {
  const section = read('scripts/deploy/README.md').split('## Metrics')[1]?.split('\n## ')[0] ?? '';

  test('names only metrics that there are', async () => {
    const names = await findNames();
    const families = new Set([...names].map((name) => name.replace(/_(bucket|sum|count)$/, '')));
    const named = [...section.matchAll(/`((?:http|page|newsletter|browser|nodejs|process)_\w+)/g)];
    expect(named.length).toBeGreaterThan(10);
    for (const [, name = ''] of named) expect([...names, ...families]).toContain(name);
  });

  test('says of every alert what to do', () => {
    for (const { alert } of rules) expect(section).toContain(`\`${alert}\``);
  });
});
