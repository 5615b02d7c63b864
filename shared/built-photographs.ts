import { noPhotographs } from './photographs.ts';

/**
 * None, for tests and tools. The build puts in the content with its photographs (`scripts/build/server.ts`),
 * `npm run dev` its own (`scripts/photographs/build-photographs.ts`).
 */
export const builtPhotographs = noPhotographs;
