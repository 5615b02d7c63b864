import { getProgram } from '#scripts/find-program.ts';

/** Installs it when it is missing. */
export function findKubectl(): string {
  return getProgram({
    names: ['kubectl'],
    packages: ['kubernetes-client'],
    user: 'The test of the Kubernetes manifests',
  });
}
