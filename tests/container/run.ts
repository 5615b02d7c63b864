import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repo } from '../helpers/copy-tree.ts';
import { getProgram } from '../helpers/programs/programs.ts';
import { createBuildah, decoys, type Images, workFolder } from './buildah.ts';
import { makeStandInBase } from './stand-in-base.ts';

/* `npm run test:container`: builds the image of this checkout, and one that follows it, and runs
   tests/container/ on what came out, where there is no network but the loopback. The base is the official
   image where it can be fetched, else a Debian of debootstrap's. `-- --keep` leaves the images' files, for
   `npx vitest run --config vitest.container.config.ts` while a test is written. */

const officialBase = 'docker.io/library/node:24-slim';

const startedAt = performance.now();
const print = (line: string) => void process.stdout.write(`${line}\n`);
const say = (text: string) =>
  print(`[${Math.round((performance.now() - startedAt) / 1000)} s] ${text}`);

process.exitCode = await main();

async function main(): Promise<number> {
  if (process.getuid?.() !== 0) {
    print('npm run test:container needs root: it changes root folders and networks');
    return 1;
  }
  removeWork();
  mkdirSync(workFolder, { recursive: true });
  const ip = getProgram('ip');
  const buildah = await createBuildah();
  try {
    const base = await getBase(buildah);
    const images = buildImages(buildah, base);
    writeFileSync(join(workFolder, 'images.json'), JSON.stringify(images));
    say('running it');
    return runTests(ip);
  } finally {
    if (!process.argv.includes('--keep')) removeWork();
  }
}

/** Removes everything except the stand-in's archive, which takes most of a minute to make. */
function removeWork(): void {
  // buildah mounts its storage, and a run that was killed leaves the mounts of its containers.
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  const ours = mounts.flatMap((line) => line.split(' ')[1] ?? []);
  for (const place of ours.filter((path) => path.startsWith(`${workFolder}/`)).reverse()) {
    execFileSync('umount', ['--lazy', place]);
  }
  for (const name of ['storage', 'run', 'context', 'first', 'second', 'listed', 'base-root']) {
    rmSync(join(workFolder, name), { recursive: true, force: true });
  }
}

type Buildah = Awaited<ReturnType<typeof createBuildah>>;

async function getBase(buildah: Buildah): Promise<string> {
  if (buildah.pull(officialBase)) {
    say(`on ${officialBase}`);
    return officialBase;
  }
  const debootstrap = getProgram('debootstrap');
  say(`on a Debian that stands in for ${officialBase}: no registry gives it`);
  const archive = makeStandInBase(workFolder, debootstrap);
  const dockerfile = join(dirname(archive), 'Dockerfile');
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  writeFileSync(dockerfile, `FROM scratch\nADD base.tar /\nENV PATH=${path}\nCMD ["node"]\n`);
  buildah.build({ tag: 'setu-base', context: dirname(archive) });
  return buildah.locate('setu-base');
}

/** The image of this checkout, an image with changed browser code, and the files that a build gets. */
function buildImages(buildah: Buildah, base: string): Images {
  const context = join(workFolder, 'context');
  copyCheckout(context);
  const [first, second] = ['setu-circle-test:1', 'setu-circle-test:2'];
  say('the first image');
  const time = { SOURCE_DATE_EPOCH: readPublicationTime() };
  buildah.build({ tag: first, context, arguments: { BASE: base, ...time } });
  buildah.export(first, join(workFolder, 'first'));
  const firstSettings = buildah.readSettings(first);

  const listing = join(workFolder, 'listing.Dockerfile');
  writeFileSync(listing, 'FROM scratch\nCOPY . /context\nCMD ["none"]\n');
  buildah.build({ tag: 'setu-listed', context, dockerfile: listing });
  buildah.export('setu-listed', join(workFolder, 'listed'));

  say('the second image, which follows it');
  appendFileSync(join(context, 'client/entry.tsx'), "\nperformance.mark('second');\n");
  const bases = { BASE: base, PREVIOUS: buildah.locate(first) };
  buildah.build({ tag: second, context, arguments: bases });
  buildah.export(second, join(workFolder, 'second'));
  const secondSettings = buildah.readSettings(second);
  return { isStandIn: base !== officialBase, firstSettings, secondSettings };
}

/** The time at which `dist/` was built, in seconds: the image repeats that build. */
function readPublicationTime(): string {
  const server = readFileSync(join(repo, 'dist/server/index.js'), 'utf8');
  const [, time = ''] = /publishedAt: "(.+?)"/.exec(server) ?? [];
  return String(Date.parse(time) / 1000);
}

/** The files that git would commit, with added files that must not reach a build. */
function copyCheckout(context: string): void {
  const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const args = ['-c', 'safe.directory=*', ...listing];
  const files = execFileSync('git', args, { cwd: repo, encoding: 'utf8' }).split('\0');
  for (const file of files.filter(Boolean)) cpSync(join(repo, file), join(context, file));
  for (const file of decoys) {
    mkdirSync(dirname(join(context, file)), { recursive: true });
    writeFileSync(join(context, file), 'a secret\n');
  }
}

/** Runs in a network namespace of its own, which has only the loopback interface. */
function runTests(ip: string): number {
  const script =
    '"$1" link set lo up && exec "$2" node_modules/vitest/vitest.mjs run --config "$3"';
  const { status } = spawnSync(
    'unshare',
    ['--net', 'sh', '-c', script, 'sh', ip, process.execPath, 'vitest.container.config.ts'],
    { cwd: repo, stdio: 'inherit' },
  );
  return status ?? 1;
}
