import { type Config, parseConfig } from '#server/config.ts';

type Environment = Parameters<typeof parseConfig>[0];

/** The configuration of a sound environment. @throws with its mistakes */
export function readConfig(environment: Environment): Config {
  const parsed = parseConfig(environment);
  if ('mistakes' in parsed) throw new Error(parsed.mistakes.join('\n'));
  return parsed.config;
}

/** What is wrong with an environment, a line for each mistake. */
export function readMistakes(environment: Environment): readonly string[] {
  const parsed = parseConfig(environment);
  return 'mistakes' in parsed ? parsed.mistakes : [];
}
