import { getChromium } from '#scripts/find-chromium.ts';
import { ProgramMissing } from '#scripts/find-program.ts';
import { findFirefox } from './engines/firefox.ts';
import { findWebKit } from './engines/webkit.ts';
import { findCaddy } from './helpers/caddy.ts';
import { findOpenssl } from './helpers/certificate.ts';
import { findNginx } from './helpers/nginx.ts';
import { findPostgres } from './helpers/start-postgres.ts';

const finders: readonly (() => unknown)[] = [
  findOpenssl,
  findPostgres,
  findNginx,
  findCaddy,
  getChromium,
  findFirefox,
  findWebKit,
];

/**
 * Runs once, before the unit tests: one line names all that is missing, then it is installed, one
 * after the other. Two workers that install at once wait for each other's lock of the package manager
 * or find half of a program, and an installation takes longer than a test may.
 *
 * @throws where something is missing and INSTALL=off, with the command that installs all of it
 */
export async function setup(): Promise<void> {
  const { INSTALL: before } = process.env;
  process.env['INSTALL'] = 'off'; // Whoever would install something throws it.
  const failures = await callAll();
  if (before === undefined) delete process.env['INSTALL'];
  else process.env['INSTALL'] = before;
  const missing = failures.filter((failure) => failure instanceof ProgramMissing);
  if (missing.length === 0) return;
  const packages = missing.flatMap((each) => each.packages).join(' ');
  if (before === 'off') {
    throw new Error(`The tests need programs. As root: apt-get install ${packages}`);
  }
  const reasons = missing.map((each) => `${each.packages.join(', ')} (${each.user})`).join('; ');
  process.stdout.write(
    `Before the tests these Debian packages are installed: ${reasons}. INSTALL=off stops here.\n`,
  );
  // Where it fails, the tests that need it fail, with a line that says what to do; the others run.
  await callAll();
}

/** Calls them one after the other and returns what they threw. */
async function callAll(): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const find of finders) {
    try {
      await find();
    } catch (failure) {
      failures.push(failure);
    }
  }
  return failures;
}
