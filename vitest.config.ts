import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/browser/**'],
    testTimeout: 20_000, // milliseconds; the longest test takes two seconds on an idle machine
    setupFiles: ['tests/helpers/fail-on-console.ts'],
  },
});
