import { getChromium } from '#scripts/get-chromium.ts';
import { ProgramMissing } from '#scripts/install-packages.ts';
import * as programs from './helpers/programs.ts';
import { getPostgres } from './helpers/start-postgres.ts';

type Get = () => unknown;

const { getBuildah, getDebootstrap, getIp, ...ofTests } = programs; // npm run test:container installs those.
const allGetters: readonly Get[] = [getPostgres, getChromium, ...Object.values(ofTests)];

/**
 * Runs once, before the unit tests: one line names all that is missing, then it is installed, one
 * after the other. Two workers that install at once wait for each other's lock of the package manager
 * or find half of a program, and an installation takes longer than a test may.
 *
 * @throws where something is missing and INSTALL=off, with the command that installs all of it
 */
export async function setup(): Promise<void> {
  await installMissing(allGetters, (line) => process.stdout.write(`${line}\n`));
}

/** `setup` with these functions, each of which returns a program or installs it. */
export async function installMissing(
  getters: readonly Get[],
  print: (line: string) => void,
): Promise<void> {
  const missing = await listMissing(getters);
  if (missing.length === 0) return;
  const packages = new Set(missing.flatMap((each) => each.packages));
  const command = `apt-get install ${[...packages].join(' ')}`;
  if (process.env['INSTALL'] === 'off') {
    throw new Error(`The tests need programs. As root: ${command}`);
  }
  const reasons = new Set(missing.map((each) => `${each.packages.join(', ')} (${each.user})`));
  const list = [...reasons].join('; ');
  print(`Before the tests these Debian packages are installed: ${list}. INSTALL=off stops here.`);
  for (const get of getters) {
    // The tests that need it fail, with a line that says what to do; the others run.
    await (async () => get())().catch(() => {});
  }
}

/** What the functions would install: with INSTALL=off they throw it. */
async function listMissing(getters: readonly Get[]): Promise<ProgramMissing[]> {
  const { INSTALL: before } = process.env;
  process.env['INSTALL'] = 'off';
  try {
    const missing: ProgramMissing[] = [];
    for (const get of getters) {
      await (async () => get())().catch((error: unknown) => {
        if (error instanceof ProgramMissing) missing.push(error);
      });
    }
    return missing;
  } finally {
    if (before === undefined) delete process.env['INSTALL'];
    else process.env['INSTALL'] = before;
  }
}
