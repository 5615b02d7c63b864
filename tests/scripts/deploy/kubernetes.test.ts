import { execFileSync } from 'node:child_process';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { createApp } from '#server/app.ts';
import { parseConfig, variables } from '#server/config.ts';
import { maxStopTime } from '#server/graceful-stop.ts';
import { poolSize } from '#server/newsletter/store/store-postgres.ts';
import { ask } from '../../helpers/ask.ts';
import { deployFolder, readContainerImage, readDeployFile } from '../../helpers/deploy-files.ts';
import { getKubectl } from '../../helpers/programs.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

const kubectl = await getKubectl();

// Generated from Kubernetes' own schema: kubectl checks nothing without a cluster.
const models = {
  ...{ ConfigMap, Deployment, PodDisruptionBudget, HorizontalPodAutoscaler, Service, Ingress },
  NetworkPolicy,
};
const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.custom<keyof typeof models>((kind) => Object.hasOwn(models, String(kind))),
  metadata: z.looseObject({ name: z.string() }),
});
type Manifest = z.infer<typeof manifest>;

/** What `kubectl apply -k` sends. */
const readManifests = (folder = deployFolder): readonly Manifest[] =>
  parseAllDocuments(execFileSync(kubectl, ['kustomize', folder], { encoding: 'utf8' })).map(
    (document) => manifest.parse(document.toJS()),
  );
const manifests = readManifests();

/** `metrics` is the second service. */
type Name = Manifest['kind'] | 'metrics';

const nameOf = ({ kind, metadata }: Manifest): Name =>
  metadata.name.endsWith('-metrics') ? 'metrics' : kind;

/** What stands in a manifest at a place such as `spec.template.metadata`; undefined where nothing does. */
const read = (name: Name, place: string, all = manifests) =>
  place.split('.').reduce(
    (inside: unknown, key) => Reflect.get(Object(inside), key),
    all.find((each) => nameOf(each) === name),
  );
const readPod = (place: string) => read('Deployment', `spec.template.spec.${place}`);
const readContainer = (place: string) => readPod(`containers.0.${place}`);
const matchLabels = read('Deployment', 'spec.selector.matchLabels');
const configuration = z.record(z.string(), z.string()).parse(read('ConfigMap', 'data'));

/** Every place in a manifest, with a copy that has something there that is right nowhere. */
function* spoil(value: unknown, place = ''): Generator<readonly [string, unknown]> {
  const isObject = typeof value === 'object' && value !== null;
  if (place !== '') yield [place, isObject ? 17 : [{ wrong: [] }]];
  if (!isObject) return;
  for (const [name, each] of Object.entries(value)) {
    for (const [inner, spoilt] of spoil(each, `${place}.${name}`)) {
      const copy = { ...value, [name]: spoilt };
      yield [inner, Array.isArray(value) ? Object.values(copy) : copy];
    }
  }
}

test.each(manifests.map((each) => [each.kind, each] as const))(
  '%s has the form that Kubernetes wants, and no field that it does not know',
  (kind, each) => {
    const validate = (written: unknown) =>
      new models[kind](JSON.parse(JSON.stringify(written))).validate();
    expect(each.apiVersion).toBe(models[kind].apiVersion);
    validate(each);
    // Unknown fields are not looked at: then anything would do there.
    for (const [place, spoilt] of spoil(each)) {
      if (place === '.apiVersion' || place === '.kind') continue; // of which the model has its own
      expect(() => validate(spoilt), place).toThrow();
    }
  },
);

test('every part means the same pods, which have no right that they do not need', () => {
  const { host } = new URL(configuration['SITE_ORIGIN'] ?? '');
  const backend = { service: { name: 'setu-circle', port: { name: 'http' } } };
  const from = (namespace: string, port: string) => ({
    from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } }],
    ports: [{ port }],
  });
  const amounts = { cpu: expect.any(String), memory: expect.any(String) };
  const metricsPort = Number(configuration['METRICS_PORT']);
  const spread = { labelSelector: { matchLabels } };
  const pod = {
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    topologySpreadConstraints: [spread, spread],
    containers: [
      {
        image: expect.stringMatching(/:\d+\.\d+\.\d+$/),
        ports: [{ name: 'http' }, { name: 'metrics', containerPort: metricsPort }],
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: { requests: amounts, limits: amounts },
      },
    ],
  };
  const specs = {
    ConfigMap: undefined, // It has none.
    Deployment: { template: { metadata: { labels: matchLabels }, spec: pod } },
    HorizontalPodAutoscaler: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'setu-circle' },
    },
    Ingress: { tls: [{ hosts: [host] }], rules: [{ host, http: { paths: [{ backend }] } }] },
    // Only the ingress controller reaches the site, and only Prometheus the metrics.
    NetworkPolicy: {
      podSelector: { matchLabels },
      policyTypes: ['Ingress'],
      ingress: [from('ingress-nginx', 'http'), from('monitoring', 'metrics')],
    },
    PodDisruptionBudget: { selector: { matchLabels } },
    Service: { selector: matchLabels, ports: [{ name: 'http', targetPort: 'http' }] },
    // Prometheus asks its name for the pods.
    metrics: {
      ...{ clusterIP: 'None', publishNotReadyAddresses: true, selector: matchLabels },
      ports: [{ port: metricsPort, targetPort: 'metrics' }],
    },
  };
  const written = manifests.map((each) => [nameOf(each), each['spec']]);
  expect(Object.fromEntries(written)).toMatchObject(specs);
  expect(read('NetworkPolicy', 'spec')).toEqual(specs.NetworkPolicy); // and allows nothing more
  expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
    expect.stringMatching(/^ConfigMap setu-circle-[a-z\d]{10}$/),
    'Deployment setu-circle',
    'HorizontalPodAutoscaler setu-circle',
    'Ingress setu-circle',
    'NetworkPolicy setu-circle',
    'PodDisruptionBudget setu-circle',
    'Service setu-circle',
    'Service setu-circle-metrics',
  ]);
  expect(readDeployFile('prometheus-kubernetes.yml')).toMatch(
    new RegExp(
      `names: \\[setu-circle-metrics\\.default\\.svc\\.cluster\\.local\\][^]*port: ${metricsPort}\n`,
    ),
  );
});

