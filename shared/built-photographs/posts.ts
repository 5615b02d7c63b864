import type { Photographs } from '../photographs.ts';

/** Empty, for tests and tools. The bundles hold what the build has made (`scripts/photographs/plugin.ts`). */
export const photographs: Photographs = {};
