import { setTimeout as sleep } from 'node:timers/promises';
import { exploreSite, runFastClient } from './fast-clients.ts';
import { createRandom } from './random.ts';
import {
  abort,
  dripBody,
  dripHead,
  idle,
  type RudeClient,
  readSlowly,
  talkNonsense,
} from './rude-clients.ts';
import type { Tally } from './tally.ts';

export interface Crowd {
  readonly visit: RudeClient;
  /** How many there are of them at any time. */
  readonly count: number;
}

/** Those beside twelve clients that behave. */
const wholeCrowd: readonly Crowd[] = [
  { visit: dripHead, count: 12 },
  { visit: dripBody, count: 8 },
  { visit: readSlowly, count: 8 },
  { visit: idle, count: 12 },
  { visit: abort, count: 3 },
  { visit: talkNonsense, count: 1 },
];

export interface LoadChoice {
  /** The port of 127.0.0.1; nothing else is ever asked. */
  readonly port: number;
  readonly milliseconds: number;
  readonly seed: number;
  readonly tally: Tally;
  readonly fastClients?: number;
  readonly crowd?: readonly Crowd[];
}

/** The mixed load, for so long; every connection of it is closed when this resolves. */
export async function runLoad(choice: LoadChoice): Promise<void> {
  const { port, milliseconds, seed, tally, fastClients = 12, crowd = wholeCrowd } = choice;
  const site = await exploreSite(port);
  const controller = new AbortController();
  const { signal } = controller;
  const end = setTimeout(() => controller.abort(), milliseconds);
  const clients: Promise<void>[] = [];
  for (let client = 0; client < fastClients; client += 1) {
    const random = createRandom(seed + client);
    clients.push(runFastClient(port, { random, site, tally }, signal));
  }
  for (const { visit, count } of crowd) {
    for (let client = 0; client < count; client += 1) {
      clients.push(
        visitAgainAndAgain(visit, { port, seed: seed + 1000 + clients.length, tally }, signal),
      );
    }
  }
  try {
    await Promise.all(clients);
  } finally {
    clearTimeout(end);
    controller.abort();
  }
}

async function visitAgainAndAgain(
  visit: RudeClient,
  { port, seed, tally }: Pick<LoadChoice, 'port' | 'seed' | 'tally'>,
  signal: AbortSignal,
) {
  const random = createRandom(seed);
  while (!signal.aborted) {
    try {
      const { kind, outcome, failed } = await visit(port, random, signal);
      tally.count(kind, outcome);
      if (failed && !signal.aborted) tally.fail(`${kind}: ${outcome}`);
    } catch (error) {
      // Not even a connection: the server is gone, or refuses everybody.
      tally.fail(error instanceof Error ? error.message : String(error));
    }
    await sleep(20 + random() * 80);
  }
}
