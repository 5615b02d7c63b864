import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A mark at the end of the stand-in's Node. No other Node has it, not even the npm package's. */
export const baseMark = '\nstand-in for node:24-slim\n';

/**
 * A stand-in for `node:24-slim` where no registry is reachable: Debian with Node and npm in /usr/local, as in the
 * official image. Its Node is a copy of the running one, with a mark at its end. Its npm has this machine's settings.
 *
 * @returns the archive of its files, which is made only once
 */
export function makeStandInBase(workFolder: string, debootstrap: string): string {
  const archive = join(workFolder, 'base/base.tar');
  if (existsSync(archive)) return archive;
  const root = join(workFolder, 'base-root');
  rmSync(root, { recursive: true, force: true });
  execFileSync(
    debootstrap,
    ['--variant=minbase', '--include=ca-certificates', 'bookworm', root, getMirror()],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const local = join(root, 'usr/local');
  copyFileSync(process.execPath, join(local, 'bin/node'));
  appendFileSync(join(local, 'bin/node'), baseMark);
  const licence = join(dirname(process.execPath), '../LICENSE');
  if (existsSync(licence)) copyFileSync(licence, join(local, 'LICENSE'));
  const modules = join(local, 'lib/node_modules');
  const { npm_execpath: npmScript } = process.env; // `npm run` sets it to npm/bin/npm-cli.js
  if (npmScript === undefined) throw new Error('Run this by npm run test:container');
  const npm = join(dirname(npmScript), '..');
  cpSync(npm, join(modules, 'npm'), { recursive: true, dereference: true });
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  }
  mkdirSync(join(local, 'etc'), { recursive: true });
  writeFileSync(join(local, 'etc/npmrc'), describeNpm(root));
  mkdirSync(dirname(archive), { recursive: true });
  execFileSync('tar', ['-C', root, '-cf', `${archive}.part`, '.']);
  renameSync(`${archive}.part`, archive);
  rmSync(root, { recursive: true, force: true });
  return archive;
}

/** The mirror of Debian that this machine uses, or else Debian's own. */
function getMirror(): string {
  const files = globSync('/etc/apt/{sources.list,sources.list.d/*.{list,sources}}');
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  return (
    /^[^#\n]*?(https?:\/\/\S+\/debian)\/?(?:\s|$)/m.exec(text)?.[1] ??
    'http://deb.debian.org/debian'
  );
}

/** npm's settings on this machine: the registry, and the certificates of a firewall, which are copied. */
function describeNpm(root: string): string {
  const read = (name: string) =>
    execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
  const certificates = read('cafile');
  const lines = [`registry=${read('registry')}`];
  if (existsSync(certificates)) {
    copyFileSync(certificates, join(root, 'etc/ssl/certs/npm.crt'));
    lines.push('cafile=/etc/ssl/certs/npm.crt');
  }
  return `${lines.join('\n')}\n`;
}
