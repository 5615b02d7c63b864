import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { createApp } from '#server/app.ts';
import { parseConfig, variables } from '#server/config.ts';
import { maxStopTime } from '#server/create-site.ts';
import { poolSize } from '#server/newsletter/store/store-postgres.ts';
import {
  deployFolder,
  readContainerImage,
  readDeployFile,
} from '../../helpers/programs/deploy-files.ts';
import { getProgram } from '../../helpers/programs/programs.ts';
import { ask } from '../../helpers/site/ask.ts';
import { serve } from '../../helpers/until-test-ends.ts';

/* compose.yaml, kubernetes.yaml and kustomization.yaml: each is valid for its program, starts the server, and agrees
   with the image and with the files of nginx and Prometheus. */

const dockerCompose = getProgram('docker-compose');
const kubectl = getProgram('kubectl');
getProgram('curl'); // The health check of nginx uses it.

const composeText = readDeployFile('compose.yaml');

/** compose.yaml with the operator's values, as docker-compose reads it. Debian's does not know two of its words. */
function readCompose(given: Readonly<Record<string, string>>) {
  const input = composeText
    .replace('start_interval: 1s', 'interval: 60s')
    .replace(/\$\{PREVIOUS:\+setu-circle:\}/, '');
  const options = { input, env: { PATH: process.env['PATH'], ...given }, stdio: 'pipe' } as const;
  return parse(String(execFileSync(dockerCompose, ['-f', '-', 'config'], options)));
}

const APP_SECRET = 'hT3c0vQ1mYw8pLr5uX9zB2nK7dF4gJ6s';
const required = {
  ...{ SITE_ORIGIN: 'https://example.org', APP_SECRET, POSTGRES_PASSWORD: '0123456789abcdef' },
  ...{ SECRETS_DIR: '/etc/setu-circle', NETWORK: '10.213.77', VERSION: '42' },
};
const composeValues = {
  ...{ ...required, CONTACT_EMAIL: 'hello@example.org', MAIL_FROM: 'News <news@example.org>' },
  SMTP_URL: 'smtps://user:password@mail.example.org:465',
};
const { services } = readCompose(composeValues);
const replicaNames = ['app-1', 'app-2'];

/** The objects that `kubectl apply -k` sends, by kind. Of the two services the last is the one of the metrics. */
const manifests = parseAllDocuments(
  execFileSync(kubectl, ['kustomize', deployFolder], { encoding: 'utf8' }),
).map((document) => document.toJS());
const named = Object.fromEntries(manifests.map((each) => [each.kind, each]));
const { data: configuration } = named['ConfigMap'];
const { spec: deployment } = named['Deployment'];
const { spec: pod } = deployment.template;
const [container] = pod.containers;

// Generated from Kubernetes' own schema, because kubectl validates nothing without a cluster.
const models = {
  ...{ ConfigMap, Deployment, PodDisruptionBudget, HorizontalPodAutoscaler, Service, Ingress },
  NetworkPolicy,
};

test.each(Object.keys(required))('compose.yaml is not accepted without %s', (name) => {
  expect(() => readCompose({ ...composeValues, [name]: '' })).toThrow('Missing mandatory value');
});

test.each(manifests.map((each) => [each.kind, each]))(
  '%s is valid by Kubernetes’ schema; kubectl itself refuses unknown fields',
  (kind: keyof typeof models, each) => {
    expect(each.apiVersion).toBe(models[kind].apiVersion);
    new models[kind](each).validate();
  },
);

const readNames = (sample: string) =>
  [...readDeployFile(sample).matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
const secrets = ['DATABASE_URL', 'APP_SECRET', 'SMTP_URL'];
/** The variables of the image or unit, and of `npm run dev`. */
const ofTheImage = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'ASSETS_DIR'];
/** The operator adds them to a ConfigMap, which passes everything. */
const others = ['LOG_LEVEL', 'INDEXING', 'MAIL', 'MAIL_RATE', 'SMTP_TLS'].concat(
  ['UNCACHED', 'PER_NETWORK', 'OVERALL'].map((name) => `LIMIT_${name}`),
);

test.each([
  ['a replica of compose.yaml', Object.keys(services['app-1'].environment)],
  ['the sample for one container or process', readNames('environment')],
  ['a pod, with what an operator may add', [...Object.keys(configuration), ...secrets, ...others]],
])('%s gets every variable of the server', (_what, given) => {
  expect([...given, ...ofTheImage].sort()).toEqual(Object.keys(variables.shape).sort());
});

