import { parseArgs } from 'node:util';

/** What was asked of `npm run bench`. */
export interface Choice {
  /** How often each subject is measured; the medians count. */
  readonly rounds: number;
  /** How long each measurement and each warming up takes. */
  readonly seconds: number;
  /** Starts of each server. */
  readonly starts: number;
  /** Requests before the memory is read. */
  readonly requests: number;
  readonly connections: number;
  /** Where the JSON goes. */
  readonly json: string;
  readonly markdown: boolean;
  /** Whether README's tables are replaced by these. */
  readonly readme: boolean;
}

export const usage = `npm run bench -- [--quick | --full] [--rounds N] [--seconds N] [--requests N] [--json FILE] [--markdown] [--readme]

  --quick      a minute or two, to see that it works
  --full       seven rounds, and memory after a million requests
  --rounds     how often each subject is measured, in turn (5)
  --seconds    how long each measurement takes (3)
  --requests   how many requests before the memory is read (100000)
  --json       where the figures go (bench-result.json)
  --markdown   the tables as README shows them
  --readme     the same, and puts them into README.md`;

/** Reads the command line. Throws an error that names what it does not understand. */
export function parseChoice(args: readonly string[]): Choice {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      requests: { type: 'string' },
      json: { type: 'string', default: 'bench-result.json' },
      markdown: { type: 'boolean', default: false },
      readme: { type: 'boolean', default: false },
    },
  });
  if (values.quick && values.full) throw new Error('--quick and --full exclude each other');
  const preset = values.quick ? quick : values.full ? full : usual;
  const { json, readme } = values;
  return {
    ...preset,
    ...(values.rounds === undefined ? {} : { rounds: parseCount('rounds', values.rounds) }),
    ...(values.seconds === undefined ? {} : { seconds: parseCount('seconds', values.seconds) }),
    ...(values.requests === undefined ? {} : { requests: parseCount('requests', values.requests) }),
    json,
    markdown: values.markdown || readme,
    readme,
  };
}

/** Enough to keep one processor busy; what is under way when the time is up is not counted. */
const connections = 16;
const quick = { rounds: 2, seconds: 1, starts: 3, requests: 10_000, connections };
const usual = { rounds: 5, seconds: 3, starts: 12, requests: 100_000, connections };
const full = { rounds: 7, seconds: 5, starts: 25, requests: 1_000_000, connections };

function parseCount(name: string, text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new Error(`--${name} must be a whole number from 1`);
  return Number(text);
}
