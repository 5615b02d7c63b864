import { findCaddy } from './caddy.ts';
import { findOpenssl } from './certificate.ts';
import { findNginx } from './nginx.ts';
import { findPostgres } from './start-postgres.ts';

/**
 * Runs once, before the unit tests: what they need and the machine lacks is installed one after the
 * other. Two workers that install at once wait for each other's lock of the package manager or find
 * half of a program, and an installation takes longer than a test may.
 */
export function setup(): void {
  for (const find of [findOpenssl, findPostgres, findNginx, findCaddy]) {
    try {
      find();
    } catch {
      // The tests that need it fail, with a line that says what to do; the others run.
    }
  }
}
