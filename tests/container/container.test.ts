import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { parseSbom, sbomName } from '#scripts/build/sbom.ts';
import { pages } from '#shared/routes.ts';
import { makeEnvironment } from '../helpers/newsletter/newsletter-app.ts';
import { readLink, type TestSmtp } from '../helpers/newsletter/smtp.ts';
import { askPort, postForm } from '../helpers/site/ask.ts';
import { makeFolder, openSmtp } from '../helpers/until-test-ends.ts';
import { decoys, readImages, workFolder } from './buildah.ts';
import { baseMark } from './stand-in-base.ts';
import {
  getHealthCheck,
  getRoot,
  makeVolume,
  type RunningContainer,
  startInContainer,
  withContainer,
} from './start-container.ts';

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

const readHash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

const root = getRoot('first');
const files = listFiles(root);

test('an image contains Node, the libraries that it is linked with, dist/ and their licences, and nothing else', () => {
  const rest = files.filter(
    (file) =>
      !/^(app\/dist\/|usr\/share\/doc\/[\w+.-]+\/copyright$|etc\/hosts$)/.test(file) &&
      !/^(usr\/)?lib(64)?\/.*\.so[\d.]*$/.test(file),
  );
  expect(rest).toEqual(['usr/local/bin/node']);
  const shipped = files.filter((file) => /(^|\/)(npm|npx|node_modules|.*\.tsx?)(\/|$)/.test(file));
  expect(shipped).toEqual([]);
});

test('an image contains the Node of the base image, not the Node of the npm package', () => {
  const { isStandIn } = readImages();
  const node = readFileSync(join(root, 'usr/local/bin/node'));
  expect(node.subarray(-baseMark.length).toString() === baseMark).toBe(isStandIn);
  expect(readHash(join(root, 'usr/local/bin/node'))).not.toBe(readHash(process.execPath));
});

test('an image contains a list of its content: dist/, Node and each Debian package with the version of the base', () => {
  const readPurls = (folder: string) =>
    parseSbom(readFileSync(join(folder, sbomName), 'utf8')).components.map(({ purl }) => purl);
  const purls = readPurls(join(root, 'app/dist'));
  expect(purls).toEqual(expect.arrayContaining(readPurls('dist')));
  expect(purls.filter((purl) => purl.startsWith('pkg:generic/node@24.'))).toHaveLength(1);
  const debian = purls.filter((purl) => purl.startsWith('pkg:deb/debian/'));
  const named = debian.map((purl) => /debian\/(.+)@[\d.%\w-]+\?arch=\w+$/.exec(purl)?.[1]);
  const documented = readdirSync(join(root, 'usr/share/doc')).filter((name) => name !== 'node');
  expect(named.map((name) => decodeURIComponent(name ?? '')).sort()).toEqual(documented.sort());
  expect(named).toContain('libc6');
});

test('all files of an image belong to root, except the two folders of the container’s user', () => {
  const owned = readdirSync(root).filter((name) => statSync(join(root, name)).uid !== 0);
  expect(owned.sort()).toEqual(['data', 'tmp']);
  expect(files.filter((file) => statSync(join(root, file)).uid !== 0)).toEqual([]);
});

const context = listFiles(join(workFolder, 'listed/context'));

test('a build gets every file that it reads, but no secrets, data or tests', () => {
  const wanted = listFiles(join(workFolder, 'context')).filter(
    (file) =>
      /^((client|public|scripts|server|shared)\/|package(-lock)?\.json$|tsconfig\.json$)/.test(
        file,
      ) &&
      !file.startsWith('scripts/deploy/') &&
      !decoys.includes(file),
  );
  expect(context.toSorted()).toEqual(wanted.toSorted());
});

test('two builds of one checkout, on two systems, have the same bytes', () => {
  const [ours, theirs] = ['dist', join(getRoot('first'), 'app/dist')];
  const earlier = Object.keys(JSON.parse(readFileSync(join(ours, 'earlier-assets.json'), 'utf8')));
  const earlierNames = earlier.map((file) => basename(file));
  const isOfThisBuild = (file: string) =>
    !['earlier-assets.json', 'release.json', sbomName].includes(file) &&
    !(file.startsWith('maps/') && earlierNames.includes(basename(file, '.map'))) &&
    !earlier.includes(file.replace(/\.(br|gz)$/, ''));
  const hashAll = (folder: string) =>
    Object.fromEntries(
      listFiles(folder)
        .filter(isOfThisBuild)
        .sort()
        .map((file) => [file, readHash(join(folder, file))]),
    );
  expect(hashAll(theirs)).toEqual(hashAll(ours));
});