test('compose.env names every variable of compose.yaml', () => {
  const used = Array.from(composeText.matchAll(/\$\{(\w+)/g), ([, name]) => name);
  expect(new Set(readNames('compose.env'))).toEqual(new Set(used));
});

const podEnvironment = {
  ...configuration,
  ...{ DATABASE_URL: 'postgres://setu:password@postgres.example.org/setu', APP_SECRET },
  SMTP_URL: composeValues.SMTP_URL,
};

test.each([
  ['compose.yaml, with mail', services['app-2'].environment, 'smtp'],
  ['compose.yaml, without mail', readCompose(required).services['app-1'].environment, 'off'],
  ['kubernetes.yaml', podEnvironment, 'smtp'],
])('the server starts with the variables of %s', (_what, environment, mode) => {
  const parsed = parseConfig({ ...readContainerImage().environment, ...environment });
  expect(parsed).toMatchObject({
    config: { site: { origin: 'https://example.org' }, newsletter: { mode } },
  });
});

test('the replicas are where nginx and Prometheus look for them, and reach their database', () => {
  const { user, port } = readContainerImage();
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = services.database.environment;
  const found = replicaNames.map((name) => {
    const { environment, networks, ...replica } = services[name];
    expect(replica.user).toBe(user);
    const url = `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@database:5432/${POSTGRES_DB}`;
    expect(environment.DATABASE_URL).toBe(url);
    expect(environment.METRICS_PORT).toBe(`${networks.metrics.ipv4_address}:9464`);
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

test('the pods are where the services and Prometheus look for them', () => {
  const { matchLabels } = deployment.selector;
  const metricsPort = Number(configuration.METRICS_PORT);
  expect(container.ports).toMatchObject([{ name: 'http' }, { containerPort: metricsPort }]);
  expect(deployment.template.metadata.labels).toMatchObject(matchLabels);
  for (const { kind, spec } of manifests) {
    if (kind === 'Service') expect(spec.selector).toEqual(matchLabels);
  }
  expect(named['NetworkPolicy'].spec.podSelector).toEqual({ matchLabels });
  expect(named['Service'].metadata.name).toBe('setu-circle-metrics');
  expect(readDeployFile('prometheus-kubernetes.yml')).toMatch(
    new RegExp(
      `names: \\[setu-circle-metrics\\.default\\.svc\\.cluster\\.local\\][^]*port: ${metricsPort}\n`,
    ),
  );
});

test.each([
  ['readinessProbe', [200, 503]],
  ['startupProbe', [200, 503]],
  ['livenessProbe', [200, 200]],
])('the server responds to the %s', async (probe, statuses) => {
  const { path } = container[probe].httpGet;
  const look = async (ready: boolean) =>
    (await ask(createApp({ readiness: { ready } }), { path })).status;
  expect([await look(true), await look(false)]).toEqual(statuses);
  expect(readContainerImage()).toMatchObject({
    port: String(container.ports[0].containerPort),
    user: `${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}`,
  });
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

const readSeconds = (text = '') => Number(/^(\d+)s$/.exec(text)?.[1]);

test('each service and pod has more time to stop than it needs', () => {
  const isEnough = (seconds: number, { SHUTDOWN_DELAY }: Readonly<Record<string, string>>) =>
    seconds > Number(SHUTDOWN_DELAY) + maxStopTime / 1000;
  for (const name of replicaNames) {
    const { environment, stop_grace_period } = services[name];
    expect(isEnough(readSeconds(stop_grace_period), environment)).toBe(true);
  }
  expect(isEnough(pod.terminationGracePeriodSeconds, configuration)).toBe(true);
  const [, longest] = /next_upstream_timeout (\w+);/.exec(readDeployFile('nginx/nginx.conf')) ?? [];
  const grace = readSeconds(services.proxy.stop_grace_period);
  expect(grace).toBeGreaterThan(readSeconds(longest));
  // The other components notice the stop before the pod ends.
  const { periodSeconds, failureThreshold, timeoutSeconds } = container.readinessProbe;
  const noticed = periodSeconds * failureThreshold + timeoutSeconds;
  expect(Number(configuration.SHUTDOWN_DELAY)).toBeGreaterThanOrEqual(noticed);
});

test('while pods are replaced the database has enough connections', () => {
  const { maxReplicas } = named['HorizontalPodAutoscaler'].spec;
  const replicas =
    maxReplicas * (1 + Number.parseInt(deployment.strategy.rollingUpdate.maxSurge, 10) / 100);
  // PostgreSQL's defaults: max_connections less superuser_reserved_connections, less the operator's own connections.
  expect(replicas * poolSize).toBeLessThanOrEqual(100 - 3 - 10);
});

test('in the read-only container of nginx every folder that it writes to is in memory, and large enough', () => {
  const { tmpfs, deploy } = services.proxy;
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
