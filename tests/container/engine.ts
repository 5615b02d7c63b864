import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { findInstalled, getProgram } from '#scripts/find-program.ts';

/** What an image says about how it is run. */
export const imageSettings = z.object({
  Env: z.array(z.string()),
  User: z.string(),
  WorkingDir: z.string(),
  Cmd: z.array(z.string()).min(1),
  ExposedPorts: z.record(z.string(), z.unknown()),
  Healthcheck: z.object({ Test: z.tuple([z.literal('CMD')], z.string()) }),
});
export type ImageSettings = z.infer<typeof imageSettings>;

export interface BuildOptions {
  readonly tag: string;
  readonly context: string;
  readonly dockerfile?: string;
  readonly arguments?: Readonly<Record<string, string>>;
}

/** A program that builds images. */
export interface Engine {
  readonly name: string;
  /** Whether this image could be fetched from its registry. */
  pull(image: string): boolean;
  build(options: BuildOptions): void;
  /** An image that was built here, as a Dockerfile's `FROM` finds it. */
  locate(tag: string): string;
  /** Writes the image's files into `folder`. */
  export(tag: string, folder: string): void;
  readSettings(tag: string): ImageSettings;
  remove(tags: readonly string[]): void;
}

/** docker or podman where one is installed, else buildah, which is installed from Debian when missing. */
export function getEngine(workFolder: string): Engine {
  for (const name of ['docker', 'podman'] as const) {
    const program = findInstalled([name]);
    // docker's client may be there without its daemon
    if (program !== undefined && succeeds(program, ['info'])) return createEngine(name, program);
  }
  return createBuildah(findBuildah(), workFolder);
}

/** Installs it when it is missing. */
function findBuildah(): string {
  return getProgram({
    names: ['buildah'],
    packages: ['buildah'],
    user: 'The test of the container, which builds the Dockerfile without Docker',
  });
}

const run = (program: string, args: readonly string[]) =>
  execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 256 * 1024 ** 2,
  }).trim();

/** Whether a command ends well, within five minutes. */
function succeeds(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 5 * 60_000 }).status === 0;
}

function listBuildArguments({ tag, context, dockerfile, arguments: given = {} }: BuildOptions) {
  return [
    ...Object.entries(given).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
    ...(dockerfile === undefined ? [] : ['--file', dockerfile]),
    ...['--tag', tag, context],
  ];
}

/** What docker and podman put into every container, beside the image's files. */
const madeByEngine = '.dockerenv dev proc run sys etc/hostname etc/mtab etc/resolv.conf'.split(' ');

function createEngine(name: 'docker' | 'podman', program: string): Engine {
  // OCI's format has no HEALTHCHECK, and not every machine lets podman's builds have a namespace of their own.
  const given = name === 'podman' ? ['--format', 'docker', '--isolation', 'chroot'] : [];
  return {
    name,
    pull: (image) => succeeds(program, ['pull', image]),
    locate: (tag) => (name === 'docker' ? tag : `localhost/${tag}`),
    build: (options) => void run(program, ['build', ...given, ...listBuildArguments(options)]),
    export(tag, folder) {
      const id = run(program, ['create', tag, 'none']);
      const archive = `${folder}.tar`;
      run(program, ['export', '--output', archive, id]);
      run(program, ['rm', id]);
      mkdirSync(folder, { recursive: true });
      run('tar', ['-xf', archive, '-C', folder]);
      rmSync(archive);
      for (const path of madeByEngine) rmSync(join(folder, path), { recursive: true, force: true });
    },
    readSettings(tag) {
      // podman tells of the health check beside the rest.
      const schema = z.tuple([z.looseObject({ Config: z.looseObject({}) })]);
      const [inspected] = schema.parse(JSON.parse(run(program, ['image', 'inspect', tag])));
      return imageSettings.parse({ ...inspected, ...inspected.Config });
    },
    remove: (tags) => void run(program, ['rmi', '--force', ...tags]),
  };
}

/** Its storage lies in the work folder and goes with it. */
function createBuildah(program: string, workFolder: string): Engine {
  const locate = (tag: string) => `localhost/${tag}`;
  const policy = join(workFolder, 'policy.json');
  writeFileSync(policy, '{ "default": [{ "type": "insecureAcceptAnything" }] }\n');
  const folders = ['--root', join(workFolder, 'storage'), '--runroot', join(workFolder, 'run')];
  // Inside a container the layers cannot be laid over each other: then they are copied.
  const isOverlaid = succeeds(program, [...folders, '--storage-driver', 'overlay', 'info']);
  const place = [...folders, '--storage-driver', isOverlaid ? 'overlay' : 'vfs'];
  const buildah = (...args: readonly string[]) => run(program, [...place, ...args]);
  const isolation = ['--isolation', 'chroot', '--network', 'host', '--signature-policy', policy];
  return {
    name: 'buildah',
    locate,
    pull: (image) => succeeds(program, [...place, 'pull', '--signature-policy', policy, image]),
    build(options) {
      const format = ['--format', 'docker', '--layers'];
      buildah('build', ...isolation, ...format, ...listBuildArguments(options));
    },
    export(tag, folder) {
      const id = buildah('from', '--signature-policy', policy, locate(tag));
      run('cp', ['--archive', buildah('mount', id), folder]);
      buildah('rm', id);
    },
    readSettings(tag) {
      const { Docker } = z
        .object({ Docker: z.object({ config: imageSettings }) })
        .parse(JSON.parse(buildah('inspect', '--type', 'image', locate(tag))));
      return Docker.config;
    },
    remove: (tags) => void buildah('rmi', '--force', ...tags.map(locate)),
  };
}