test('a container serves every page and every file that a page names, as its own user and without a writable folder', async () => {
  const variables = { TRUST_PROXY: '1' };
  await withContainer('first', { variables }, async ({ port, child, ended, execute }) => {
    expect((await askPort(port, { path: '/healthz' })).status).toBe(200);
    const named = new Set<string>();
    for (const { path, status } of pages) {
      if (path === undefined) continue;
      const { status: received, body } = await askPort(port, { path });
      expect([path, received]).toEqual([path, status]);
      const html = body.toString();
      expect(html).toContain('</html>');
      const found = html.matchAll(/\/(?:assets|fonts|line|social)\/[\w.-]+\.\w+/g);
      for (const [file] of found) named.add(file);
    }
    expect(named.size).toBeGreaterThan(10);
    for (const path of named)
      expect([path, (await askPort(port, { path })).status]).toEqual([path, 200]);

    expect((await execute(...getHealthCheck('first'))).code).toBe(0);
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
    expect(status).toMatch(/^Groups:\t *$/m);
    for (const set of ['CapPrm', 'CapEff', 'CapInh', 'CapAmb']) {
      expect(status).toMatch(new RegExp(`^${set}:\\t0+$`, 'm'));
    }
    for (const path of ['/app/dist/new', '/data/new', '/tmp/new']) {
      const write = `try { require('fs').writeFileSync('${path}', '') } catch ({ code }) { console.log(code) }`;
      expect((await execute('node', '-e', write)).output.trim()).toBe('EROFS');
    }
    const interfaces = readFileSync(`/proc/${child.pid}/net/dev`, 'utf8').match(/^ *\w+:/gm);
    expect(interfaces).toEqual([expect.stringContaining('lo:')]);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });
  expect((await startInContainer('first', getHealthCheck('first')).ended).code).toBe(1);
});

test('the next image has its own files, and still the files of the previous image', async () => {
  const assets = 'app/dist/client/assets';
  const [before, after] = (['first', 'second'] as const).map((version) =>
    readdirSync(join(getRoot(version), assets)).filter((name) => name.endsWith('.js')),
  );
  const dropped = (before ?? []).filter((name) => name.startsWith('entry-'));
  expect(dropped).toHaveLength(1);
  expect((after ?? []).filter((name) => name.startsWith('entry-'))).toHaveLength(2);
  await withContainer('second', {}, async ({ port }) => {
    const { headers, body } = await askPort(port, { path: '/' });
    expect(body.toString()).not.toContain(dropped[0]);
    expect(headers).not.toHaveProperty('cache-tag'); // off by default
    expect(headers).not.toHaveProperty('server-timing');
    for (const name of before ?? []) {
      const { status, body } = await askPort(port, { path: `/assets/${name}` });
      const expected = readFileSync(join(getRoot('first'), assets, name));
      expect([name, status, body.equals(expected)]).toEqual([name, 200, true]);
    }
  });
});

/** Subscribes: sends the form, opens the link in the mail and presses the button. */
async function subscribe({ port }: RunningContainer, smtp: TestSmtp, email: string) {
  expect(await postForm(port, email)).toBe(303);
  await expect.poll(() => smtp.mails.at(-1)?.to, { timeout: 20_000 }).toBe(email);
  const confirm = `http://127.0.0.1:${port}${readLink(smtp.last(), 'confirm')}`;
  expect((await fetch(confirm, { method: 'POST' })).status).toBe(200);
}

/** The confirmed subscribers, as the operator's command lists them. */
async function listSubscribers(container: RunningContainer): Promise<readonly string[]> {
  const list = ['node', 'dist/server/newsletter.js', 'export', '--confirmed'];
  const { code, output } = await container.execute(...list);
  expect(code).toBe(0);
  return Array.from(output.matchAll(/[\w-]+@example\.com/g), ([address]) => address).sort();
}

const readers = ['first@example.com', 'newest@example.com'];

test('SQLite: the newest subscription is in the backup of a running container, and in the container that is restored from it', async () => {
  const [folder, smtp] = [await makeFolder(), await openSmtp()];
  const variables = makeEnvironment({ place: { dataDirectory: '/data' } }, smtp.url);
  const data = makeVolume(join(folder, 'data'));
  await withContainer('first', { variables, data }, async (container) => {
    for (const reader of readers) await subscribe(container, smtp, reader);
    const backUp = ['node', 'dist/server/newsletter.js', 'backup', '/data/backup.sqlite'];
    expect(await container.execute(...backUp)).toMatchObject({ code: 0 });
  });
  // Restores the backup as the README describes it: on another machine, with the copy alone.
  const restored = makeVolume(join(folder, 'restored'));
  renameSync(join(data, 'backup.sqlite'), join(restored, 'newsletter.sqlite'));
  await withContainer('second', { variables, data: restored }, async (container) => {
    expect(await listSubscribers(container)).toEqual(readers);
    await subscribe(container, smtp, 'after@example.com');
  });
});
