import { getProgram } from '#scripts/find-program.ts';

/** Installs it when it is missing. */
export function findCurl(): string {
  return getProgram({
    names: ['curl'],
    packages: ['curl'],
    user: 'The test of the health check under Compose',
  });
}
