import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { getFreePort } from '#scripts/site/get-free-port.ts';
import { askPort } from '../helpers/site/ask.ts';
import { readImages, workFolder } from './buildah.ts';

const images = readImages();
const settings = { first: images.firstSettings, second: images.secondSettings };
type Version = keyof typeof settings;

/** The files of an image. */
export const getRoot = (version: Version) => join(workFolder, version);

interface ContainerOptions {
  readonly variables?: Readonly<Record<string, string>>;
  /** The folder that is mounted on /data. */
  readonly data?: string;
}

type ContainerProcess = ReturnType<typeof startInContainer>;

/**
 * Runs a command, by default the image's, in the image's files, as a container engine does with `--read-only --cap-drop
 * ALL --security-opt no-new-privileges`. The command gets the image's variables, user and working directory, /proc and
 * the usual devices. It can write only to /data, if that is given.
 */
export function startInContainer(
  version: Version,
  command: readonly string[] = settings[version].Cmd,
  { variables = {}, data }: ContainerOptions = {},
) {
  const root = getRoot(version);
  const { Env, User, WorkingDir } = settings[version];
  const [uid = '', gid = ''] = User.split(':');
  for (const place of ['proc', 'dev', 'etc']) mkdirSync(join(root, place), { recursive: true });
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
  const mounts = [
    'mount --bind "$root" "$root"',
    'mount -t proc proc "$root/proc"',
    'mount -t tmpfs -o mode=755,size=64k tmpfs "$root/dev"',
    'for name in null zero random urandom; do : > "$root/dev/$name"; mount --bind "/dev/$name" "$root/dev/$name"; done',
    ...(data === undefined ? [] : ['mount --bind "$data" "$root/data"']),
    'mount -o remount,ro,bind "$root"',
  ];
  const rights =
    '--no-new-privs --pdeathsig KILL --inh-caps=-all --bounding-set=-all,+sys_chroot,+setuid,+setgid';
  const change = '--root "$root" --wd "$place" --setuid "$uid" --setgid "$gid"';
  const script = [
    'set -e; root=$1; data=$2; place=$3; uid=$4; gid=$5; setpriv=$(command -v setpriv); unshare=$(command -v unshare); shift 5',
    ...mounts,
    'PATH=$CONTAINER_PATH; unset CONTAINER_PATH PWD OLDPWD',
    `exec "$setpriv" ${rights} "$unshare" ${change} "$@"`,
  ].join('\n');
  const { PATH: containerPath = '', ...others } = {
    ...Object.fromEntries(Env.map((each) => each.split(/=(.*)/s, 2))),
    ...variables,
  };
  const path = '/usr/sbin:/usr/bin:/sbin:/bin';
  const child = spawn(
    'unshare',
    ['--mount', 'sh', '-c', script, 'sh', root, data ?? '', WorkingDir, uid, gid, ...command],
    {
      env: { PATH: path, CONTAINER_PATH: containerPath, ...others },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { child, ended: ended.then(([out, error, [code]]) => ({ code, output: out + error })) };
}

/** The command of the image's health check. */
export const getHealthCheck = (version: Version) => settings[version].Healthcheck.Test.slice(1);

export interface RunningContainer extends ContainerProcess {
  readonly port: number;
  /** Runs another command in the container, as `docker exec` does. */
  execute(...command: readonly string[]): ContainerProcess['ended'];
}

/** Runs the image's server until `use` ends. */
export async function withContainer(
  version: Version,
  options: ContainerOptions,
  use: (container: RunningContainer) => Promise<void>,
) {
  const port = await getFreePort();
  const given = { ...options, variables: { ...options.variables, PORT: String(port) } };
  const server = startInContainer(version, undefined, given);
  try {
    await waitUntilReady(port, server);
    const execute = (...command: readonly string[]) =>
      startInContainer(version, command, given).ended;
    await use({ ...server, port, execute });
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
  }
}

async function waitUntilReady(port: number, { child, ended }: ContainerProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if ((await askPort(port, { path: '/readyz' }).catch(() => undefined))?.status === 200) return;
    if (child.exitCode !== null) throw new Error(`The container ended: ${(await ended).output}`);
    await sleep(50);
  }
  throw new Error('The container does not become ready');
}

/** Makes a folder that belongs to the image's user, to mount on /data. */
export function makeVolume(folder: string): string {
  mkdirSync(folder);
  const [uid, gid] = settings.first.User.split(':').map(Number);
  if (!uid || !gid) throw new Error('The user of the image has no number, or is root');
  chownSync(folder, uid, gid);
  return folder;
}
