import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createApp } from '#server/app.ts';
import { parseConfig, variables } from '#server/config.ts';
import { maxStopTime } from '#server/graceful-stop.ts';
import { deployFolder, readContainerImage, readDeployFile } from '../../helpers/deploy-files.ts';
import { getCurl, getDockerCompose } from '../../helpers/programs.ts';
import { serve } from '../../helpers/until-test-ends.ts';

const dockerCompose = await getDockerCompose();
await getCurl(); // The check of nginx's image asks with it.

const names = z.array(z.string()).default([]);
const variablesOf = z.record(z.string(), z.string()).default({});
const service = z.object({
  environment: variablesOf,
  user: z.string().regex(/^[1-9]\d*:/),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  healthcheck: z.union([
    z.object({ test: z.array(z.string()).min(2) }),
    z.strictObject({ start_interval: z.string() }),
  ]),
  pids_limit: z.number(),
  stop_grace_period: z.string(),
  restart: z.literal('unless-stopped'),
  volumes: names,
  tmpfs: names,
  depends_on: z
    .record(z.string(), z.object({ condition: z.enum(['service_healthy', 'service_started']) }))
    .default({}),
  ports: names,
  networks: z.record(z.string(), z.object({ ipv4_address: z.string() }).nullable()),
  image: z.string(),
  build: z.object({ context: z.string(), args: variablesOf }).optional(),
  // The privacy page promises a limit, and only these drivers have one.
  logging: z.object({
    driver: z.enum(['json-file', 'local']),
    options: z.object({ 'max-size': z.string(), 'max-file': z.string() }),
  }),
  deploy: z.object({
    resources: z.object({ limits: z.object({ cpus: z.string(), memory: z.string() }) }),
  }),
});
const network = z.object({
  internal: z.boolean().default(false),
  enable_ipv6: z.boolean().default(false),
  ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }).optional(),
});
const composeFile = z.object({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), network.nullable()),
});

const text = readDeployFile('compose.yaml');
const writtenCompose: unknown = parse(text, { merge: true });

const variable = /\$\{(\w+)(:[?+-])([^}]*)\}/g;

/** The file with the operator's values in their places, as `docker compose` reads it. */
function fillCompose(given: Readonly<Record<string, string>>): unknown {
  const fill = (words: string) =>
    words.replace(variable, (_found, name: string, kind: string, rest: string) => {
      const value = given[name] ?? '';
      if (kind === ':+') return value === '' ? '' : rest;
      if (value === '' && kind === ':?') throw new Error(`${name} has to be set: ${rest}`);
      return value === '' ? rest : value;
    });
  return JSON.parse(JSON.stringify(writtenCompose), (_name, value: unknown) =>
    typeof value === 'string' ? fill(value) : value,
  );
}

const readCompose = (given: Readonly<Record<string, string>>) =>
  composeFile.parse(fillCompose(given));

const composeValues = {
  SITE_ORIGIN: 'https://example.org',
  CONTACT_EMAIL: 'hello@example.org',
  INVITE_URL: 'https://forms.example.org/invite',
  CONTACT_FORM_URL: 'https://forms.example.org/contact',
  APP_SECRET: 'hT3c0vQ1mYw8pLr5uX9zB2nK7dF4gJ6s',
  POSTGRES_PASSWORD: '0123456789abcdef',
  SMTP_URL: 'smtps://user:password@mail.example.org:465',
  MAIL_FROM: 'Setu Circle <news@example.org>',
  SECRETS_DIR: '/etc/setu-circle',
  VERSION: '42',
  PREVIOUS: '41',
  BASE: '',
  COMMIT: 'a673b1701f2c',
};
const { services, networks } = readCompose(composeValues);
const replicaNames = ['app-1', 'app-2'] as const;

/** Throws where there is none. */
function getService(name: string) {
  const found = services[name];
  if (!found) throw new Error(`There is no service ${name}`);
  return found;
}

test('docker-compose has nothing against it', () => {
  // Debian's docker-compose is older than this field.
  const known = JSON.stringify(fillCompose(composeValues)).replaceAll('"start_interval":"1s"', '');
  const check = (input: string) =>
    execFileSync(dockerCompose, ['-f', '-', 'config', '--quiet'], { input, stdio: 'pipe' });
  check(known);
  expect(() => check(known.replaceAll('"read_only"', '"readonly"'))).toThrow('readonly');
});

