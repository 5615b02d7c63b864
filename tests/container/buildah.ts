import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { getProgram } from '../helpers/programs/programs.ts';

/** The names under which `run.ts` stores its builds. */
export const workFolder = resolve(import.meta.dirname, '../../node_modules/.cache/container');

/** The settings with which an image is run. */
const imageSettings = z.object({
  Env: z.array(z.string()),
  User: z.string(),
  WorkingDir: z.string(),
  Cmd: z.array(z.string()).min(1),
  ExposedPorts: z.record(z.string(), z.unknown()),
  Healthcheck: z.object({ Test: z.tuple([z.literal('CMD')], z.string()) }),
});

const imagesOf = z.object({
  /** Whether the base image is the stand-in. */
  isStandIn: z.boolean(),
  firstSettings: imageSettings,
  secondSettings: imageSettings,
});
export type Images = z.infer<typeof imagesOf>;

export const readImages = () =>
  imagesOf.parse(JSON.parse(readFileSync(join(workFolder, 'images.json'), 'utf8')));

interface BuildOptions {
  readonly tag: string;
  readonly context: string;
  readonly dockerfile?: string;
  readonly arguments?: Readonly<Record<string, string>>;
}

/** buildah builds a Dockerfile without a daemon. Its storage is in the work folder, and is removed with that folder. */
export async function createBuildah() {
  const program = getProgram('buildah');
  const policy = join(workFolder, 'policy.json');
  writeFileSync(policy, '{ "default": [{ "type": "insecureAcceptAnything" }] }\n');
  const folders = ['--root', join(workFolder, 'storage'), '--runroot', join(workFolder, 'run')];
  // Inside a container overlay mounts are not possible, so layers are copied.
  const isOverlaid = succeeds(program, [...folders, '--storage-driver', 'overlay', 'info']);
  const place = [...folders, '--storage-driver', isOverlaid ? 'overlay' : 'vfs'];
  const run = (...args: readonly string[]) =>
    execFileSync(program, [...place, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 256 * 1024 ** 2,
    }).trim();
  const isolation = ['--isolation', 'chroot', '--network', 'host', '--signature-policy', policy];
  /** An image that was built here, as a Dockerfile's `FROM` finds it. */
  const locate = (tag: string) => `localhost/${tag}`;
  return {
    locate,
    /** Whether this image could be fetched from its registry. */
    pull: (image: string) =>
      succeeds(program, [...place, 'pull', '--signature-policy', policy, image]),
    build({ tag, context, dockerfile, arguments: given = {} }: BuildOptions) {
      const values = Object.entries(given).flatMap(([name, value]) => [
        '--build-arg',
        `${name}=${value}`,
      ]);
      const file = dockerfile === undefined ? [] : ['--file', dockerfile];
      // The OCI format has no HEALTHCHECK.
      const format = ['--format', 'docker', '--layers'];
      run('build', ...isolation, ...format, ...values, ...file, '--tag', tag, context);
    },
    /** Writes the image's files into `folder`. */
    export(tag: string, folder: string) {
      const id = run('from', '--signature-policy', policy, locate(tag));
      execFileSync('cp', ['--archive', run('mount', id), folder]);
      run('rm', id);
    },
    readSettings: (tag: string) =>
      z
        .object({ Docker: z.object({ config: imageSettings }) })
        .parse(JSON.parse(run('inspect', '--type', 'image', locate(tag)))).Docker.config,
  };
}

/** Whether a command succeeds within five minutes. */
function succeeds(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 5 * 60_000 }).status === 0;
}

/** Files in the checkout of an operator or a developer that must not reach a build. */
export const decoys: readonly string[] = [
  '.env',
  '.git/config',
  'data/newsletter.sqlite',
  'data/secret',
  'node_modules/left/index.js',
  'scripts/deploy/.env',
  'scripts/deploy/backups/newsletter.sql',
  'scripts/deploy/tls/privkey.pem',
  'server/.env',
  'server/.env.production',
  'server/signing.key',
  'shared/newsletter.sqlite-wal',
  'client/node_modules/left/index.js',
  'tests/secret.txt',
];
