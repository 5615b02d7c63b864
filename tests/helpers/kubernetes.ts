import { execFileSync } from 'node:child_process';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { deployFolder } from './deploy-files.ts';
import { getKubectl } from './programs.ts';

export const models = {
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
export type Manifest = z.infer<typeof manifest>;

/** What stands at a place of a manifest, such as `spec.template.metadata`; undefined where nothing does. */
export function readPlace(value: unknown, place: string): unknown {
  const names = place.split('.');
  return names.reduce((inside: unknown, name) => Reflect.get(Object(inside), name), value);
}

/** What `kubectl apply -k` sends. */
export function readManifests(folder = deployFolder): readonly Manifest[] {
  const text = execFileSync(getKubectl(), ['kustomize', folder], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return manifest.parse(document.toJS());
  });
}

/** Throws where Kubernetes would reject it for its form. */
export function validate(written: unknown, model: keyof typeof models): void {
  new models[model](JSON.parse(JSON.stringify(written))).validate();
}

/** Every place in a manifest, with a copy that has something there that is right nowhere. */
export function* spoil(value: unknown, place = ''): Generator<readonly [string, unknown]> {
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
