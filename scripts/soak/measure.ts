import { readdir, readFile } from 'node:fs/promises';
import type { Inspector } from './inspector.ts';

/** The state of a server at rest. */
export interface Measure {
  /** What the operating system counts as its memory, in megabytes. */
  readonly memory: number;
  /** What is alive in the heap of JavaScript after a collection, in megabytes. */
  readonly heap: number;
  /** Buffers and other memory outside of that heap, in megabytes. */
  readonly external: number;
  readonly descriptors: number;
  /** Timers, sockets and whatever else keeps the event loop busy. */
  readonly resources: number;
  /** How much too late timers are at rest, in milliseconds: half of them, and one of a hundred. */
  readonly lag: number;
  readonly worstLag: number;
}

const megabyte = 1024 ** 2;
/** Milliseconds between two looks at the event loop. */
const resolution = 10;

/** Takes five seconds, in which nobody else may ask anything of the server. */
export async function measure(pid: number, inspector: Inspector): Promise<Measure> {
  const [lag, worstLag] = await readNumbers(inspector, lagExpression);
  await inspector.collectGarbage();
  const [heap, external, resources] = await readNumbers(inspector, stateExpression);
  return {
    memory: await readMemory(pid),
    heap: heap / megabyte,
    external: external / megabyte,
    descriptors: await countDescriptors(pid),
    resources,
    lag: lag - resolution,
    worstLag: worstLag - resolution,
  };
}

/** Resident memory in megabytes. */
export async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (!kilobytes) throw new Error(`/proc/${pid}/status says nothing of memory`);
  return Number(kilobytes) / 1024;
}

export async function countDescriptors(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

const lagExpression = `new Promise((resolve) => {
  const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
  const delays = monitorEventLoopDelay({ resolution: ${resolution} });
  delays.enable();
  setTimeout(() => {
    delays.disable();
    resolve([delays.percentile(50) / 1e6, delays.percentile(99) / 1e6, 0]);
  }, 4000);
})`;

const stateExpression = `(() => {
  const { heapUsed, external } = process.memoryUsage();
  return [heapUsed, external, process.getActiveResourcesInfo().length];
})()`;

async function readNumbers(
  inspector: Inspector,
  expression: string,
): Promise<readonly [number, number, number]> {
  const value = await inspector.evaluate(expression);
  const [first, second, third]: readonly unknown[] = Array.isArray(value) ? value : [];
  if (typeof first !== 'number' || typeof second !== 'number' || typeof third !== 'number') {
    throw new Error(`No three numbers: ${JSON.stringify(value)}`);
  }
  return [first, second, third];
}
