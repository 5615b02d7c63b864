import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { getFreePort } from '#scripts/find-free-port.ts';
import { getProgram } from '#scripts/find-program.ts';
import { withFolder } from './temporary-folder.ts';

const getDebian = (name: string, debianPackage: string) =>
  getProgram({ names: [name], packages: [debianPackage], user: 'The test of the alerts' });

/* Each installs it when it is missing. */
export const findPrometheus = () => getDebian('prometheus', 'prometheus');
export const findPromtool = () => getDebian('promtool', 'prometheus');
export const findAmtool = () => getDebian('amtool', 'prometheus-alertmanager');

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
export type Vector = z.infer<typeof vectorOf>['data']['result'];

const rulesOf = z.object({
  data: z.object({
    groups: z.array(
      z.object({
        rules: z.array(z.object({ name: z.string(), state: z.string(), health: z.string() })),
      }),
    ),
  }),
});

export interface RunningPrometheus {
  /** The result of a query now. Throws where it is no query. */
  query(expression: string): Promise<Vector>;
  /** Every alerting rule with its state. */
  readRules(): Promise<z.infer<typeof rulesOf>['data']['groups'][number]['rules']>;
}

/** Runs Debian's Prometheus with this configuration as long as `use` needs it. */
export async function withPrometheus<Result>(
  configuration: string,
  use: (prometheus: RunningPrometheus) => Promise<Result>,
): Promise<Result> {
  return withFolder({}, async (folder) => {
    const port = await getFreePort();
    const file = join(folder, 'prometheus.yml');
    await writeFile(file, configuration);
    const child = spawn(
      findPrometheus(),
      [
        `--config.file=${file}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=error',
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const ended = once(child, 'exit');
    const origin = `http://127.0.0.1:${port}`;
    const ask = async (path: string) => {
      const response = await fetch(origin + path);
      const body: unknown = await response.json();
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
      return body;
    };
    try {
      for (let attempt = 0; ; attempt += 1) {
        const isReady = await fetch(`${origin}/-/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady) break;
        if (attempt > 300 || child.exitCode !== null) throw new Error(`No Prometheus: ${said}`);
        await sleep(100);
      }
      return await use({
        query: async (expression) =>
          vectorOf.parse(await ask(`/api/v1/query?query=${encodeURIComponent(expression)}`)).data
            .result,
        readRules: async () =>
          rulesOf.parse(await ask('/api/v1/rules')).data.groups.flatMap(({ rules }) => rules),
      });
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  });
}
