/**
 * Node's flags for the built server. The Dockerfile, `npm start` and README say the same, which
 * `tests/scripts/container/dockerfile.test.ts` makes sure of: V8 takes the code cache that the build
 * has made under the same flags only.
 *
 * - DEP0169: Express still reads odd addresses with `url.parse`.
 * - The space for young objects, in megabytes: they die young here, and V8's default of 16 (three times,
 *   and it never gives them back) makes no answer faster.
 */
export const serverFlags = ['--disable-warning=DEP0169', '--max-semi-space-size=2'];
