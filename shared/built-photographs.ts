import { noPhotographs } from './photographs.ts';

/** None, for tests and tools. The server's bundle holds what the build has made (`scripts/photographs/build-photographs.ts`). */
export const builtPhotographs = noPhotographs;
