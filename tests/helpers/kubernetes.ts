import { execFileSync } from 'node:child_process';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { deployFolder } from './deploy-files.ts';
import { findKubectl } from './programs.ts';

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
  return place
    .split('.')
    .reduce((inside: unknown, name) => Reflect.get(Object(inside), name), value);
}

/** What `kubectl apply -k` sends. */
export function readManifests(folder = deployFolder): readonly Manifest[] {
  const text = execFileSync(findKubectl(), ['kustomize', folder], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return manifest.parse(document.toJS());
  });
}

/** Throws where Kubernetes would refuse it for its form. */
export function validate(model: (typeof models)[keyof typeof models], written: unknown): void {
  new model(JSON.parse(JSON.stringify(written))).validate();
}

export function isValid(...given: Parameters<typeof validate>): boolean {
  try {
    validate(...given);
    return true;
  } catch {
    return false;
  }
}

/** Every place in a manifest: the names and numbers that lead there. */
export function listPlaces(
  value: unknown,
  place: readonly (string | number)[] = [],
): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [place];
  const inside = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [
    ...(place.length > 0 ? [place] : []),
    ...inside.flatMap(([name, each]) => listPlaces(each, [...place, name])),
  ];
}

/** The same with something at one place that is right nowhere. */
export function spoil(value: unknown, [name, ...rest]: readonly (string | number)[]): unknown {
  if (name === undefined) return typeof value === 'object' ? 17 : [{ wrong: [] }];
  if (Array.isArray(value))
    return value.map((each, index) => (index === name ? spoil(each, rest) : each));
  const entries = Object.entries(z.record(z.string(), z.unknown()).parse(value));
  return Object.fromEntries(
    entries.map(([key, each]) => [key, key === name ? spoil(each, rest) : each]),
  );
}
