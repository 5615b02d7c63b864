import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApp } from '#server/app.ts';
import { parseConfig, variables } from '#server/config.ts';
import { maxStopTime } from '#server/graceful-stop.ts';
import { poolSize } from '#server/newsletter/store/store-postgres.ts';
import { ask } from '../../helpers/ask.ts';
import { readContainerImage, readDeployFile } from '../../helpers/deploy-files.ts';
import {
  isValid,
  type kind,
  listPlaces,
  type Manifest,
  manifest,
  models,
  readManifests,
  spoil,
  validate,
} from '../../helpers/kubernetes.ts';
import { withFolder } from '../../helpers/temporary-folder.ts';

const manifests = readManifests();

const httpGet = z.object({ path: z.string(), port: z.literal('http') });
const probe = z.object({
  httpGet,
  periodSeconds: z.number(),
  timeoutSeconds: z.number(),
  failureThreshold: z.number(),
});
const labels = z.record(z.string(), z.string());
const deploymentSpec = z.object({
  replicas: z.undefined().optional(),
  selector: z.object({ matchLabels: labels }),
  strategy: z.object({
    rollingUpdate: z.object({ maxUnavailable: z.literal(0), maxSurge: z.string() }),
  }),
  template: z.object({
    metadata: z.object({ labels }),
    spec: z.object({
      automountServiceAccountToken: z.literal(false),
      terminationGracePeriodSeconds: z.number(),
      securityContext: z.object({
        runAsNonRoot: z.literal(true),
        runAsUser: z.number().min(1),
        runAsGroup: z.number().min(1),
        seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
      }),
      topologySpreadConstraints: z.array(
        z.object({ labelSelector: z.object({ matchLabels: labels }) }),
      ),
      containers: z.tuple([
        z.object({
          image: z.string(),
          ports: z.tuple([
            z.object({ name: z.literal('http'), containerPort: z.number() }),
            z.object({ name: z.literal('metrics'), containerPort: z.number() }),
          ]),
          envFrom: z.tuple([z.object({ configMapRef: z.object({ name: z.string() }) })]),
          env: z.array(
            z.object({
              name: z.string(),
              valueFrom: z.object({
                secretKeyRef: z.object({ name: z.string(), key: z.string() }),
              }),
            }),
          ),
          startupProbe: probe,
          readinessProbe: probe,
          livenessProbe: probe,
          resources: z.object({
            requests: z.object({ cpu: z.string(), memory: z.string() }),
            limits: z.object({ cpu: z.string(), memory: z.string() }),
          }),
          securityContext: z.object({
            allowPrivilegeEscalation: z.literal(false),
            readOnlyRootFilesystem: z.literal(true),
            capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
          }),
        }),
      ]),
    }),
  }),
});

function find(wanted: z.infer<typeof kind>): Manifest {
  const all = manifests.filter(({ kind: each }) => each === wanted);
  const found = all.find(({ metadata }) => !metadata.name.endsWith('-metrics'));
  if (!found) throw new Error(`There is no ${wanted}`);
  return found;
}

