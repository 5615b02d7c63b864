import { format } from 'node:util';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/* An unexpected console.error or console.warn fails the test that caused it: React, React Router and
   Node report most mistakes there and nowhere else. A test that expects one mocks the method itself
   (`vi.spyOn(console, 'error').mockImplementation(…)`) and says what it expects. What a test mocks, stubs or
   freezes is as it was when the test has ended. */

const methods = ['error', 'warn'] as const;
let unexpected: string[] = [];

beforeEach(() => {
  unexpected = [];
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      unexpected.push(`console.${method}: ${format(...values)}`);
    });
  }
  // An application without a logger reports a failure on the console.
  const write = process.stderr.write.bind(process.stderr);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    if (!String(text).startsWith('{"level":')) return write(text);
    unexpected.push(`log: ${text}`);
    return true;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  expect(unexpected, 'Unexpected lines in the console').toEqual([]);
});