test('says of every service who runs it, what it may write and use, and where it is reached', () => {
  const reached = Object.entries(services).filter(([, { ports }]) => ports.length > 0);
  expect(reached).toMatchObject([
    ['proxy', { ports: ['80:80', '443:443'] }],
    ['prometheus', { ports: ['127.0.0.1:9090:9090'] }],
  ]);
  for (const service of Object.values(services)) {
    for (const name of Object.keys(service.networks)) expect(networks).toHaveProperty([name]);
    for (const name of Object.keys(service.depends_on)) expect(services).toHaveProperty([name]);
  }
  const there = Object.keys(services).filter((name) => 'metrics' in getService(name).networks);
  expect(there).toEqual([...replicaNames, 'prometheus']);
  expect(Object.keys(getService('database').networks)).toEqual(['back']);
  expect(networks).toMatchObject({
    front: { enable_ipv6: true }, // Without it all visitors with IPv6 have one address.
    back: { internal: true },
    metrics: { internal: true },
  });
  const subnets = networks['front']?.ipam?.config.map(({ subnet }) => subnet) ?? [];
  expect(subnets.filter((subnet) => subnet.includes(':'))).toHaveLength(1);
});

test.each([
  ['with mail', composeValues, 'smtp'],
  ['without mail', { ...composeValues, SMTP_URL: '', MAIL_FROM: '' }, 'off'],
])('gives the replicas variables that they know and understand, %s', (_when, given, mode) => {
  const { SITE_ORIGIN: origin, CONTACT_EMAIL: email, INVITE_URL: inviteUrl } = composeValues;
  const site = { origin, email, inviteUrl, contactFormUrl: composeValues.CONTACT_FORM_URL };
  for (const name of replicaNames) {
    const environment = readCompose(given).services[name]?.environment ?? {};
    expect(Object.keys(environment).filter((key) => !(key in variables.shape))).toEqual([]);
    const parsed = parseConfig({ ...readContainerImage().environment, ...environment });
    expect(parsed).toMatchObject({ config: { site, newsletter: { mode } } });
  }
});

