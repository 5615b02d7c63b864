import type { RequestHeaders } from './ask.ts';
import type { LoadGenerator } from './load-generator.ts';
import { readCpuTime } from './process-figures.ts';
import { findMedian } from './statistics.ts';

/** One kind of request to one server. */
export interface Subject {
  readonly pid: number;
  readonly url: string;
  readonly headers: RequestHeaders;
}

/** What was measured in each round. */
export interface Figures {
  /** Answers a second. */
  readonly perSecond: readonly number[];
  /** User and system time of the server's process for each answer: microseconds. */
  readonly cpu: readonly number[];
}

/** Seconds. */
const longest = 60;

interface Measuring {
  readonly generator: LoadGenerator;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly tell: (words: string) => void;
}

/**
 * Warms every subject up and then measures them in turn, all of them in each round, every second round
 * backwards: a machine that slows down or is disturbed slows all of them.
 */
export async function measureSubjects<Name extends string>(
  names: readonly Name[],
  given: ReadonlyMap<Name, Subject>,
  { generator, rounds, seconds, connections, tell }: Measuring,
): Promise<ReadonlyMap<Name, Figures>> {
  const subjects = names.map((name) => {
    const subject = given.get(name);
    if (!subject) throw new Error(`Nothing to measure as "${name}"`);
    return [name, subject] as const;
  });
  const measure = async ({ pid, url, headers }: Subject) => {
    // Twice as long when nothing was answered: a slow subject on a machine with other work.
    for (let tried = seconds; tried <= longest; tried *= 2) {
      const before = readCpuTime(pid);
      const load = { url, headers, seconds: tried, connections };
      const { requests, perSecond } = await generator.run(load);
      if (requests > 0) return { perSecond, cpu: (readCpuTime(pid) - before) / requests };
    }
    throw new Error(`${url} answered nothing in ${longest} s`);
  };
  for (const [name, subject] of subjects) {
    tell(`warming up: ${name}`);
    await measure(subject);
  }
  const measured = new Map(
    names.map((name) => [name, { perSecond: [] as number[], cpu: [] as number[] }]),
  );
  for (let round = 1; round <= rounds; round += 1) {
    const inTurn = round % 2 === 0 ? subjects.toReversed() : subjects;
    for (const [name, subject] of inTurn) {
      const { perSecond, cpu } = await measure(subject);
      measured.get(name)?.perSecond.push(perSecond);
      measured.get(name)?.cpu.push(cpu);
      tell(
        `round ${round} of ${rounds}: ${name}: ${Math.round(perSecond)}/s, ${cpu.toFixed(1)} µs`,
      );
    }
  }
  return measured;
}

/** The medians, for a table. */
export function summarise({ perSecond, cpu }: Figures) {
  return { perSecond: findMedian(perSecond), cpu: findMedian(cpu) };
}
