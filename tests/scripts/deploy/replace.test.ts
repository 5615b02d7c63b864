import { spawnSync } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDeployFile } from '../../helpers/programs/deploy-files.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

const settings = 'SITE_ORIGIN=https://example.org\nVERSION=41\nPREVIOUS=40\nBASE=\n';

/**
 * Runs the script in a copy of the folder, with a `docker` that records its arguments. `unready` are the replicas and
 * versions that never get ready; a file has at most this many `blocks` of 512 bytes.
 */
const replace = async (argument: string, { env = settings, unready = '', blocks = 99 } = {}) => {
  const script = readDeployFile('replace.sh');
  const files = { docker: fakeDocker, 'deploy/replace.sh': script, 'deploy/.env': env, calls: '' };
  const folder = await makeFolder(files);
  await chmod(join(folder, 'docker'), 0o755);
  const path = `${folder}:${process.env['PATH']}`;
  const variables = { PATH: path, STATE: folder, UNREADY: unready, ATTEMPTS: '2', PAUSE: '0' };
  const command = `ulimit -f ${blocks}; exec sh deploy/replace.sh "$0"`;
  const { status } = spawnSync('sh', ['-c', command, argument], { cwd: folder, env: variables });
  const lines = (await readFile(join(folder, 'calls'), 'utf8')).match(/.+/g) ?? [];
  return { status, lines, env: await readFile(join(folder, 'deploy/.env'), 'utf8') };
};
const bring = (name: string, version: number) => [
  `${version} compose up --detach --no-deps --no-build --force-recreate ${name}`,
  `ready? ${name}`,
];
const unchanged = 'SITE_ORIGIN=https://example.org\nBASE=\n';

test('builds the new version with the files of the running one, and replaces one replica after the other', async () => {
  expect(await replace('42')).toEqual({
    status: 0,
    lines: [
      '42 41 compose build app-1',
      ...bring('app-1', 42),
      ...bring('app-2', 42),
      'cache emptied',
    ],
    env: `${unchanged}VERSION=42\nPREVIOUS=41\n`,
  });
});

test('--back starts the previous version and builds nothing', async () => {
  expect(await replace('--back')).toEqual({
    status: 0,
    lines: [...bring('app-1', 40), ...bring('app-2', 40), 'cache emptied'],
    env: `${unchanged}VERSION=40\nPREVIOUS=41\n`,
  });
});

test('restores the previous version if a replica does not get ready', async () => {
  const first = ['42 41 compose build app-1', ...bring('app-1', 42)];
  expect(await replace('42', { unready: 'app-1:42' })).toEqual({
    status: 1,
    lines: [...first, 'ready? app-1', ...bring('app-1', 41)],
    env: settings,
  });
  const second = [...bring('app-2', 42), 'ready? app-2'];
  expect(await replace('42', { unready: 'app-2:42' })).toEqual({
    status: 1,
    lines: [...first, ...second, ...bring('app-2', 41), ...bring('app-1', 41)],
    env: settings,
  });
});

test('keeps the settings if there is no space to write new ones', async () => {
  const env = `${settings}# ${'A secret '.repeat(400)}\n`;
  const { status, ...left } = await replace('42', { env, blocks: 2 });
  expect([status === 0, left.env]).toEqual([false, env]);
});

test.each([
  ['', settings],
  ['41', settings],
  ['--forward', settings],
  ['--back', 'VERSION=1\nPREVIOUS=\n'],
])('changes nothing if its argument is "%s"', async (argument, env) => {
  expect(await replace(argument, { env })).toEqual({ status: 2, lines: [], env });
});

/** A file with the name of a replica contains the version that it runs. */
const fakeDocker = `#!/bin/sh
case "$*" in
  *" build "*) echo "$VERSION $PREVIOUS $*" >> "$STATE/calls" ;;
  *" up "*)
    echo "$VERSION $*" >> "$STATE/calls"
    for name in "$@"; do :; done
    echo "$VERSION" > "$STATE/$name"
    ;;
  *"exec -T proxy sh -c "*/var/lib/nginx/setu-circle*) echo "cache emptied" >> "$STATE/calls" ;;
  *"exec -T proxy curl "*)
    case "$*" in *//app-1:3000/readyz) name=app-1 ;; *//app-2:3000/readyz) name=app-2 ;; esac
    echo "ready? $name" >> "$STATE/calls"
    [ "$name:$(cat "$STATE/$name")" != "$UNREADY" ]
    ;;
  *) echo "unknown: $*" >> "$STATE/calls"; exit 1 ;;
esac
`;
