import { noPhotographs } from './photographs.ts';

/** None, for tests and tools. The server's bundle holds what the build has made (`scripts/photographs/plugin.ts`). */
export const builtPhotographs = noPhotographs;
