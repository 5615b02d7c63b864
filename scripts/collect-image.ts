import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Component, extendSbom, sbomName } from './build/sbom.ts';

const run = async (program: string, ...words: readonly string[]) =>
  (await promisify(execFile)(program, words)).stdout;

/** The user of the container, for programs that ask for a name. The Dockerfile has the same numbers. */
const user = 'node:x:1000:1000::/data:/nonexistent\n';
const group = 'node:x:1000:\n';

/**
 * Collects the files of the container's last stage, which starts empty: the base image's Node, its shared libraries,
 * and `dist`, whose SBOM then lists both. No shell, no package manager, no other package. Needs Debian's package
 * database.
 *
 * @param folder gets `root/`, owned by root, and `writable/`, owned by the user
 * @throws where this Node comes from an npm package: then a patched base image would not patch it
 */
export async function collectImage(options: { dist: string; folder: string }): Promise<void> {
  const root = join(options.folder, 'root');
  const node = process.execPath;
  if (node.includes('/node_modules/')) throw new Error(`${node} is not the Node of the base image`);
  await copyInto(root, node, '/usr/local/bin/node');
  const libraries = await listLibraries(node);
  for (const library of libraries) await copyInto(root, library);
  await copyInto(root, join(dirname(node), '../LICENSE'), '/usr/share/doc/node/copyright');
  const packages = await listDebianPackages(libraries);
  for (const { name } of packages) await copyInto(root, `/usr/share/doc/${name}/copyright`);
  await mkdir(join(root, 'etc'), { recursive: true });
  await writeFile(join(root, 'etc/passwd'), user);
  await writeFile(join(root, 'etc/group'), group);
  const dist = join(root, 'app/dist');
  await cp(options.dist, dist, { recursive: true });
  const sbom = await readFile(join(dist, sbomName), 'utf8');
  const added = [await describeNode(node), ...packages];
  await writeFile(join(dist, sbomName), extendSbom(sbom, added));
  await mkdir(join(options.folder, 'writable/data'), { recursive: true });
  await mkdir(join(options.folder, 'writable/tmp'), { recursive: true });
  await chmod(join(options.folder, 'writable/tmp'), 0o1777);
}

/**
 * Absolute paths of the shared libraries of a program and of the loader that its header names, as
 * `ldd` prints them: `libm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x…)`, `/lib64/ld-…so.2 (0x…)`.
 */
async function listLibraries(program: string): Promise<readonly string[]> {
  const stdout = await run('ldd', program);
  if (stdout.includes('not found')) throw new Error(`A library is missing:\n${stdout}`);
  return [...stdout.matchAll(/(?:^|\s)(\/\S+) \(0x/gm)].flatMap(([, path]) => path ?? []);
}

/** The Debian packages of these libraries, each once, found by file name: /lib may be a link to /usr/lib. */
async function listDebianPackages(libraries: readonly string[]): Promise<readonly Component[]> {
  const paths = libraries.map((library) => `*/${basename(library)}`);
  const owners = await run('dpkg-query', '--search', ...paths);
  const names = [...owners.matchAll(/^(?!diversion )([^:\s]+)/gm)].map(([, name = '']) => name);
  // `libc6:amd64`, a tab and the version.
  const shown = await run('dpkg-query', '--show', ...new Set(names.sort()));
  return [...shown.matchAll(/^([^:\s]+)(?::(\w+))?\t(\S+)$/gm)].map(
    ([, name = '', architecture = 'all', version = '']) => {
      const place = `${encodeURIComponent(name)}@${encodeURIComponent(version)}`;
      const purl = `pkg:deb/debian/${place}?arch=${architecture}`;
      return { type: 'library', purl, name, version };
    },
  );
}

async function describeNode(program: string): Promise<Component> {
  const { node: version } = process.versions;
  const sha512 = hash('sha512', await readFile(program));
  const purl = `pkg:generic/node@${version}`;
  return { type: 'platform', purl, name: 'node', version, licence: 'MIT', sha512 };
}

async function copyInto(root: string, from: string, to = from): Promise<void> {
  await cp(from, join(root, to), { dereference: true });
}

// `tsx scripts/collect-image.ts FOLDER`, in the Dockerfile.
if (import.meta.main) {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error('Which folder? tsx scripts/collect-image.ts FOLDER');
  await collectImage({ dist: 'dist', folder });
}