test('a change of the configuration makes new pods', async () => {
  const texts = ['kustomization.yaml', 'kubernetes.yaml'].map((name) => [
    name,
    readDeployFile(name).replace('SHUTDOWN_DELAY=10', 'SHUTDOWN_DELAY=11'),
  ]);
  const changed = readManifests(await makeFolder(Object.fromEntries(texts)));
  const named = 'spec.template.spec.containers.0.envFrom.0.configMapRef.name';
  expect(readContainer('envFrom.0.configMapRef.name')).toBe(read('ConfigMap', 'metadata.name'));
  expect(read('Deployment', named, changed)).not.toBe(read('Deployment', named));
});

test('gives the server variables that it knows and understands', () => {
  const secrets = {
    DATABASE_URL: 'postgres://setu:password@postgres.example.org/setu',
    APP_SECRET: 'hT3c0vQ1mYw8pLr5uX9zB2nK7dF4gJ6s',
    SMTP_URL: 'smtps://user:password@mail.example.org',
  };
  const names = Object.keys(secrets);
  expect(readContainer('env')).toMatchObject(
    names.map((name) => ({ name, valueFrom: { secretKeyRef: { key: name } } })),
  );
  const command = readDeployFile('kubernetes.yaml').split('\napiVersion', 1)[0] ?? '';
  for (const name of names) expect(command).toContain(`--from-literal=${name}=`);
  const given = { ...configuration, ...secrets };
  expect(Object.keys(given).filter((name) => !(name in variables.shape))).toEqual([]);
  const parsed = parseConfig({ ...readContainerImage().environment, ...given });
  const site = { email: 'hello@example.org', inviteUrl: 'https://forms.example.org/invite' };
  expect(parsed).toMatchObject({ config: { site, newsletter: { mode: 'smtp' } } });
});

test.each([
  ['readinessProbe', [200, 503]],
  ['startupProbe', [200, 503]],
  ['livenessProbe', [200, 200]],
])('the %s asks for what the server responds to', async (probe, statuses) => {
  const path = String(readContainer(`${probe}.httpGet.path`));
  const look = async (ready: boolean) =>
    (await ask(createApp({ readiness: { ready } }), { path })).status;
  expect([await look(true), await look(false)]).toEqual(statuses);
  expect(readContainerImage()).toMatchObject({
    port: String(readContainer('ports.0.containerPort')),
    user: `${readPod('securityContext.runAsUser')}:${readPod('securityContext.runAsGroup')}`,
  });
});

test('while pods are replaced enough are left, the database has connections, and each has time to stop', () => {
  const [least, most] = ['min', 'max'].map((name) =>
    Number(read('HorizontalPodAutoscaler', `spec.${name}Replicas`)),
  );
  const unavailable = Number(read('PodDisruptionBudget', 'spec.maxUnavailable'));
  expect(least).toBeGreaterThan(unavailable);
  expect(most).toBeGreaterThan(Number(least));
  expect(read('Deployment', 'spec.replicas')).toBeUndefined(); // It would overrule the autoscaler.
  const { maxUnavailable, maxSurge } = Object(read('Deployment', 'spec.strategy.rollingUpdate'));
  expect(maxUnavailable).toBe(0);
  const replicas = Number(most) * (1 + Number.parseInt(maxSurge, 10) / 100);
  // As it is delivered: max_connections less superuser_reserved_connections, and the operator's own.
  expect(replicas * poolSize).toBeLessThanOrEqual(100 - 3 - 10);
  const delay = Number(configuration['SHUTDOWN_DELAY']);
  const grace = Number(readPod('terminationGracePeriodSeconds'));
  expect(grace * 1000).toBeGreaterThan(delay * 1000 + maxStopTime);
  // Others notice before it ends.
  const { periodSeconds, failureThreshold, timeoutSeconds } = Object(
    readContainer('readinessProbe'),
  );
  expect(delay).toBeGreaterThanOrEqual(periodSeconds * failureThreshold + timeoutSeconds);
});
