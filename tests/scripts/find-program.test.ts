import { afterEach, expect, test, vi } from 'vitest';
import { getProgram } from '#scripts/find-program.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('with INSTALL=off a missing program stops the tests with the command that installs it', () => {
  vi.stubEnv('INSTALL', 'off');
  const wanted = { names: ['no-such-program'], packages: ['no-such-package'], user: 'This test' };
  expect(() => getProgram(wanted)).toThrow(
    'This test needs no-such-package. As root: apt-get install no-such-package',
  );
});
