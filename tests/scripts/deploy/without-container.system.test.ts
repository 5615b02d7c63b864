import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { maxStopTime } from '#server/create-site.ts';
import { readDeployFile } from '../../helpers/programs/deploy-files.ts';
import { getProgram } from '../../helpers/programs/programs.ts';
import { readMistakes } from '../../helpers/site/read-config.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

/* The files for a machine without containers, as far as they can be tested without systemd. */

const systemdAnalyze = getProgram('systemd-analyze');
const logrotate = getProgram('logrotate');

/** The output of `systemd-analyze verify` for the unit, with a program that exists. */
async function verifyUnit(text: string): Promise<string> {
  const unit = join(await makeFolder(), 'setu-circle@3001.service');
  writeFileSync(unit, text.replace('/opt/setu-circle/current/node', process.execPath));
  return spawnSync(systemdAnalyze, ['verify', unit], { encoding: 'utf8' }).stderr;
}

test('systemd accepts the unit, and gives it time to finish mails', async () => {
  const unit = readDeployFile('setu-circle@.service');
  const isAbout = (line: string) => line.includes('setu-circle');
  expect((await verifyUnit(unit)).split('\n').filter(isAbout)).toEqual([]);
  expect(await verifyUnit(unit.replace('MemoryMax=', 'MemoryMax=much'))).toContain('memory limit');
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
  expect(seconds * 1000).toBeGreaterThanOrEqual(maxStopTime);
});

test('the server starts with the unchanged environment file', () => {
  const { NODE_ENV = 'production' } = process.env;
  const environment = parseEnv(readDeployFile('environment'));
  expect(readMistakes({ ...environment, NODE_ENV })).toEqual([]);
});

test('no log is kept for longer than the 30 days of the privacy page', async () => {
  const file = join(await makeFolder(), 'logrotate');
  const text = readDeployFile('logrotate').replace(/^ *su .*\n/m, '');
  writeFileSync(file, text);
  chmodSync(file, 0o644);
  execFileSync(logrotate, ['--debug', file], { stdio: 'pipe' });
  const days = Number(/maxage (\d+)/.exec(text)?.[1]);
  expect(text).toContain('daily');
  expect(days + 1).toBeLessThanOrEqual(30);
});
