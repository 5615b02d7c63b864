import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildServer } from '#scripts/build/server.ts';
import { collectImage } from '#scripts/container/collect-image.ts';
import { getFreePort } from '#scripts/find-free-port.ts';
import { readContainerVariables } from '#scripts/readme/variables-table.ts';
import { askPort } from '../../helpers/ask.ts';
import { readCommand, readDockerfile } from '../../helpers/dockerfile.ts';
import { withFolder } from '../../helpers/temporary-folder.ts';

const lastStage = readDockerfile().stages.at(-1) ?? [];
const findText = (name: string) => lastStage.find((each) => each.name === name)?.text ?? '';
const command = readCommand(findText('CMD'));
const healthCheck = readCommand(findText('HEALTHCHECK'));
const isRoot = process.getuid?.() === 0;

/**
 * Runs a command as the container would: with nothing but its files, which it cannot write to except
 * below /data, with its variables, and as its user. Whoever is not root is a root without powers.
 */
function runInside(
  folder: string,
  [program = '', ...words]: readonly string[],
  given: Readonly<Record<string, string>>,
): ChildProcess {
  const script = [
    'export PATH=/usr/sbin:/usr/bin:/sbin:/bin; root=$1; data=$2; shift 2',
    'mount --bind "$root" "$root"',
    'mount --bind "$data" "$root/data"',
    'mount -o remount,ro,bind "$root"',
    `exec env PATH=/usr/local/bin "$(command -v chroot)" ${isRoot ? '--userspec=1000:1000' : ''} "$root" "$@"`,
  ].join(' && ');
  const [root, data] = [join(folder, 'root'), join(folder, 'writable/data')];
  // There is no WORKDIR in here.
  const inside = [program, ...words.map((word) => word.replace(/^dist\//, '/app/dist/'))];
  return spawn(
    '/usr/bin/unshare',
    [...(isRoot ? [] : ['-r']), '-m', '/bin/sh', '-c', script, 'sh', root, data, ...inside],
    {
      env: { ...readContainerVariables(`ENV ${findText('ENV')}\n`), ...given },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
}

const findExitCode = async (child: ChildProcess): Promise<unknown> =>
  (await once(child, 'exit'))[0];

/** A build with the server alone: the pages then carry no script, which is all the same in here. */
async function buildWithoutBrowser(dist: string): Promise<void> {
  mkdirSync(dist, { recursive: true });
  const manifest = { entry: '/assets/entry-AAAAAAAA.js', preload: [], pages: {}, inlineScript: '' };
  writeFileSync(join(dist, 'manifest.json'), JSON.stringify(manifest));
  await buildServer({ outDir: dist });
}

test('the container’s files are enough to serve, to be healthy and to stop, and hold nothing else', {
  timeout: 120_000,
}, async () => {
  await withFolder({}, async (folder) => {
    const dist = join(folder, 'dist');
    await buildWithoutBrowser(dist);
    await collectImage({ dist, folder });
    const root = join(folder, 'root');

    const files = readdirSync(root, { recursive: true }).map(String);
    expect(files).toContain('usr/local/bin/node');
    expect(files.filter((file) => /npm|npx|yarn|corepack|node_modules|\.tsx?$/.test(file))).toEqual(
      [],
    );
    expect(files.filter((file) => /(^|\/)(ba|da)?sh$/.test(file))).toEqual([]);
    const programs = files.filter((file) => /(^|\/)s?bin\/./.test(file));
    expect(programs).toEqual(['usr/local/bin/node']);

    mkdirSync(join(root, 'data'));
    if (isRoot) chownSync(join(folder, 'writable/data'), 1000, 1000);
    cpSync('/etc/hosts', join(root, 'etc/hosts')); // Docker puts its own there.
    const port = String(await getFreePort());
    const server = runInside(folder, command, { PORT: port, MAIL: 'capture', LOG_LEVEL: 'warn' });
    const ended = findExitCode(server);
    try {
      await waitUntilReady(Number(port));
      const { status, body } = await askPort(Number(port), { path: '/' });
      expect(status).toBe(200);
      expect(body.toString()).toContain('</html>');
      expect(readdirSync(join(folder, 'writable/data'))).toContain('newsletter.sqlite');
      expect(await findExitCode(runInside(folder, healthCheck, { PORT: port }))).toBe(0);
      server.kill('SIGTERM');
      expect(await ended).toBe(0);
      expect(await findExitCode(runInside(folder, healthCheck, { PORT: port }))).toBe(1);
    } finally {
      server.kill('SIGKILL');
      await ended;
    }

    const looksUp = "require('dns').lookup('localhost', (error) => process.exit(error ? 1 : 0))";
    expect(await findExitCode(runInside(folder, ['node', '-e', looksUp], {}))).toBe(0);
    const writes = "require('fs').writeFileSync('/app/dist/new', '')";
    const denied = `try { ${writes} } catch ({ code }) { process.exit(code === 'EROFS' ? 3 : 4) }`;
    expect(await findExitCode(runInside(folder, ['node', '-e', denied], {}))).toBe(3);
  });
});

async function waitUntilReady(port: number): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const response = await askPort(port, { path: '/readyz' }).catch(() => undefined);
    if (response?.status === 200) return;
    await sleep(50);
  }
  throw new Error('The server in the container’s files does not become ready');
}
