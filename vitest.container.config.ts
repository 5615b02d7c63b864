import { defineConfig } from 'vitest/config';

/* The tests of `npm run test:container`, on images that tests/container/run.ts has built. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/container/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000, // milliseconds
    setupFiles: ['tests/helpers/fail-on-console.ts'],
  },
});