describe('kubernetes.yaml', () => {
  const deployment = deploymentSpec.parse(find('Deployment')['spec']);
  const pod = deployment.template.spec;
  const [container] = pod.containers;
  const configuration = z.record(z.string(), z.string()).parse(find('ConfigMap')['data']);

  test.each(manifests.map((each) => [each.kind, each] as const))(
    '%s has the form that Kubernetes wants',
    (_kind, each) => {
      expect(each.apiVersion).toBe(models[each.kind].apiVersion);
      expect(() => validate(models[each.kind], each)).not.toThrow();
    },
  );

  test.each(manifests.map((each) => [each.kind, each] as const))(
    '%s holds no field that Kubernetes does not know',
    (_kind, each) => {
      // Unknown fields are not looked at: then anything would do there.
      const unknown = listPlaces(each)
        .filter((place) => place[0] !== 'apiVersion' && place[0] !== 'kind')
        .filter((place) => isValid(models[each.kind], spoil(each, place)));
      expect(unknown).toEqual([]);
    },
  );

  test('a field that is misspelt would be noticed', () => {
    const misspelt = JSON.stringify(find('Deployment')).replace(
      'failureThreshold',
      'failureTreshold',
    );
    const each = manifest.parse(JSON.parse(misspelt));
    const place = listPlaces(each).find((names) => names.includes('failureTreshold')) ?? [];
    expect(isValid(models[each.kind], spoil(each, place))).toBe(true);
  });

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
    const { matchLabels } = deployment.selector;
    expect(deployment.template.metadata.labels).toMatchObject(matchLabels);
    for (const { labelSelector } of pod.topologySpreadConstraints) {
      expect(labelSelector.matchLabels).toEqual(matchLabels);
    }
    expect(find('PodDisruptionBudget')['spec']).toMatchObject({ selector: { matchLabels } });
    expect(find('Service')['spec']).toMatchObject({
      selector: matchLabels,
      ports: [{ name: 'http', targetPort: container.ports[0].name }],
    });
    expect(find('HorizontalPodAutoscaler')['spec']).toMatchObject({
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'setu-circle' },
    });
    const host = new URL(configuration['SITE_ORIGIN'] ?? '').host;
    expect(find('Ingress')['spec']).toMatchObject({
      tls: [{ hosts: [host] }],
      rules: [
        {
          host,
          http: {
            paths: [{ backend: { service: { name: 'setu-circle', port: { name: 'http' } } } }],
          },
        },
      ],
    });
  });

  test('a change of the configuration makes new pods', async () => {
    const files = ['kustomization.yaml', 'kubernetes.yaml'];
    const texts = files.map((name) => [name, readDeployFile(name)] as const);
    const changed = { ...Object.fromEntries(texts) };
    const before = changed['kustomization.yaml'] ?? '';
    changed['kustomization.yaml'] = before.replace('SHUTDOWN_DELAY=10', 'SHUTDOWN_DELAY=11');
    expect(changed['kustomization.yaml']).not.toBe(before);
    const readTemplate = (given: readonly Manifest[]) => {
      const spec = given.find((each) => each.kind === 'Deployment')?.['spec'];
      return deploymentSpec.parse(spec).template.spec.containers[0].envFrom[0].configMapRef.name;
    };
    const after = await withFolder(changed, (folder) => readTemplate(readManifests(folder)));
    expect(after).not.toBe(readTemplate(manifests));
    expect(readTemplate(manifests)).toBe(find('ConfigMap').metadata.name);
    expect(container.image).toMatch(/:\d+\.\d+\.\d+$/);
  });

  test('only the ingress controller reaches the site, and only Prometheus the metrics', () => {
    const from = (namespace: string, port: string) => ({
      from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } }],
      ports: [{ port }],
    });
    expect(find('NetworkPolicy')['spec']).toEqual({
      podSelector: { matchLabels: deployment.selector.matchLabels },
      policyTypes: ['Ingress'],
      ingress: [from('ingress-nginx', 'http'), from('monitoring', 'metrics')],
    });
    // Prometheus asks the name of the headless service for the pods.
    const service = manifests.find(({ metadata }) => metadata.name === 'setu-circle-metrics');
    const { containerPort } = container.ports[1];
    expect(service?.['spec']).toMatchObject({
      clusterIP: 'None',
      publishNotReadyAddresses: true,
      selector: deployment.selector.matchLabels,
      ports: [{ port: containerPort, targetPort: 'metrics' }],
    });
    expect(configuration['METRICS_PORT']).toBe(String(containerPort));
    expect(readDeployFile('prometheus-kubernetes.yml')).toMatch(
      new RegExp(
        `names: \\[setu-circle-metrics\\.default\\.svc\\.cluster\\.local\\][^]*port: ${containerPort}\n`,
      ),
    );
  });

  test('at least one pod is left when a node is emptied', () => {
    const budget = z
      .object({ maxUnavailable: z.number() })
      .parse(find('PodDisruptionBudget')['spec']);
    const scale = z
      .object({ minReplicas: z.number(), maxReplicas: z.number() })
      .parse(find('HorizontalPodAutoscaler')['spec']);
    expect(scale.minReplicas - budget.maxUnavailable).toBeGreaterThanOrEqual(1);
    expect(scale.maxReplicas).toBeGreaterThan(scale.minReplicas);
  });

  test('gives the server variables that it knows and understands', () => {
    const secrets = {
      DATABASE_URL: 'postgres://setu:password@postgres.example.org/setu',
      APP_SECRET: 'hT3c0vQ1mYw8pLr5uX9zB2nK7dF4gJ6s',
      SMTP_URL: 'smtps://user:password@mail.example.org',
    };
    const named = container.env.map(({ name, valueFrom }) => [name, valueFrom.secretKeyRef.key]);
    expect(named).toEqual(Object.keys(secrets).map((name) => [name, name]));
    const command = readDeployFile('kubernetes.yaml').split('\napiVersion', 1)[0] ?? '';
    for (const name of Object.keys(secrets)) expect(command).toContain(`--from-literal=${name}=`);
    const given = { ...configuration, ...secrets };
    expect(Object.keys(given).filter((name) => !(name in variables.shape))).toEqual([]);
    const parsed = parseConfig({ ...readContainerImage().environment, ...given });
    expect(parsed).toMatchObject({ config: { newsletter: { mode: 'smtp' } } });
  });

  test('asks for what the server answers', async () => {
    const answers = async (path: string) =>
      Promise.all(
        [true, false].map(
          async (ready) => (await ask(createApp({ readiness: { ready } }), { path })).status,
        ),
      );
    expect(await answers(container.readinessProbe.httpGet.path)).toEqual([200, 503]);
    expect(await answers(container.startupProbe.httpGet.path)).toEqual([200, 503]);
    expect(await answers(container.livenessProbe.httpGet.path)).toEqual([200, 200]);
    expect(String(container.ports[0].containerPort)).toBe(readContainerImage().port);
    const { runAsUser, runAsGroup } = pod.securityContext;
    expect(`${runAsUser}:${runAsGroup}`).toBe(readContainerImage().user);
  });

  test('has connections to PostgreSQL for all replicas, also while they are replaced', () => {
    const surge = Number.parseInt(deployment.strategy.rollingUpdate.maxSurge, 10) / 100;
    const { maxReplicas } = z
      .object({ maxReplicas: z.number() })
      .parse(find('HorizontalPodAutoscaler')['spec']);
    const replicas = maxReplicas * (1 + surge);
    // As it is delivered: max_connections less superuser_reserved_connections, and the operator's own.
    expect(replicas * poolSize).toBeLessThanOrEqual(100 - 3 - 10);
  });

  test('leaves a pod longer to stop than it may take, and others longer to notice than they need', () => {
    const delay = Number(configuration['SHUTDOWN_DELAY']);
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(delay * 1000 + maxStopTime);
    const { periodSeconds, failureThreshold, timeoutSeconds } = container.readinessProbe;
    expect(delay).toBeGreaterThanOrEqual(periodSeconds * failureThreshold + timeoutSeconds);
  });
});
