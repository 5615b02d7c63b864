import { expect, it } from 'vitest';
import {
  parseMemory,
  parseTicks,
  readCpuTime,
  readMemory,
} from '#scripts/bench/process-figures.ts';

it('user and system time are counted, also of a process whose name holds brackets and spaces', () => {
  const stat = `7 (a (b) c) S 1 7 7 0 -1 4194560 100 200 0 0 31 11 5 6 20 0 1 0 100 0 0`;
  expect(parseTicks(stat)).toBe(42);
  expect(() => parseTicks('nothing')).toThrow('Not /proc/PID/stat');
});

it('resident memory now and at most is in MB of a million bytes', () => {
  const status = 'Name:\tnode\nVmHWM:\t  250000 kB\nVmRSS:\t  125000 kB\n';
  expect(parseMemory(status)).toEqual({ now: 128, most: 256 });
  expect(() => parseMemory('Name:\tnode\n')).toThrow('No VmRSS');
});

it("this process's own time grows with its work, and its memory is what Node says", () => {
  const before = readCpuTime(process.pid);
  const { user } = process.cpuUsage();
  while (process.cpuUsage().user - user < 100_000); // a tenth of a second of work
  expect(readCpuTime(process.pid) - before).toBeGreaterThan(50_000);
  expect(readMemory(process.pid).now / (process.memoryUsage.rss() / 1e6)).toBeCloseTo(1, 0);
});