test('asks for what compose.env names, and refuses to start without it', () => {
  const sample = readDeployFile('compose.env');
  const named = [...sample.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  for (const names of [used, Object.keys(composeValues)])
    expect(new Set(names)).toEqual(new Set(named));
  for (const name of ['SITE_ORIGIN', 'APP_SECRET', 'POSTGRES_PASSWORD', 'SECRETS_DIR', 'VERSION']) {
    expect(() => readCompose({ ...composeValues, [name]: '' })).toThrow(`${name} has to be set`);
  }
});

test('runs the replicas as the image means them, where database, proxy and Prometheus find them', () => {
  const { user, port } = readContainerImage();
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = getService('database').environment;
  const found = replicaNames.map((name) => {
    const { environment, networks, ...replica } = getService(name);
    expect(replica.user).toBe(user);
    expect(networks).toHaveProperty('back');
    const url = `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@database:5432/${POSTGRES_DB}`;
    expect(environment['DATABASE_URL']).toBe(url);
    const { METRICS_PORT: metrics = '' } = environment;
    expect(metrics.split(':')[0]).toBe(networks['metrics']?.ipv4_address);
    return { metrics, address: `${networks['front']?.ipv4_address}:${port}` };
  });
  const targets = readDeployFile('prometheus.yml').match(/targets: \[(172.*)\]/)?.[1];
  expect(targets).toBe(found.map(({ metrics }) => metrics).join(', '));
  const [sample = '', ours = ''] = ['nginx/replicas.conf', 'nginx/replicas-compose.conf'].map(
    (name) => readDeployFile(name).replace(/^#.*\n/gm, ''),
  );
  const listed = Array.from(ours.matchAll(/^server (\S+) /gm), ([, address]) => address);
  const addresses = found.map(({ address }) => address);
  expect(listed).toEqual([...addresses, ...addresses]);
  // And treats them as the sample for one machine does.
  expect(ours.replace(/^server \S+/gm, '')).toBe(sample.replace(/^server \S+/gm, ''));
});

const readSeconds = (text = '') => Number(/^(\d+)s$/.exec(text)?.[1]);

test('leaves each service longer to stop than it may take', () => {
  for (const name of replicaNames) {
    const { environment, stop_grace_period } = getService(name);
    const longest = Number(environment['SHUTDOWN_DELAY']) + maxStopTime / 1000;
    expect(readSeconds(stop_grace_period)).toBeGreaterThan(longest);
  }
  const [, longest] = /next_upstream_timeout (\w+);/.exec(readDeployFile('nginx/nginx.conf')) ?? [];
  const { stop_grace_period } = getService('proxy');
  expect(readSeconds(stop_grace_period)).toBeGreaterThan(readSeconds(longest));
});

test('builds the version that is asked for, on the files of the one that runs', () => {
  const { image, build } = getService('app-1');
  expect(image).toBe('setu-circle:42');
  const official = readDeployFile('../../Dockerfile').match(/^ARG BASE=(\S+)$/m)?.[1];
  expect(build?.args).toEqual({
    BASE: official,
    PREVIOUS: 'setu-circle:41',
    COMMIT: 'a673b1701f2c',
  });
  const first = readCompose({ ...composeValues, PREVIOUS: '' }).services['app-1'];
  expect(first?.build?.args['PREVIOUS']).toBe(official);
});

test('has a check for every service, which "up --wait" waits for, and asks the replicas whether they are ready', async () => {
  for (const name of replicaNames) {
    expect(getService(name).healthcheck).toEqual({ start_interval: '1s' }); // else the image's own
  }
  const { healthcheck } = getService('proxy');
  const [, command = ''] = 'test' in healthcheck ? healthcheck.test : [];
  const { port = '' } = readContainerImage();
  for (const ready of [true, false]) {
    const actual = await serve(createApp({ readiness: { ready } }));
    const moved = command
      .replaceAll('http://127.0.0.1/', `http://127.0.0.1:${actual}/`)
      .replace(`172.28.0.11:${port}/`, '127.0.0.1:1/') // that one is away
      .replace(`172.28.0.12:${port}/`, `127.0.0.1:${actual}/`);
    expect(moved).not.toContain('172.');
    const asked = promisify(execFile)('sh', ['-c', moved]);
    await (ready ? asked : expect(asked).rejects.toThrow());
  }
});

test('mounts what nginx reads, makes room where nginx writes, and keeps secrets out of the checkout', () => {
  const { volumes, tmpfs } = getService('proxy');
  const mounted = new Map(volumes.map((each) => [each.split(':')[1], each.split(':')[0] ?? '']));
  expect(mounted.get('/etc/nginx/nginx.conf')).toBe('./nginx/nginx.conf');
  expect(mounted.get('/etc/nginx/replicas.conf')).toBe('./nginx/replicas-compose.conf');
  expect(mounted.has('/etc/nginx/tls')).toBe(true);
  for (const [target, source] of mounted) {
    if (target !== '/etc/nginx/tls') expect(existsSync(join(deployFolder, source))).toBe(true);
  }
  for (const volume of volumes) expect(volume).toMatch(/:ro$/);
  const all = Object.values(services).flatMap((each) => each.volumes);
  const secrets = all.filter((volume) => /tls|password/.test(volume));
  expect(secrets).toHaveLength(2);
  for (const volume of secrets) expect(volume).toMatch(/^\/etc\/setu-circle\//);

  const nginx = readDeployFile('nginx/nginx.conf').replace(/^ *#.*$/gm, '');
  // /var/log/nginx leads to the standard outputs in that image.
  const places = [...nginx.matchAll(/ (\/(?:run|var)\/\S+?);?[\s;]/g)].map(([, path = '']) => path);
  const roomy = [...tmpfs.map((mount) => mount.split(':')[0] ?? ''), '/var/log/nginx'];
  expect(places.length).toBeGreaterThan(7);
  expect(places.filter((path) => !roomy.some((room) => path.startsWith(`${room}/`)))).toEqual([]);

  const readSize = (given: string, pattern: RegExp) => Number(pattern.exec(given)?.[1]);
  const room = readSize(tmpfs.join(' '), /\/var\/lib\/nginx:\S*size=(\d+)m/);
  expect(readSize(nginx, /max_size=(\d+)m/)).toBeLessThan(room);
  const { memory } = getService('proxy').deploy.resources.limits;
  expect(room).toBeLessThan(Number.parseInt(memory, 10));
});
