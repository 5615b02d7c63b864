import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { getFreePort } from '#scripts/site/get-free-port.ts';
import { makeEnvironment } from '../../helpers/newsletter/newsletter-app.ts';
import { deployFolder, readDeployFile } from '../../helpers/programs/deploy-files.ts';
import { getProgram } from '../../helpers/programs/programs.ts';
import { askPort, postForm } from '../../helpers/site/ask.ts';
import { readPort } from '../../helpers/site/start-server.ts';
import { makeFolder, openSmtp, startProgram, startServer } from '../../helpers/until-test-ends.ts';

const amtool = getProgram('amtool');
const prometheus = getProgram('prometheus');
const promtool = getProgram('promtool');
const run = promisify(execFile);

const { groups } = parse(readDeployFile('prometheus-alerts.yml'));
const rules: readonly Record<'alert' | 'expr', string>[] = groups[0].rules;

test.each(['prometheus.yml', 'prometheus-kubernetes.yml'])(
  'promtool accepts %s and its rules',
  async (file) => {
    const { stdout } = await run(promtool, ['check', 'config', file], { cwd: deployFolder });
    expect(stdout).toContain(`${rules.length} rules found`);
  },
);

test('each alert fires when it should, and only then', async () => {
  const tests = 'prometheus-alerts.promtool.yml';
  await run(promtool, ['test', 'rules', tests], { cwd: import.meta.dirname });
});

test('amtool accepts alertmanager.yml', async () => {
  await run(amtool, ['check-config', 'alertmanager.yml'], { cwd: deployFolder });
});

const section = readDeployFile('README.md').split('\n## Metrics\n')[1]?.split('\n## ')[0] ?? '';

test('every alert, ten at most, has its place in the guide', () => {
  const names = rules.map(({ alert }) => alert);
  expect(names.length).toBeLessThanOrEqual(10);
  expect(section.match(/(?<=`)[A-Z][a-z]+[A-Z]\w+(?=`)/g)?.sort()).toEqual(names.sort());
});

test('each alert reads the metrics of our job only', () => {
  for (const { expr } of rules) {
    expect(expr.match(/\b[a-z]+_\w+\b(?!\(|\{job="setu-circle")/g)).toBeNull();
  }
});

/** The expression without its comparison, so that it has a result also if there is no problem. */
const withoutLimits = (expr: string) =>
  expr.replaceAll(/\s(?:==|>=?|<)\s+[\d.e]+/g, '').replace(/^absent\((.*)\)$/, '$1');

/** prometheus.yml with other places of the site and the rules, and a shorter interval. */
function writeConfiguration(metricsPort: number): string {
  const changes = [
    ['app-1:9464, app-2:9464', `127.0.0.1:${metricsPort}`],
    ['scrape_interval: 15s', 'scrape_interval: 500ms'],
    ['evaluation_interval: 15s', 'evaluation_interval: 1s'],
    ['- prometheus-alerts.yml', `- ${deployFolder}/prometheus-alerts.yml`],
    ['alertmanager:9093', '127.0.0.1:1'],
  ] as const;
  return changes.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, readDeployFile('prometheus.yml'));
}

/** Runs Debian's Prometheus until the test ends. Returns a function that requests a path of its API. */
async function startPrometheus(configuration: string) {
  const folder = await makeFolder({ 'prometheus.yml': configuration });
  const address = `127.0.0.1:${await getFreePort()}`;
  const ask = async (path: string) => {
    const response = await fetch(`http://${address}${path}`);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${text}`);
    return text;
  };
  const files = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
  const words = [...files, `--web.listen-address=${address}`, '--log.level=error'];
  await startProgram([prometheus, ...words], () => ask('/-/ready').then(Boolean, () => false));
  return ask;
}

test('with the running site each rule and each metric of the README has data, and no alert fires', async () => {
  const smtp = await openSmtp();
  const environment = makeEnvironment({ place: { dataDirectory: await makeFolder() } }, smtp.url);
  const server = await startServer({ ...environment, PORT: '0', METRICS_PORT: '0' });
  const port = await readPort(server);
  const ask = await startPrometheus(writeConfiguration(await readPort(server, 'metricsUrl')));
  const hasData = async (expression: string) =>
    !(await ask(`/api/v1/query?query=${encodeURIComponent(expression)}`)).includes('"result":[]');
  // A page, an invalid request and a subscription with its mail: every metric counts something.
  for (const path of ['/', '/events', '/no-such-page']) await askPort(port, { path });
  await askPort(port, { path: '/', headers: { 'x-long': 'x'.repeat(100_000) } });
  expect(await postForm(port, 'asha@example.com')).toBe(303);
  await expect.poll(() => smtp.mails.length).toBe(1);
  const scrapes = 'count_over_time(newsletter_mails_total{outcome="sent"}[1m] @ end())';
  await expect.poll(() => hasData(`${scrapes} > 4`)).toBe(true);

  expect(await hasData('newsletter_mails_total{outcome="sent"} == 1')).toBe(true);
  const helps = await ask('/api/v1/metadata');
  const own = Object.keys(JSON.parse(helps).data).filter(
    (name) => !/^(nodejs|process)_/.test(name),
  );
  expect(own.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  const metric = /(?<=`)(?:http|page|newsletter|browser|nodejs|process|site)_\w+/g;
  const named = section.match(metric) ?? [];
  expect(named.length).toBeGreaterThan(10);
  for (const expression of [
    ...rules.map(({ expr }) => withoutLimits(expr)),
    ...named.map((name) => `{__name__=~"${name}.*"}`),
  ]) {
    expect([expression, await hasData(expression)]).toEqual([expression, true]);
  }
  const known = await ask('/api/v1/rules');
  expect(known.match(/"health":"ok"/g)).toHaveLength(rules.length); // Each rule has been evaluated.
  expect(known).not.toContain('"state":"firing"');
});
