import { spawnSync } from 'node:child_process';

/**
 * Builds if anything has changed since the last build, and ends the process with the exit code of a build that fails.
 * In a child, because the build's tools would keep 240 MB of this process.
 */
export function ensureBuild(): void {
  const args = ['scripts/build-if-changed.ts'];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
