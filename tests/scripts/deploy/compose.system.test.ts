import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createApp } from '#server/app.ts';
import { parseConfig, variables } from '#server/config.ts';
import { maxStopTime } from '#server/create-site.ts';
import { readContainerImage, readDeployFile } from '../../helpers/programs/deploy-files.ts';
import { getProgram } from '../../helpers/programs/programs.ts';
import { serve } from '../../helpers/until-test-ends.ts';

const dockerCompose = getProgram('docker-compose');
getProgram('curl'); // The health check of nginx uses it.

const text = readDeployFile('compose.yaml');
const variable = /\$\{(\w+)(:[?+-])([^}]*)\}/g;

/** The file with the operator's values, as `docker compose` reads it. */
function readCompose(given: Readonly<Record<string, string>>) {
  const fill = (_found: string, name: string, kind: string, rest: string) => {
    const value = given[name] ?? '';
    if (kind === ':+') return value === '' ? '' : rest;
    if (value === '' && kind === ':?') throw new Error(`${name} has to be set: ${rest}`);
    return value === '' ? rest : value;
  };
  return JSON.parse(JSON.stringify(parse(text, { merge: true })).replace(variable, fill));
}

const composeValues = {
  SITE_ORIGIN: 'https://example.org',
  CONTACT_EMAIL: 'hello@example.org',
  INVITE_URL: 'https://forms.example.org/invite',
  CONTACT_FORM_URL: 'https://forms.example.org/contact',
  APP_SECRET: 'hT3c0vQ1mYw8pLr5uX9zB2nK7dF4gJ6s',
  POSTGRES_PASSWORD: '0123456789abcdef',
  SMTP_URL: 'smtps://user:password@mail.example.org:465',
  MAIL_FROM: 'Setu Circle <news@example.org>',
  ...{ MAIL: '', SMTP_TLS: 'required', MAIL_RATE: '100/h', INDEXING: 'off', LOG_LEVEL: 'warn' },
  ...{ LIMIT_PER_NETWORK: '30', LIMIT_OVERALL: '3000', LIMIT_UNCACHED: '300' },
  SECRETS_DIR: '/etc/setu-circle',
  NETWORK: '10.213.77',
  VERSION: '42',
  PREVIOUS: '41',
  BASE: '',
  COMMIT: 'a673b1701f2c',
};
const { services, networks } = readCompose(composeValues);
const replicaNames = ['app-1', 'app-2'];

test('docker-compose accepts compose.yaml', () => {
  // Debian's docker-compose is older than this field.
  const written = JSON.stringify(readCompose(composeValues));
  const input = written.replaceAll('"start_interval":"1s"', '');
  execFileSync(dockerCompose, ['-f', '-', 'config', '--quiet'], { input, stdio: 'pipe' });
});

test('every service has a user, writable folders, limits and networks', () => {
  const [text, number] = [expect.any(String), expect.any(Number)];
  const limits = { cpus: text, memory: text };
  for (const [name, service] of Object.entries<typeof services>(services)) {
    const isReplica = [...replicaNames, 'check-settings'].includes(name);
    expect(service).toMatchObject({
      user: expect.stringMatching(/^[1-9]\d*:/),
      ...{ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
      ...{ pids_limit: number, stop_grace_period: text, restart: 'unless-stopped' },
      // The privacy page promises a limit for logs, and only these drivers have one.
      logging: { driver: expect.stringMatching(/^(json-file|local)$/) },
      deploy: { resources: { limits } },
    });
    expect(service.logging.options).toEqual({ 'max-size': text, 'max-file': text });
    const needed = isReplica ? { database: { condition: 'service_healthy' } } : undefined;
    expect(service.depends_on).toEqual(needed);
    // "up --wait" waits for the health check of every service; the image has the check of the replicas.
    if (isReplica) expect(service.healthcheck).toEqual({ start_interval: '1s' });
    else expect(service.healthcheck.test.length).toBeGreaterThan(1);
    for (const name of Object.keys(service.networks)) expect(networks).toHaveProperty([name]);
  }
  const reached = Object.keys(services).map((name) => [name, services[name].ports]);
  expect(reached.filter(([, ports]) => ports)).toEqual([
    ['proxy', ['80:80', '443:443']],
    ['prometheus', ['127.0.0.1:9090:9090']],
  ]);
  const there = Object.keys(services).filter((name) => 'metrics' in services[name].networks);
  expect(there).toEqual([...replicaNames, 'prometheus']);
  expect(Object.keys(services.database.networks)).toEqual(['back']);
  expect(networks).toMatchObject({
    // Without IPv6 all IPv6 visitors would share one address.
    front: { enable_ipv6: true, ipam: { config: [{}, { subnet: expect.stringContaining(':') }] } },
    back: { internal: true },
    metrics: { internal: true },
  });
});

const everyVariable = Object.keys(variables.shape).sort();
/** Image and unit set the first four; the last is for `npm run dev`. */
const ofTheImage = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'ASSETS_DIR'];

