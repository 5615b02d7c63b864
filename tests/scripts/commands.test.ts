import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { serve } from '../helpers/until-test-ends.ts';

test('npm start on a port that is in use says so, with the remedy, before it builds anything', async () => {
  const PORT = String(await serve(() => {}));
  const env = { ...process.env, PORT };
  await expect(promisify(execFile)('npm', ['start', '--silent'], { env })).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `listen EADDRINUSE: address already in use 127.0.0.1:${PORT} (another port: PORT=3001 npm start)\n`,
  });
});

test('check:static runs all its parts, and one report names each that failed, with what it said', () => {
  const run = (...commands: readonly string[]) =>
    spawnSync(process.execPath, ['scripts/run-together.ts', ...commands], { encoding: 'utf8' });
  const { stdout, status } = run('echo one; exit 1', 'true', 'echo three >&2; exit 3');
  expect(stdout.split(/\n+/).filter(Boolean).sort()).toEqual([
    'FAILED: echo one; exit 1',
    'FAILED: echo three >&2; exit 3',
    'one',
    'passed: true',
    'three',
  ]);
  expect(status).toBe(1);
  expect(run('true').status).toBe(0);
});
