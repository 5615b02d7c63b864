import { z } from 'zod';
import { getFreePort } from '#scripts/find-free-port.ts';
import { findPrometheus } from './programs.ts';
import { makeFolder, startProgram } from './until-test-ends.ts';

const vectorOf = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        value: z.tuple([z.number(), z.string()]),
      }),
    ),
  }),
});

const rulesOf = z.object({
  data: z.object({
    groups: z.array(
      z.object({
        rules: z.array(z.object({ name: z.string(), state: z.string(), health: z.string() })),
      }),
    ),
  }),
});

/** Runs Debian's Prometheus with this configuration until the test ends. */
export async function startPrometheus(configuration: string) {
  const folder = await makeFolder({ 'prometheus.yml': configuration });
  const address = `127.0.0.1:${await getFreePort()}`;
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(`http://${address}${path}`);
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  await startProgram(
    [
      findPrometheus(),
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    () =>
      fetch(`http://${address}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
  );
  return {
    /** The result of a query now. Throws where it is no query. */
    query: async (expression: string) =>
      vectorOf.parse(await ask(`/api/v1/query?query=${encodeURIComponent(expression)}`)).data
        .result,
    /** Every alerting rule with its state. */
    readRules: async () =>
      rulesOf.parse(await ask('/api/v1/rules')).data.groups.flatMap(({ rules }) => rules),
  };
}