test('the sample for one container or process names every variable', () => {
  const named = [...readDeployFile('environment').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect([...named, ...ofTheImage].sort()).toEqual(everyVariable);
});

test.each([
  ['with mail', composeValues, 'smtp'],
  ['without mail', { ...composeValues, SMTP_URL: '', MAIL_FROM: '' }, 'off'],
])('the replicas get every variable of the server, and accept it, %s', (_when, given, mode) => {
  const { SITE_ORIGIN: origin, CONTACT_EMAIL: email, INVITE_URL: inviteUrl } = composeValues;
  const site = { origin, email, inviteUrl, contactFormUrl: composeValues.CONTACT_FORM_URL };
  for (const name of replicaNames) {
    const { environment } = readCompose(given).services[name];
    expect([...Object.keys(environment), ...ofTheImage].sort()).toEqual(everyVariable);
    const parsed = parseConfig({ ...readContainerImage().environment, ...environment });
    expect(parsed).toMatchObject({ config: { site, newsletter: { mode } } });
  }
});

test('compose.yaml requires the variables of compose.env, and does not start without them', () => {
  const sample = readDeployFile('compose.env');
  const named = [...sample.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  for (const names of [used, Object.keys(composeValues)])
    expect(new Set(names)).toEqual(new Set(named));
  const needed = [
    'SITE_ORIGIN',
    'APP_SECRET',
    'POSTGRES_PASSWORD',
    'SECRETS_DIR',
    'NETWORK',
    'VERSION',
  ];
  for (const name of needed) {
    expect(() => readCompose({ ...composeValues, [name]: '' })).toThrow(`${name} has to be set`);
  }
});

test('the replicas run with the settings of the image, at the addresses of database, proxy and Prometheus', () => {
  const { user, port } = readContainerImage();
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = services.database.environment;
  const found = replicaNames.map((name) => {
    const { environment, networks, ...replica } = services[name];
    expect(replica.user).toBe(user);
    expect(networks).toHaveProperty('back');
    const url = `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@database:5432/${POSTGRES_DB}`;
    expect(environment.DATABASE_URL).toBe(url);
    const { METRICS_PORT: metrics } = environment;
    expect(metrics).toBe(`${networks.metrics.ipv4_address}:9464`);
    return { host: `${name}:${networks.front.ipv4_address}`, address: `${name}:${port}` };
  });
  expect(services.proxy.extra_hosts).toEqual(found.map(({ host }) => host));
  // Docker's own names: Prometheus shares only the network of the metrics with the replicas.
  const targets = replicaNames.map((name) => `${name}:9464`).join(', ');
  expect(readDeployFile('prometheus.yml')).toContain(`targets: [${targets}]`);
  const [sample = '', ours = ''] = ['nginx/replicas.conf', 'nginx/replicas-compose.conf'].map(
    (name) => readDeployFile(name).replace(/^#.*\n/gm, ''),
  );
  const listed = Array.from(ours.matchAll(/^server (\S+) /gm), ([, address]) => address);
  const addresses = found.map(({ address }) => address);
  expect(listed).toEqual([...addresses, ...addresses]);
  // Both samples have the same settings.
  expect(ours.replace(/^server \S+/gm, '')).toBe(sample.replace(/^server \S+/gm, ''));
});

const readSeconds = (text = '') => Number(/^(\d+)s$/.exec(text)?.[1]);

test('each service has more time to stop than it needs', () => {
  for (const name of replicaNames) {
    const { environment, stop_grace_period } = services[name];
    const longest = Number(environment.SHUTDOWN_DELAY) + maxStopTime / 1000;
    expect(readSeconds(stop_grace_period)).toBeGreaterThan(longest);
  }
  const [, longest] = /next_upstream_timeout (\w+);/.exec(readDeployFile('nginx/nginx.conf')) ?? [];
  const grace = readSeconds(services.proxy.stop_grace_period);
  expect(grace).toBeGreaterThan(readSeconds(longest));
});

test('compose builds the requested version, with the files of the running version', () => {
  const [, BASE] = /^ARG BASE=(\S+)$/m.exec(readDeployFile('../../Dockerfile')) ?? [];
  const args = { BASE, PREVIOUS: 'setu-circle:41', COMMIT: 'a673b1701f2c' };
  const { image, build } = services['app-1'];
  expect([image, build.args]).toEqual(['setu-circle:42', args]);
  const first = readCompose({ ...composeValues, PREVIOUS: '' }).services['app-1'];
  expect(first.build.args.PREVIOUS).toBe(BASE);
});

test('the health check of nginx checks that the replicas are ready', async () => {
  const [, command] = services.proxy.healthcheck.test;
  const { port } = readContainerImage();
  for (const ready of [true, false]) {
    const actual = await serve(createApp({ readiness: { ready } }));
    const moved = command
      .replaceAll('http://127.0.0.1/', `http://127.0.0.1:${actual}/`)
      .replace(`app-1:${port}/`, '127.0.0.1:1/') // this replica is down
      .replace(`app-2:${port}/`, `127.0.0.1:${actual}/`);
    expect(moved).not.toContain('app-');
    const asked = promisify(execFile)('sh', ['-c', moved]);
    await (ready ? asked : expect(asked).rejects.toThrow());
  }
});

test('nginx gets the files that it reads and folders to write to, and secrets are outside the checkout', () => {
  const { volumes, tmpfs, deploy } = services.proxy;
  expect(volumes).toEqual([
    './nginx/nginx.conf:/etc/nginx/nginx.conf:ro',
    './nginx/replicas-compose.conf:/etc/nginx/replicas.conf:ro',
    '/etc/setu-circle/tls:/etc/nginx/tls:ro',
    '/srv/acme:/srv/acme:ro',
  ]);
  const all = Object.keys(services).flatMap((name) => services[name].volumes ?? []);
  expect(all.filter((volume) => /tls|password/.test(volume))).toEqual([
    '/etc/setu-circle/tls:/etc/nginx/tls:ro',
    '/etc/setu-circle/alertmanager-password:/etc/alertmanager/password:ro',
  ]);

  const nginx = readDeployFile('nginx/nginx.conf').replace(/^ *#.*$/gm, '');
  // In that image the files in /var/log/nginx are links to the standard outputs.
  const places = [...nginx.matchAll(/ (\/(?:run|var)\/\S+?);?[\s;]/g)].map(([, path = '']) => path);
  const roomy = [...tmpfs, '/var/log/nginx'].map((mount) => mount.split(':')[0]);
  expect(places.length).toBeGreaterThan(7);
  expect(places.filter((path) => !roomy.some((room) => path.startsWith(`${room}/`)))).toEqual([]);

  const readSize = (given: string, pattern: RegExp) => Number(pattern.exec(given)?.[1]);
  const room = readSize(tmpfs.join(' '), /\/var\/lib\/nginx:\S*size=(\d+)m/);
  expect(readSize(nginx, /max_size=(\d+)m/)).toBeLessThan(room);
  expect(room).toBeLessThan(Number.parseInt(deploy.resources.limits.memory, 10));
});
