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
  ConfigMap,
  Deployment,
  PodDisruptionBudget,
  HorizontalPodAutoscaler,
  Service,
  Ingress,
  NetworkPolicy,
};

const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.custom<keyof typeof models>((kind) => Object.hasOwn(models, String(kind))),
  metadata: z.looseObject({ name: z.string() }),
});
type Manifest = z.infer<typeof manifest>;

/** What stands at a place of a manifest, such as `spec.template.metadata`; undefined where nothing does. */
function readPlace(value: unknown, place: string): unknown {
  const names = place.split('.');
  return names.reduce((inside: unknown, name) => Reflect.get(Object(inside), name), value);
}

/** What `kubectl apply -k` sends. */
function readManifests(folder = deployFolder): readonly Manifest[] {
  const text = execFileSync(kubectl, ['kustomize', folder], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return manifest.parse(document.toJS());
  });
}

/** Throws where Kubernetes would reject it for its form. */
function validate(written: unknown, model: keyof typeof models): void {
  new models[model](JSON.parse(JSON.stringify(written))).validate();
}

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

const manifests = readManifests();

function find(wanted: Manifest['kind'], all = manifests): Manifest {
  const found = all.find((it) => it.kind === wanted && !it.metadata.name.endsWith('-metrics'));
  if (!found) throw new Error(`There is no ${wanted}`);
  return found;
}

const deployment = find('Deployment');
const pod = 'spec.template.spec';
const container = (place: string) => readPlace(deployment, `${pod}.containers.0.${place}`);
const matchLabels = readPlace(deployment, 'spec.selector.matchLabels');
const configuration = z.record(z.string(), z.string()).parse(find('ConfigMap')['data']);
const scale = (name: string) =>
  Number(readPlace(find('HorizontalPodAutoscaler'), `spec.${name}Replicas`));

test.each(manifests.map((each) => [each.kind, each] as const))(
  '%s has the form that Kubernetes wants, and no field that it does not know',
  (_kind, each) => {
    expect(each.apiVersion).toBe(models[each.kind].apiVersion);
    expect(() => validate(each, each.kind)).not.toThrow();
    // Unknown fields are not looked at: then anything would do there.
    for (const [place, spoilt] of spoil(each)) {
      if (place === '.apiVersion' || place === '.kind') continue; // of which the model has its own
      expect(() => validate(spoilt, each.kind), place).toThrow();
    }
  },
);

test('every part means the same pods', () => {
  const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
  expect(names).toEqual([
    expect.stringMatching(/^ConfigMap setu-circle-[a-z\d]{10}$/),
    'Deployment setu-circle',
    'HorizontalPodAutoscaler setu-circle',
    'Ingress setu-circle',
    'NetworkPolicy setu-circle',
    'PodDisruptionBudget setu-circle',
    'Service setu-circle',
    'Service setu-circle-metrics',
  ]);
  expect(readPlace(deployment, 'spec.template.metadata.labels')).toMatchObject(Object(matchLabels));
  const spread = readPlace(deployment, `${pod}.topologySpreadConstraints.0.labelSelector`);
  expect(spread).toEqual({ matchLabels });
  expect(find('PodDisruptionBudget')['spec']).toMatchObject({ selector: { matchLabels } });
  const ports = [{ name: 'http', targetPort: container('ports.0.name') }];
  expect(find('Service')['spec']).toMatchObject({ selector: matchLabels, ports });
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'setu-circle' };
  expect(find('HorizontalPodAutoscaler')['spec']).toMatchObject({ scaleTargetRef });
  const host = new URL(configuration['SITE_ORIGIN'] ?? '').host;
  const backend = { service: { name: 'setu-circle', port: { name: 'http' } } };
  expect(find('Ingress')['spec']).toMatchObject({
    tls: [{ hosts: [host] }],
    rules: [{ host, http: { paths: [{ backend }] } }],
  });
});

test('a pod has no rights that it does not need', () => {
  expect(readPlace(deployment, pod)).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  });
  expect(container('securityContext')).toMatchObject({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  const amounts = { cpu: expect.any(String), memory: expect.any(String) };
  expect(container('resources')).toMatchObject({ requests: amounts, limits: amounts });
});

