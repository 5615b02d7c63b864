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

/** At the end of the stand-in's Node: no other Node has it, the one of npm's package neither. */
export const baseMark = '\nstand-in for node:24-slim\n';

/**
 * What stands in for `node:24-slim` where no registry is reachable: Debian with Node and npm below
 * /usr/local, as in the official image. Node is the one that runs this, with a mark at its end. npm there
 * reaches the packages as npm here does.
 *
 * @returns the archive of its files, which is made once
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
  const { npm_execpath: npmScript } = process.env; // `npm run` names its own: npm/bin/npm-cli.js
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

/** The mirror that this machine uses, and where it names none, Debian's own. */
function getMirror(): string {
  const files = globSync('/etc/apt/{sources.list,sources.list.d/*.{list,sources}}');
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  return (
    /^[^#\n]*?(https?:\/\/\S+\/debian)\/?(?:\s|$)/m.exec(text)?.[1] ??
    'http://deb.debian.org/debian'
  );
}

/** npm's settings of this machine: the registry, and certificates of a firewall, which are copied in. */
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
