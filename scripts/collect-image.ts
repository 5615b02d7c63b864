import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Component, extendSbom, sbomName } from './build/sbom.ts';

/**
 * Collects the files of the container's last stage: `root/`, owned by root, has the base image's Node, its shared
 * libraries, and `dist` with an SBOM that lists both; `writable/` is for the user. Needs Debian's package database.
 * Throws where this Node comes from an npm package: a patched base image would not patch it.
 */
export function collectImage(folder: string): void {
  const node = process.execPath;
  if (node.includes('/node_modules/')) throw new Error(`${node} is not the Node of the base image`);
  const root = join(folder, 'root');
  const copy = (from: string, to = from) =>
    cpSync(from, join(root, to), { recursive: true, dereference: true });
  copy(node, '/usr/local/bin/node');
  copy(join(dirname(node), '../LICENSE'), '/usr/share/doc/node/copyright');
  const libraries = listLibraries(node);
  for (const library of libraries) copy(library);
  const packages = listDebianPackages(libraries);
  for (const { name } of packages) copy(`/usr/share/doc/${name}/copyright`);
  copy('dist', '/app/dist');
  const sbom = join(root, 'app/dist', sbomName);
  const added = [describeNode(node), ...packages];
  writeFileSync(sbom, extendSbom(readFileSync(sbom, 'utf8'), added));
  for (const name of ['data', 'tmp'])
    mkdirSync(join(folder, 'writable', name), { recursive: true });
  chmodSync(join(folder, 'writable/tmp'), 0o1777);
}

function run(program: string, ...words: readonly string[]): string {
  return execFileSync(program, words, { encoding: 'utf8' });
}

/**
 * Absolute paths of the shared libraries of a program and of the loader that its header names, as
 * `ldd` prints them: `libm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x…)`, `/lib64/ld-…so.2 (0x…)`.
 */
function listLibraries(program: string): readonly string[] {
  return [...run('ldd', program).matchAll(/(?:^|\s)(\/\S+) \(0x/gm)].flatMap(
    ([, path]) => path ?? [],
  );
}

/** The Debian packages of these libraries, each once, found by file name: /lib may be a link to /usr/lib. */
function listDebianPackages(libraries: readonly string[]): readonly Component[] {
  const owners = run('dpkg-query', '--search', ...libraries.map((path) => `*/${basename(path)}`));
  const names = [...owners.matchAll(/^(?!diversion )([^:\s]+)/gm)].map(([, name = '']) => name);
  // `libc6:amd64`, a tab and the version.
  const shown = run('dpkg-query', '--show', ...new Set(names.sort()));
  return [...shown.matchAll(/^([^:\s]+)(?::(\w+))?\t(\S+)$/gm)].map(
    ([, name = '', architecture = 'all', version = '']) => {
      const component = `${encodeURIComponent(name)}@${encodeURIComponent(version)}`;
      const purl = `pkg:deb/debian/${component}?arch=${architecture}`;
      return { type: 'library', purl, name, version };
    },
  );
}

function describeNode(program: string): Component {
  const { node: version } = process.versions;
  const hashes = [{ alg: 'SHA-512', content: hash('sha512', readFileSync(program)) }] as const;
  const purl = `pkg:generic/node@${version}`;
  const licenses = [{ expression: 'MIT' }];
  return { type: 'platform', purl, name: 'node', version, licenses, hashes };
}

// The Dockerfile runs `node scripts/collect-image.ts FOLDER`.
if (import.meta.main) {
  const [folder = ''] = process.argv.slice(2);
  collectImage(folder);
}
