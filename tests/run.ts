import { spawnSync } from 'node:child_process';
import { describeMissing, listMissing } from './helpers/programs/programs.ts';

/* `npm test` and, with the argument `system`, `npm run test:system`: runs all parts, also where one fails. The last
   lines say how each has ended, and what was not tested. */

/** A part: its name, and the commands that it needs, one after the other. */
type Part = readonly [name: string, ...commands: (readonly string[])[]];

const vitest = 'node_modules/vitest/vitest.mjs';
const playwright = 'node_modules/playwright/cli.js';
const build = ['scripts/build-if-changed.ts'];

const parts: Readonly<Record<'site' | 'system', readonly Part[]>> = {
  site: [
    ['unit and HTTP tests', [vitest, 'run', '--project', 'site']],
    ['browser tests', build, [playwright, 'test', '--project', 'chromium']],
  ],
  system: [
    ['tests with programs of the system', [vitest, 'run', '--project', 'system']],
    [
      'PostgreSQL',
      [vitest, 'run', '--project', 'site', '-t', 'PostgreSQL', 'tests/server/newsletter'],
    ],
    ['other content', ['tests/other-content.ts']],
    ['Firefox, WebKit, fonts', build, [playwright, 'test', '--project', 'system']],
  ],
};

const suite = process.argv[2] === 'system' ? 'system' : 'site';
const print = (...lines: readonly string[]) => void process.stdout.write(`${lines.join('\n')}\n`);
const missing = suite === 'system' ? describeMissing('system') : '';
if (missing !== '') {
  print(missing);
  process.exitCode = 1;
} else {
  const ended = parts[suite].map(runPart);
  print('', ...ended, ...listUntested());
}

/** Runs its commands until one fails. @returns how it has ended, in one line */
function runPart([name, ...commands]: Part): string {
  const startedAt = performance.now();
  const isGreen = commands.every((command) => {
    // Vitest writes colours into files too; Playwright sets colours itself, and warns of the variable.
    const plain = command[0] === vitest && !process.stdout.isTTY ? { NO_COLOR: '1' } : {};
    const options = { stdio: 'inherit' as const, env: { ...process.env, ...plain } };
    const { status } = spawnSync(process.execPath, command, options);
    return status === 0;
  });
  if (!isGreen) process.exitCode = 1;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return `${isGreen ? 'passed' : 'FAILED'}: ${name} (${seconds} s)`;
}

/** The parts that were not tested on this machine, and the commands that test them. */
function listUntested(): readonly string[] {
  if (suite === 'system') return ['Not tested here: the image (npm run test:container).'];
  const programs = listMissing('system').includes('postgresql') ? 'PostgreSQL, ' : '';
  const parts = `${programs}proxies, alerts, Firefox, WebKit, fallback fonts, npm run dev, recipes`;
  return [`Not tested here: ${parts} (npm run test:system); the image (npm run test:container).`];
}
