import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    env: { NODE_ENV: 'test' }, // whatever the shell exports
    // Some tests measure or kill processes, and a machine that is shared may stall.
    retry: process.env['CI'] ? 2 : 0,
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/browser/**', 'tests/container/**'],
    globalSetup: ['tests/shared-services.ts'],
    maxWorkers: availableParallelism() + 1, // some tests wait most of their time
    isolate: false, // loading React and Express once for each worker halves the processor's time
    testTimeout: 20_000, // milliseconds; one test waits nine seconds for a stop, the others two at most
    expect: { poll: { timeout: 15_000 } }, // The default of one second is too short for a machine that is shared.
    setupFiles: ['tests/helpers/fail-on-console.ts'],
  },
});
