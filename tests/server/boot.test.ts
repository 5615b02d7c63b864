import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { site } from '#shared/site.ts';
import { makeEnvironment } from '../helpers/newsletter/newsletter-app.ts';
import { askPort, postForm } from '../helpers/site/ask.ts';
import { levels } from '../helpers/site/make-logger.ts';
import { getBuiltServer, readPort } from '../helpers/site/start-server.ts';
import { makeFolder, serve, startServer } from '../helpers/until-test-ends.ts';

/** A free port, which the log names. */
const anyPort = { PORT: '0' };
const production = { ...anyPort, NODE_ENV: 'production' };

/** Runs the built server, with this code imported first, until it has ended or printed a line. */
async function runWith(imported: string, environment: Readonly<Record<string, string>>) {
  const url = `data:text/javascript,${encodeURIComponent(imported)}`;
  const child = spawn(process.execPath, ['--import', url, await getBuiltServer()], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      child.kill('SIGTERM');
    });
  }
  await once(child, 'close');
  return output;
}

const tooOld =
  /^This server needs Node 24\.15 or later; this is Node 24\.4\.10\. In a checkout npx and npm run use .+\n$/;

test.each([
  ['24.4.10', tooOld],
  ['24.15.0', /^PORT must be a whole number from 0 to 65535 \(it is "many"\)\n$/],
])('on Node %s the start says: %s', async (version, line) => {
  const fake = `Object.defineProperty(process.versions, 'node', { value: '${version}' });`;
  // If the check did not come first, the invalid configuration would be the first error.
  expect(await runWith(fake, { PORT: 'many' })).toMatch(line);
});

/** An address for documentation (RFC 5737). */
const HOST = '192.0.2.1';

test.each([
  ['a mistake', { PORT: 'many', SITE_ORIGIN: 'nowhere' }, /^PORT .+\nSITE_ORIGIN .+\n$/],
  ['a host of others', { ...anyPort, HOST }, /^HOST 192\.0\.2\.1 cannot be used: .+\n$/],
  [
    'a name of a shell',
    { ...anyPort, HOST: 'no.invalid' },
    /^HOST no\.invalid cannot .*ENOTFOUND.+\n$/,
  ],
  [
    'a folder of the kernel',
    { ...anyPort, MAIL: 'capture', DATA_DIR: '/proc/x' },
    /^DATA_DIR \/proc\/x .+\n$/,
  ],
  [
    'a missing build',
    { ...production, ASSETS_DIR: '/nowhere' },
    /^The build in \/nowhere is missing or broken: run "npm run build"\..*\n$/,
  ],
  ['a taken port', { PORT: 'taken' }, /^PORT \d+ cannot be used: .*EADDRINUSE.*\n$/],
  [
    'a taken port for metrics',
    { ...anyPort, METRICS_PORT: 'taken' },
    /^METRICS_PORT \d+ cannot be used: .*EADDRINUSE.*\n$/,
  ],
])('one line about %s ends the boot with 1', async (_what, environment, lines) => {
  const port = String(await serve(() => {})); // Replaces `taken` in the table.
  const variables = Object.entries(environment);
  const given = variables.map(([name, value]) => [name, value === 'taken' ? port : value]);
  const { ended } = await startServer(Object.fromEntries(given));
  expect(await ended).toEqual({ code: 1, stderr: expect.stringMatching(lines) });
});

test('in production pages have the scripts of the build; without configuration mails are captured', async () => {
  const entry = '/assets/entry-11111111.js';
  const manifest = { scripts: [entry], inlineScript: '' };
  const folder = await makeFolder({ 'manifest.json': JSON.stringify(manifest) });
  const folders = { ASSETS_DIR: folder, DATA_DIR: join(folder, 'data') };
  const server = await startServer({ ...production, ...folders, MAIL: '' });
  const port = await readPort(server);
  const { body } = await askPort(port, { path: '/' });
  expect(body.toString()).toContain(`data-scripts="${entry}"`);
  expect(await postForm(port, 'asha@example.com')).toBe(303);
});

test('in development pages have no scripts if there is no build', async () => {
  // Runs the source files, because the bundle is always production.
  const server = await startServer({ ...anyPort, ASSETS_DIR: '/nowhere' }, 'server/index.ts');
  const { status, body } = await askPort(await readPort(server), { path: '/' });
  expect(status).toBe(200);
  expect(body.toString()).not.toContain('data-scripts');
});

test.each([
  ['off', {}, 'the newsletter is off, no mail is sent'],
  ['smtp', makeEnvironment({ place: { dataDirectory: '' } }), 'mails are sent'],
])('the log of a start says what happens to mails with MAIL=%s', async (MAIL, more, words) => {
  const DATA_DIR = await makeFolder();
  const server = await startServer({ ...more, ...anyPort, DATA_DIR, MAIL });
  const { level } = await server.waitFor(({ msg }) => String(msg).startsWith(words));
  expect(level).toBe(levels.info);
});

test('a public server that is closed because nothing was set warns at its start', async () => {
  const server = await startServer({
    ...production,
    HOST: '0.0.0.0',
    MAIL: '',
    SMTP_ULR: 'smtp://a',
  });
  const { level } = await server.waitFor(({ msg }) => String(msg).includes('neither MAIL nor'));
  expect(level).toBe(levels.warn);
  expect(await postForm(await readPort(server), 'asha@example.com')).toBe(503);
});

test('a person at a terminal reads one line: where the site is and what happens to mails', async () => {
  // Not every machine can open a terminal in a test, so the output pretends to be one.
  const environment = { ...anyPort, DATA_DIR: await makeFolder() };
  const output = await runWith('process.stdout.isTTY=true', environment);
  expect(output.replace(site.name, '')).toMatch(
    /^ is ready at http:\/\/localhost:\d+; mails are captured in .+, none is sent\n$/,
  );
});
