import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildServer } from '#scripts/build/server.ts';
import { getFreePort } from '#scripts/find-free-port.ts';
import { askPort } from '../../helpers/ask.ts';
import { RawConnection, utf8, write } from '../../helpers/hostile/raw-connection.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

const manifest = JSON.stringify({
  entry: '/assets/entry-AAAAAAAA.js',
  preload: [],
  pages: {},
  inlineScript: '',
});

test('`node dist/server/index.js` is the whole command, and no address makes Node warn', async () => {
  const outDir = await makeFolder({ 'manifest.json': manifest });
  await buildServer({ outDir });
  const port = await getFreePort();
  const server = spawn(process.execPath, [join(outDir, 'server/index.js')], {
    env: { PORT: String(port), MAIL: 'off', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  server.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = once(server, 'exit');
  try {
    await expect
      .poll(() => askPort(port, { path: '/readyz' }).catch(() => undefined), { timeout: 10_000 })
      .toMatchObject({ status: 200 });
    const { body } = await askPort(port, { path: '/' });
    expect(body.toString()).toMatch(/<style>\._[^<]+<\/style>/); // Without Emotion, which the build ran.
    const statuses: unknown[] = [];
    for (const target of [
      'http://other.example/about',
      // For these Express's parser would fall back to Node's deprecated `url.parse`; Node's own
      // parser or `findTarget` rejects them before.
      '/about?city=à',
      '/about?\t',
      '/#',
      '*',
    ]) {
      const connection = new RawConnection(port);
      connection.write(write({ target: utf8(target) }));
      statuses.push((await connection.expect()).status);
      connection.destroy();
    }
    expect(statuses).toEqual([200, 400, 400, 400, 400]);
  } finally {
    server.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
  expect(stderr).toBe('');
});
