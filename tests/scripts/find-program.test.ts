import { afterEach, expect, test, vi } from 'vitest';
import { getProgram } from '#scripts/find-program.ts';
import { installMissing } from '../install-programs.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const missing = { names: ['no-such-program'], packages: ['no-such-package'], user: 'This test' };

/** Finds nothing until it was allowed to install. */
function makeFinders() {
  const installed: string[] = [];
  const find = (name: string) => () => {
    if (process.env['INSTALL'] !== 'off') installed.push(name);
    else getProgram({ ...missing, packages: [name], user: `The test of ${name}` });
  };
  return {
    installed,
    finders: [find('one'), () => getProgram({ ...missing, names: ['sh'] }), find('two')],
  };
}

test('one line names all that is missing and why, before anything is installed', async () => {
  vi.stubEnv('INSTALL', undefined);
  const { installed, finders } = makeFinders();
  const lines: string[] = [];
  await installMissing(finders, (line) => {
    expect(installed).toEqual([]);
    lines.push(line);
  });
  expect(lines).toEqual([expect.stringContaining('one (The test of one); two (The test of two).')]);
  expect(installed).toEqual(['one', 'two']);
});

test('with INSTALL=off one command names all that is missing, and nothing runs', async () => {
  vi.stubEnv('INSTALL', 'off');
  const { installed, finders } = makeFinders();
  await expect(installMissing(finders, expect.unreachable)).rejects.toThrow(
    'As root: apt-get install one two',
  );
  expect(installed).toEqual([]);
});
