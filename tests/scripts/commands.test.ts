import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { getFreePort } from '#scripts/site/get-free-port.ts';
import { makeFolder, serve } from '../helpers/until-test-ends.ts';

test('npm start on a port that is in use says so and what to do, before it builds', async () => {
  const PORT = String(await serve(() => {}));
  const env = { ...process.env, PORT };
  const stderr = `listen EADDRINUSE: address already in use 127.0.0.1:${PORT} (another port: PORT=3001 npm start)\n`;
  const starting = promisify(execFile)('npm', ['start', '--silent'], { env });
  await expect(starting).rejects.toMatchObject({ code: 1, stdout: '', stderr });
});

test('SIGTERM to npm start stops the server', async () => {
  const PORT = String(await getFreePort());
  const DATA_DIR = await makeFolder();
  const env = { ...process.env, NODE_ENV: 'production', MAIL: 'off', PORT, DATA_DIR };
  const npm = spawn('npm', ['start', '--silent'], { env, detached: true });
  onTestFinished(() => {
    try {
      process.kill(-Number(npm.pid), 'SIGKILL'); // The whole group, because npm may have left a server.
    } catch {} // No process is left.
  });
  let said = '';
  const listening = Promise.withResolvers<void>();
  npm.stderr.resume();
  npm.stdout.on('data', (chunk) => {
    said += chunk;
    if (said.includes('"url"')) listening.resolve();
  });
  await listening.promise;
  npm.kill('SIGTERM');
  await once(npm, 'close'); // No process writes to its output any more.
  expect(said).toContain('"msg":"stopped"');
  await expect(fetch(`http://127.0.0.1:${PORT}/healthz`)).rejects.toThrow();
});

test('check:static runs all its parts, and one report names each failed part with its output', () => {
  const run = (...commands: readonly string[]) =>
    spawnSync(process.execPath, ['scripts/run-together.ts', ...commands], { encoding: 'utf8' });
  const { stdout, status } = run('echo one; exit 1', 'true', 'echo three >&2; exit 3');
  const failed = ['FAILED: echo one; exit 1', 'one', 'FAILED: echo three >&2; exit 3', 'three'];
  const lines = [...failed, 'passed: true'];
  expect(stdout.match(/.+/g)?.sort()).toEqual(lines.sort());
  expect(status).toBe(1);
  expect(run('true').status).toBe(0);
});
