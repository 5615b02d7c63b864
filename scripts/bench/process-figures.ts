import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/* What the kernel knows of a process (proc(5)). Linux only. */

let ticks: number | undefined;

/** User and system time of all threads of a process so far, ended ones included: microseconds. */
export function readCpuTime(pid: number): number {
  ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return (parseTicks(readFileSync(`/proc/${pid}/stat`, 'utf8')) * 1e6) / ticks;
}

/** Fields 14 and 15 of `/proc/PID/stat`. The second field is a name that may hold spaces. */
export function parseTicks(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  if (!Number.isFinite(user) || !Number.isFinite(system)) throw new Error('Not /proc/PID/stat');
  return user + system;
}

/** Resident memory now and the most it has been: MB, of a million bytes. */
export function readMemory(pid: number): { readonly now: number; readonly most: number } {
  return parseMemory(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

export function parseMemory(status: string): { readonly now: number; readonly most: number } {
  const read = (name: string) => {
    const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    if (kibibytes === undefined) throw new Error(`No ${name} in /proc/PID/status`);
    return (Number(kibibytes) * 1024) / 1e6;
  };
  return { now: read('VmRSS'), most: read('VmHWM') };
}
