import { listInstalled } from '#scripts/install/list-installed.ts';
import { findPostgres } from './start-postgres.ts';

/* The programs of the system that tests need, and Debian's packages with them. `.ci/run` installs them where it is
   root. */

const systemPrograms = {
  amtool: 'prometheus-alertmanager',
  curl: 'curl',
  'dbus-daemon': 'dbus',
  'docker-compose': 'docker-compose',
  'firefox-esr': 'firefox-esr',
  ip: 'iproute2',
  kubectl: 'kubernetes-client',
  logrotate: 'logrotate',
  nginx: 'nginx',
  openssl: 'openssl',
  prometheus: 'prometheus',
  promtool: 'prometheus',
  'systemd-analyze': 'systemd',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
};

const containerPrograms = { buildah: 'buildah', debootstrap: 'debootstrap', ip: 'iproute2' };

/** The path of a program. @throws one line with the remedy if it is missing */
export function getProgram(
  name: keyof typeof systemPrograms | keyof typeof containerPrograms,
): string {
  const [found] = listInstalled([name]);
  if (found !== undefined) return found;
  throw new Error(`Missing: ${name}. npm run test:system names all that its tests need.`);
}

/** The packages that are missing. */
export function listMissing(of: 'system' | 'container'): readonly string[] {
  const programs = Object.entries(of === 'system' ? systemPrograms : containerPrograms);
  const missing = programs.filter(([name]) => listInstalled([name]).length === 0);
  const packages = new Set(missing.map(([, debianPackage]) => debianPackage));
  if (!findPostgres()) packages.add('postgresql');
  return [...packages].sort();
}

// `node tests/helpers/programs/programs.ts system` fails with one line that names the missing packages.
if (import.meta.main) {
  const missing = listMissing(process.argv[2] === 'container' ? 'container' : 'system').join(' ');
  if (missing !== '') {
    process.exitCode = 1;
    process.stderr.write(
      `Missing. On Debian, as root: apt-get install --no-install-recommends ${missing}\n`,
    );
  }
}