test('a change of the configuration makes new pods', async () => {
  const texts = ['kustomization.yaml', 'kubernetes.yaml'].map((name) => [
    name,
    readDeployFile(name).replace('SHUTDOWN_DELAY=10', 'SHUTDOWN_DELAY=11'),
  ]);
  const changed = readManifests(await makeFolder(Object.fromEntries(texts)));
  const [name, ...others] = [deployment, find('Deployment', changed)].map((each) =>
    readPlace(each, `${pod}.containers.0.envFrom.0.configMapRef.name`),
  );
  expect(others).not.toContain(name);
  expect(name).toBe(find('ConfigMap').metadata.name);
  expect(container('image')).toMatch(/:\d+\.\d+\.\d+$/);
});

test('only the ingress controller reaches the site, and only Prometheus the metrics', () => {
  const from = (namespace: string, port: string) => ({
    from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } }],
    ports: [{ port }],
  });
  expect(find('NetworkPolicy')['spec']).toEqual({
    podSelector: { matchLabels },
    policyTypes: ['Ingress'],
    ingress: [from('ingress-nginx', 'http'), from('monitoring', 'metrics')],
  });
  // Prometheus asks the name of the headless service for the pods.
  const service = manifests.find(({ metadata }) => metadata.name === 'setu-circle-metrics');
  const port = container('ports.1.containerPort');
  expect(service?.['spec']).toMatchObject({
    ...{ clusterIP: 'None', publishNotReadyAddresses: true, selector: matchLabels },
    ports: [{ port, targetPort: 'metrics' }],
  });
  expect(configuration['METRICS_PORT']).toBe(String(port));
  const host = 'setu-circle-metrics\\.default\\.svc\\.cluster\\.local';
  expect(readDeployFile('prometheus-kubernetes.yml')).toMatch(
    new RegExp(`names: \\[${host}\\][^]*port: ${port}\n`),
  );
});

test('at least one pod is left when a node is emptied', () => {
  const unavailable = Number(readPlace(find('PodDisruptionBudget'), 'spec.maxUnavailable'));
  expect(scale('min') - unavailable).toBeGreaterThanOrEqual(1);
  expect(scale('max')).toBeGreaterThan(scale('min'));
});

test('gives the server variables that it knows and understands', () => {
  const secrets = {
    DATABASE_URL: 'postgres://setu:password@postgres.example.org/setu',
    APP_SECRET: 'hT3c0vQ1mYw8pLr5uX9zB2nK7dF4gJ6s',
    SMTP_URL: 'smtps://user:password@mail.example.org',
  };
  const names = Object.keys(secrets);
  expect(container('env')).toMatchObject(
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

test('asks for what the server responds to', async () => {
  for (const [probe, statuses] of [
    ['readinessProbe', [200, 503]],
    ['startupProbe', [200, 503]],
    ['livenessProbe', [200, 200]],
  ] as const) {
    const { path } = Object(container(`${probe}.httpGet`));
    for (const [number, ready] of [true, false].entries()) {
      const { status } = await ask(createApp({ readiness: { ready } }), { path });
      expect(status).toBe(statuses[number]);
    }
  }
  const { runAsUser, runAsGroup } = Object(readPlace(deployment, `${pod}.securityContext`));
  expect(readContainerImage()).toMatchObject({
    port: String(container('ports.0.containerPort')),
    user: `${runAsUser}:${runAsGroup}`,
  });
});

test('has connections to PostgreSQL for all replicas, also while they are replaced', () => {
  const { maxUnavailable, maxSurge } = Object(readPlace(deployment, 'spec.strategy.rollingUpdate'));
  expect([maxUnavailable, readPlace(deployment, 'spec.replicas')]).toEqual([0, undefined]);
  const replicas = scale('max') * (1 + Number.parseInt(maxSurge, 10) / 100);
  // As it is delivered: max_connections less superuser_reserved_connections, and the operator's own.
  expect(replicas * poolSize).toBeLessThanOrEqual(100 - 3 - 10);
});

test('leaves a pod longer to stop than it may take, and others longer to notice than they need', () => {
  const delay = Number(configuration['SHUTDOWN_DELAY']);
  const grace = Number(readPlace(deployment, `${pod}.terminationGracePeriodSeconds`));
  expect(grace * 1000).toBeGreaterThan(delay * 1000 + maxStopTime);
  const { periodSeconds, failureThreshold, timeoutSeconds } = Object(container('readinessProbe'));
  expect(delay).toBeGreaterThanOrEqual(periodSeconds * failureThreshold + timeoutSeconds);
});
