import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const all = ['tests/**/*.test.{ts,tsx}'];
const system = ['tests/**/*.system.test.{ts,tsx}'];
const others = ['tests/browser/**', 'tests/container/**'];

export default defineConfig({
  test: {
    environment: 'node',
    env: { NODE_ENV: 'test' }, // independent of the shell
    reporters: ['dot'],
    globalSetup: ['tests/shared-services.ts'],
    maxWorkers: availableParallelism() + 1, // some tests wait most of their time
    isolate: false, // loading React and Express once for each worker halves the processor's time
    testTimeout: 300_000, // milliseconds; on a busy machine too only a test that hangs takes this long
    expect: { poll: { timeout: 60_000 } }, // the same
    // Not `process.hrtime`: a server of another test measures its event loop with it, and would catch up on days.
    fakeTimers: { toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] },
    setupFiles: ['tests/helpers/fail-on-console.ts'],
    projects: [
      { extends: true, test: { name: 'site', include: all, exclude: [...others, ...system] } },
      { extends: true, test: { name: 'system', include: system, exclude: others } },
    ],
  },
});
