import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { askPort, withServer } from '../helpers/ask.ts';
import { findBuiltServer, readPort, withProcess } from '../helpers/start-server.ts';
import { withFolder } from '../helpers/temporary-folder.ts';

/** A free port of its own choice; the log names it. */
const anyPort = { PORT: '0' };

test('the server prints its address and responds there', async () => {
  await withProcess(anyPort, async (server) => {
    const line = await server.waitFor(({ msg }) => String(msg).includes(' is ready at '));
    expect(line['url']).toMatch(/^http:\/\/localhost:\d+$/);
    expect(line['msg']).toBe(`Setu Circle is ready at ${line['url']}`);
    const { status } = await askPort(await readPort(server), { path: '/readyz' });
    expect(status).toBe(200);
  });
});

test.each([
  ['20.20.2', true],
  ['24.0.0', false],
  ['30.1.0', false],
])('Node %s ends the start with one line: %s', async (version, isTooOld) => {
  const fake = `Object.defineProperty(process.versions, 'node', { value: '${version}' });`;
  const url = `data:text/javascript,${encodeURIComponent(fake)}`;
  // A mistake in the configuration: behind the check it would be the first line of the error output.
  const child = spawn(process.execPath, ['--import', url, await findBuiltServer()], {
    env: { PATH: process.env['PATH'] ?? '', PORT: 'many' },
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  expect([code, stderr]).toEqual([
    1,
    isTooOld
      ? `This server needs Node 24 or later; this is Node ${version}.\n`
      : 'PORT must be a number from 0 to 65535 (it is "many")\n',
  ]);
});

describe('a wrong configuration ends the boot with 1 and', () => {
  /** The lines of the error output, without the one that ends the last. */
  const readRefusal = (environment: Readonly<Record<string, string>>) =>
    withProcess(environment, async ({ ended }) => {
      const { code, stderr } = await ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(/\n$/);
      return stderr.slice(0, -1).split('\n');
    });

  test('one line for each mistake', async () => {
    expect(await readRefusal({ PORT: 'many', SITE_ORIGIN: 'nowhere' })).toEqual([
      'PORT must be a number from 0 to 65535 (it is "many")',
      'SITE_ORIGIN must be an address without a path, such as https://example.org (it is "nowhere")',
    ]);
  });

  test('one line about a port that is taken', async () => {
    await withServer(
      () => {},
      async (port) => {
        const lines = await readRefusal({ PORT: String(port) });
        expect(lines).toEqual([
          expect.stringMatching(`^Cannot listen on 127.0.0.1:${port}: .*EADDRINUSE`),
        ]);
      },
    );
  });

  test('one line about a host that is not this machine', async () => {
    const lines = await readRefusal({ ...anyPort, HOST: '192.0.2.1' }); // RFC 5737: nobody's
    expect(lines).toEqual([expect.stringMatching(/^Cannot listen on 192\.0\.2\.1:0: /)]);
  });

  test('one line about a build that production needs and that is missing', async () => {
    await withFolder({}, async (folder) => {
      const lines = await readRefusal({ ...anyPort, NODE_ENV: 'production', ASSETS_DIR: folder });
      expect(lines).toEqual([
        expect.stringMatching(/^The build in .* is missing or broken: run "npm run build"\./),
      ]);
    });
  });
});

const manifest = { entry: '/assets/entry-11111111.js', preload: [], pages: {}, inlineScript: '' };
const build = { 'manifest.json': JSON.stringify(manifest) };

test('in production the pages carry the scripts of the build', async () => {
  await withFolder(build, async (folder) => {
    const environment = { ...anyPort, NODE_ENV: 'production', ASSETS_DIR: folder };
    await withProcess(environment, async (server) => {
      const { body } = await askPort(await readPort(server), { path: '/' });
      expect(body.toString()).toContain('data-scripts="/assets/entry-11111111.js"');
    });
  });
});

test('in production without any variable the newsletter captures mails, for this machine only, and says so', async () => {
  await withFolder(build, async (folder) => {
    const environment = { ...anyPort, NODE_ENV: 'production', MAIL_WITHOUT_SMTP: '' };
    const folders = { ASSETS_DIR: folder, DATA_DIR: join(folder, 'data') };
    await withProcess({ ...environment, ...folders }, async (server) => {
      await server.waitFor(({ msg }) => String(msg).includes('only this machine can subscribe'));
      const port = await readPort(server);
      const post = (headers: Readonly<Record<string, string>>) =>
        fetch(`http://localhost:${port}/newsletter`, {
          method: 'POST',
          redirect: 'manual',
          headers,
          body: new URLSearchParams({ email: 'asha@example.com' }),
        });
      expect((await post({ 'x-forwarded-for': '203.0.113.7' })).status).toBe(503);
      expect((await post({})).status).toBe(303);
    });
  });
});

test('in development a missing build is no mistake: the pages carry no script', async () => {
  await withFolder({}, async (folder) => {
    // From its sources: the bundle is always production.
    await withProcess(
      { ...anyPort, ASSETS_DIR: folder },
      async (server) => {
        const { status, body } = await askPort(await readPort(server), { path: '/' });
        expect(status).toBe(200);
        expect(body.toString()).not.toContain('data-scripts');
      },
      'server/index.ts',
    );
  });
});

test('a person at a terminal reads one line: where the site is and what happens to mails', async () => {
  await withFolder({}, async (folder) => {
    // Not every machine lets a test open a terminal: the output says that it is one.
    const isTerminal = 'data:text/javascript,process.stdout.isTTY=true';
    const terminal = spawn(process.execPath, ['--import', isTerminal, await findBuiltServer()], {
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', MAIL: 'capture', DATA_DIR: folder },
    });
    const closed = once(terminal, 'close');
    let output = '';
    terminal.stdout.on('data', (chunk) => {
      output += chunk;
    });
    try {
      await expect.poll(() => output, { timeout: 15_000 }).toContain('\n');
    } finally {
      terminal.kill('SIGTERM');
      await closed;
    }
    expect(output.split('\n')[0]).toMatch(
      /^Setu Circle is ready at http:\/\/localhost:\d+; mails are captured in .+, none is sent$/,
    );
  });
});
