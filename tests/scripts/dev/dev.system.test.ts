import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { getChromium } from '#scripts/install/get-chromium.ts';
import { getFreePort } from '#scripts/site/get-free-port.ts';
import { makeEntry } from '../../helpers/content/make-event.ts';
import { makePhonePhotograph } from '../../helpers/content/phone-photograph.ts';
import { sampleContent } from '../../helpers/content/sample-content.ts';
import { copyTree } from '../../helpers/copy-tree.ts';
import { makeFolder, startProgram, startServer } from '../../helpers/until-test-ends.ts';

const executablePath = await getChromium();

/** A cycle takes less than a second, on a busy machine longer. */
const timeout = 60_000; // milliseconds

function saveByRename(file: string, text: string): void {
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

test('npm run dev with an invalid PORT says so in one line and ends with 1', async () => {
  const { ended } = await startServer({ PORT: '99999' }, 'scripts/dev.ts');
  const wrong = 'options.port should be >= 0 and < 65536. Received type number (99999).';
  const stderr = `${wrong} (another port: PORT=3001 npm run dev)\n`;
  expect(await ended).toEqual({ code: 1, stderr });
});

test('npm run dev notices every save of each kind, shows a broken file or entry until it is corrected, and ends with npm', async () => {
  const folder = await makeFolder({ 'data/x': '' });
  await copyTree(folder);
  const port = await getFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const read = async (path: string) =>
    (await fetch(origin + path, { headers: { accept: 'text/html' } })).text();
  const isReady = async () => (await read('/').catch(() => '')).includes('</html>');
  const readOutput = await startProgram(['npm', 'run', 'dev', '--silent'], isReady, {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: String(port), HOST: '127.0.0.1' },
  });
  const file = (path: string) => join(folder, path);
  /** The number of reloads of the open pages; the first event is sent when a page connects. */
  let reloads = -1;
  const countReloads = () => reloads;
  const events = get(`${origin}/dev/events`, (response) => {
    response.on('data', (chunk) => {
      reloads += String(chunk).split('event: version').length - 1;
    });
  });
  onTestFinished(() => void events.destroy());
  await expect.poll(countReloads, { timeout }).toBe(0);

  const icon = file('public/favicon.svg');
  const saves: Readonly<Record<string, (number: number) => void>> = {
    'in place': (number) => writeFileSync(icon, `<svg>${number}</svg>`),
    'by rename': (number) => saveByRename(file('public/new.svg'), `<svg>${number}</svg>`),
    'a new file': (number) => writeFileSync(file(`public/new-${number}.svg`), '<svg/>'),
    'a deleted file': (number) => rmSync(file(`public/new-${number}.svg`)),
  };
  for (const [kind, save] of Object.entries(saves)) {
    // A new or deleted file starts a whole cycle.
    const count = kind.endsWith(' file') ? 5 : 20;
    for (let number = 0; number < count; number += 1) {
      const before = countReloads();
      save(number);
      const options = { timeout, interval: 5, message: `${kind}, ${number}` };
      await expect.poll(countReloads, options).toBeGreaterThan(before);
    }
  }
  for (const path of ['/favicon.svg', '/new.svg']) expect(await read(path)).toBe('<svg>19</svg>');

  const content = file('shared/site.ts');
  const source = readFileSync(content, 'utf8');
  const [title = 'none'] = /<title data-page>[^:]+:/.exec(await read('/')) ?? [];
  const expectHome = (text: string) => expect.poll(() => read('/'), { timeout }).toContain(text);
  saveByRename(content, source.replace(/^ {2}name: .*,/m, "  name: 'Another Circle',"));
  // A page that requests its script during a cycle may be older than the cycle, so the version changes at its end.
  const readVersion = async () => /\('(\d+)'\);\n$/.exec(await read('/dev/in-page.js'))?.[1];
  await sleep(200); // longer than the cycle waits for further changes
  const during = await readVersion();
  await expectHome('<title data-page>Another Circle:');
  expect(await readVersion()).not.toBe(during);
  saveByRename(content, `${source}\nconst = broken;`);
  await expectHome('The site does not run');
  expect(await read('/')).toMatch(/shared\/site\.ts[\s\S]*a comma follows it/);
  saveByRename(content, `${source}\nthrow new Error('At the start');`);
  await expectHome('Error: At the start');
  expect(await read('/')).toMatch(/at .*shared\/site\.ts:\d+:\d+/);
  saveByRename(content, source);
  await expectHome(title);
  // An uncaught error does not end the server, and disappears with the next save.
  const routes = file('server/routes/resources.ts');
  const router = readFileSync(routes, 'utf8');
  saveByRename(routes, `${router}\nsetTimeout(() => {\n  throw new Error('In a timer');\n}, 5);`);
  await expectHome('Error: In a timer');
  const thrower = router.split('\n').length + 2;
  expect(await read('/')).toMatch(
    new RegExp(`server/routes/resources\\.ts:${thrower}:\\d+\n[^]*&gt; ${thrower} \\| {3}throw`),
  );
  saveByRename(routes, router);
  await expectHome(title);
  const programmeFile = file('shared/content/events.ts');
  const programme = readFileSync(programmeFile, 'utf8');
  const early = makeEntry({ end: '2000-01-01 00:00' });
  saveByRename(programmeFile, programme.replace('= [', `= [${JSON.stringify(early)},`));
  await expectHome(`it ends (2000-01-01 00:00) before it has begun (${early.start}).`);
  saveByRename(programmeFile, programme);
  await expectHome(title);

  // The page shows an error of the server or of the browser, and works again after the correction.
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(timeout);
  await page.goto(`${origin}/`);
  const home = file('client/pages/home/home-page.tsx');
  const component = readFileSync(home, 'utf8');
  const [before = ''] = component.split('export function Page() {', 1);
  const saveWith = (statement: string) =>
    saveByRename(home, component.replace('export function Page() {', `$&\n  ${statement}`));
  const line = before.split('\n').length + 1;
  const expectReport = async (message: string) => {
    const report = page.locator('pre', { hasText: message });
    await report.waitFor();
    const place = `client/pages/home/home-page\\.tsx:${line}:\\d+\n[^]*> ${line} \\| `;
    const expected = new RegExp(`Error: ${message}[^]*${place}.*${message}`);
    expect(await report.textContent()).toMatch(expected);
  };
  saveWith("if (typeof document !== 'undefined') throw new Error('In the browser');");
  await expectReport('In the browser');
  saveWith("if (typeof document === 'undefined') throw new Error('On the server');");
  await expectReport('On the server');
  expect(await page.locator('pre').count()).toBe(1);
  saveByRename(home, component);

  // The error names a row of the page table without a module.
  const modules = file('client/pages.ts');
  const moduleText = readFileSync(modules, 'utf8');
  saveByRename(modules, moduleText.replace(/^ {2}home,$/m, ''));
  await page.getByText('The page “home” of shared/routes.ts has no module').waitFor();
  saveByRename(modules, moduleText);

  // A type error or an unlikely tag is shown above the page, which still works.
  const strip = page.getByRole('status').first();
  const typed = file('client/components/button.tsx');
  const typedSource = readFileSync(typed, 'utf8');
  saveByRename(typed, `${typedSource}export const wrong: string = 5;\n`);
  await page.locator('pre', { hasText: 'client/components/button.tsx' }).waitFor();
  const wrongType = "Type 'number' is not assignable to type 'string'.";
  expect(await strip.textContent()).toContain(wrongType);
  expect(readOutput()).toContain(wrongType);
  saveByRename(typed, typedSource);
  await expect.poll(() => page.locator('pre').count(), { timeout }).toBe(0);
  const misspelt = JSON.stringify(makeEntry({ tags: ['bootcmap'] }));
  const warning = 'its tag “bootcmap” is new: write “bootcamp” if you mean that.';
  const other = programme.replace('= [', `= [${misspelt}];\nexport const others = [`);
  saveByRename(programmeFile, other);
  await strip.getByText(warning).waitFor();
  saveByRename(programmeFile, `${other}\n`);
  await page.waitForEvent('load');
  await strip.getByText(warning).waitFor();
  expect(readOutput().split(warning)).toHaveLength(2);
  saveByRename(programmeFile, programme);

  const script = file('scripts/dev.ts');
  saveByRename(script, readFileSync(script, 'utf8'));
  await strip.getByText('Restart npm run dev: scripts/dev.ts has changed.').waitFor();

  // A photograph that is missing at first, then incomplete, then complete.
  const expectPeople = () => expect.poll(() => read('/about'), { timeout });
  const team = file('shared/content/team.ts');
  const first = { ...sampleContent.team[0], id: 0, name: 'Some One', photoUrl: 'IMG_1.jpg' };
  saveByRename(team, readFileSync(team, 'utf8').replace('= [', `= [${JSON.stringify(first)},`));
  await expectPeople().toContain('its photoUrl “IMG_1.jpg” is not in shared/content/photographs/');
  const photograph = await makePhonePhotograph(720, 900);
  const half = photograph.subarray(0, photograph.length / 2);
  writeFileSync(file('shared/content/photographs/IMG_1.jpg'), half);
  await expectPeople().toContain('“IMG_1.jpg” is damaged, or no picture');
  writeFileSync(file('shared/content/photographs/IMG_1.jpg'), photograph);
  await expectPeople().toMatch(/<img [^>]*src="\/assets\/portrait-720-[0-9a-f]{8}\.jpg"/);
  const [path = ''] = /\/assets\/portrait-720-[0-9a-f]{8}\.jpg/.exec(await read('/about')) ?? [];
  const picture = await read(path);
  expect(picture.length).toBeGreaterThan(1000);
  expect(picture.startsWith('\ufffd')).toBe(true); // 0xFF, the first byte of a JPEG, so not a page.
});
