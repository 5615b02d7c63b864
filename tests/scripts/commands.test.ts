import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { serve } from '../helpers/until-test-ends.ts';

test('npm start on a port that is in use says so, with the remedy, before it builds anything', async () => {
  const PORT = String(await serve(() => {}));
  const env = { ...process.env, PORT };
  const stderr = `listen EADDRINUSE: address already in use 127.0.0.1:${PORT} (another port: PORT=3001 npm start)\n`;
  const starting = promisify(execFile)('npm', ['start', '--silent'], { env });
  await expect(starting).rejects.toMatchObject({ code: 1, stdout: '', stderr });
});

test('check:static runs all its parts, and one report names each that failed, with what it said', () => {
  const run = (...commands: readonly string[]) =>
    spawnSync(process.execPath, ['scripts/run-together.ts', ...commands], { encoding: 'utf8' });
  const { stdout, status } = run('echo one; exit 1', 'true', 'echo three >&2; exit 3');
  const failed = ['FAILED: echo one; exit 1', 'one', 'FAILED: echo three >&2; exit 3', 'three'];
  const lines = [...failed, 'passed: true'];
  expect(stdout.match(/.+/g)?.sort()).toEqual(lines.sort());
  expect(status).toBe(1);
  expect(run('true').status).toBe(0);
});
