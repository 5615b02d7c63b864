import { execFileSync } from 'node:child_process';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
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
import { makeFolder } from '../../helpers/until-test-ends.ts';

const kubectl = getProgram('kubectl');

// Generated from Kubernetes' own schema, because kubectl validates nothing without a cluster.
const models = {
  ...{ ConfigMap, Deployment, PodDisruptionBudget, HorizontalPodAutoscaler, Service, Ingress },
  NetworkPolicy,
};

/** The objects that `kubectl apply -k` sends, in its order and by kind; `metrics` is the second service. */
function readManifests(folder = deployFolder) {
  const text = execFileSync(kubectl, ['kustomize', folder], { encoding: 'utf8' });
  const manifests = parseAllDocuments(text).map((document) => document.toJS());
  const getName = ({ kind, metadata: { name } }: (typeof manifests)[number]) =>
    name.endsWith('-metrics') ? 'metrics' : kind;
  return { manifests, named: Object.fromEntries(manifests.map((each) => [getName(each), each])) };
}
const { manifests, named } = readManifests();
const { data: configuration } = named['ConfigMap'];
const { spec: deployment } = named['Deployment'];
const { spec: pod } = deployment.template;
const [container] = pod.containers;
const { matchLabels } = deployment.selector;

/** Every field of a manifest, with a copy in which this field has a value that is invalid everywhere. */
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

test.each(manifests.map((each) => [each.kind, each]))(
  '%s is valid by Kubernetes’ schema, and has no unknown field',
  (kind: keyof typeof models, each) => {
    const validate = (written: unknown) =>
      new models[kind](JSON.parse(JSON.stringify(written))).validate();
    expect(each.apiVersion).toBe(models[kind].apiVersion);
    validate(each);
    // A field that is not checked would accept any value.
    for (const [place, spoilt] of spoil(each)) {
      if (place === '.apiVersion' || place === '.kind') continue; // The model has its own value.
      expect(() => validate(spoilt), place).toThrow();
    }
  },
);

test('all objects select the same pods, which have only the rights that they need', () => {
  const { host } = new URL(configuration.SITE_ORIGIN);
  const backend = { service: { name: 'setu-circle', port: { name: 'http' } } };
  const from = (namespace: string, port: string) => ({
    from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } }],
    ports: [{ port }],
  });
  const amounts = { cpu: expect.any(String), memory: expect.any(String) };
  const metricsPort = Number(configuration.METRICS_PORT);
  const spread = { labelSelector: { matchLabels } };
  const podSpec = {
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
    Deployment: { template: { metadata: { labels: matchLabels }, spec: podSpec } },
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
    // Prometheus finds the pods by its name.
    metrics: {
      ...{ clusterIP: 'None', publishNotReadyAddresses: true, selector: matchLabels },
      ports: [{ port: metricsPort, targetPort: 'metrics' }],
    },
  };
  for (const [name, spec] of Object.entries(specs)) expect(named[name].spec).toMatchObject(spec);
  expect(named['NetworkPolicy'].spec).toEqual(specs.NetworkPolicy); // It allows nothing else.
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

test('a change of the configuration creates new pods', async () => {
  const texts = ['kustomization.yaml', 'kubernetes.yaml'].map((name) => [
    name,
    readDeployFile(name).replace('SHUTDOWN_DELAY=10', 'SHUTDOWN_DELAY=11'),
  ]);
  const { named: changed } = readManifests(await makeFolder(Object.fromEntries(texts)));
  const [other] = changed['Deployment'].spec.template.spec.containers;
  const { name } = named['ConfigMap'].metadata;
  expect(container.envFrom).toEqual([{ configMapRef: { name } }]);
  expect(other.envFrom).toEqual([{ configMapRef: { name: changed['ConfigMap'].metadata.name } }]);
  expect(changed['ConfigMap'].metadata.name).not.toBe(name);
});

test('the server accepts every variable of the manifest', () => {
  const secrets = {
    DATABASE_URL: 'postgres://setu:password@postgres.example.org/setu',
    APP_SECRET: 'hT3c0vQ1mYw8pLr5uX9zB2nK7dF4gJ6s',
    SMTP_URL: 'smtps://user:password@mail.example.org',
  };
  const names = Object.keys(secrets);
  expect(container.env).toMatchObject(
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

test('while pods are replaced enough pods run, the database has enough connections, and each pod has time to stop', () => {
  const { minReplicas, maxReplicas } = named['HorizontalPodAutoscaler'].spec;
  expect(minReplicas).toBeGreaterThan(named['PodDisruptionBudget'].spec.maxUnavailable);
  expect(maxReplicas).toBeGreaterThan(minReplicas);
  expect(deployment).not.toHaveProperty('replicas'); // It would override the autoscaler.
  const { maxUnavailable, maxSurge } = deployment.strategy.rollingUpdate;
  expect(maxUnavailable).toBe(0);
  const replicas = maxReplicas * (1 + Number.parseInt(maxSurge, 10) / 100);
  // PostgreSQL's defaults: max_connections less superuser_reserved_connections, less the operator's own connections.
  expect(replicas * poolSize).toBeLessThanOrEqual(100 - 3 - 10);
  const delay = Number(configuration.SHUTDOWN_DELAY);
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(delay + maxStopTime / 1000);
  // The other components notice the stop before the pod ends.
  const { periodSeconds, failureThreshold, timeoutSeconds } = container.readinessProbe;
  expect(delay).toBeGreaterThanOrEqual(periodSeconds * failureThreshold + timeoutSeconds);
});
