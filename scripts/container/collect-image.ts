import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Of the Debian packages that the libraries come from; their copyright files go along. */
const debianPackages = ['libc6', 'libgcc-s1', 'libstdc++6'];

/** The user of the container, for programs that ask for a name. The Dockerfile says the numbers. */
const user = 'node:x:1000:1000::/data:/nonexistent\n';
const group = 'node:x:1000:\n';

/**
 * Gathers what the container's last stage holds, which starts from nothing: the Node that made the
 * build, the libraries that it is linked with, and `dist`. No shell, no package manager, no package that does not run.
 *
 * @param folder gets `root/`, which belongs to root, and `writable/`, which is the user's
 */
export async function collectImage(options: { dist: string; folder: string }): Promise<void> {
  const root = join(options.folder, 'root');
  const node = process.execPath;
  await copyInto(root, node, '/usr/local/bin/node');
  for (const library of await findLibraries(node)) await copyInto(root, library, library);
  await copyInto(root, join(dirname(node), '../LICENSE'), '/usr/share/doc/node/copyright');
  for (const name of debianPackages) {
    const file = `/usr/share/doc/${name}/copyright`;
    if (await exists(file)) await copyInto(root, file, file);
  }
  await mkdir(join(root, 'etc'), { recursive: true });
  await writeFile(join(root, 'etc/passwd'), user);
  await writeFile(join(root, 'etc/group'), group);
  await cp(options.dist, join(root, 'app/dist'), { recursive: true });
  await mkdir(join(options.folder, 'writable/data'), { recursive: true });
  await mkdir(join(options.folder, 'writable/tmp'), { recursive: true });
  await chmod(join(options.folder, 'writable/tmp'), 0o1777);
}

/**
 * Absolute paths of the shared libraries of a program and of the loader that its header names, as
 * `ldd` prints them: `libm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x…)`, `/lib64/ld-…so.2 (0x…)`.
 */
async function findLibraries(program: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('ldd', [program]);
  if (stdout.includes('not found')) throw new Error(`A library is missing:\n${stdout}`);
  return [...stdout.matchAll(/(?:^|\s)(\/\S+) \(0x/gm)].flatMap(([, path]) => path ?? []);
}

async function copyInto(root: string, from: string, to: string): Promise<void> {
  await cp(from, join(root, to), { dereference: true });
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
