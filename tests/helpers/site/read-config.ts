import { type Config, parseConfig } from '#server/config.ts';

type Environment = Parameters<typeof parseConfig>[0];

/** The configuration of a valid environment. @throws with the mistakes of an invalid one */
export function readConfig(environment: Environment): Config {
  const parsed = parseConfig(environment);
  if ('mistakes' in parsed) throw new Error(parsed.mistakes.join('\n'));
  return parsed.config;
}

/** The mistakes of an environment, one line for each. */
export function readMistakes(environment: Environment): readonly string[] {
  const parsed = parseConfig(environment);
  return 'mistakes' in parsed ? parsed.mistakes : [];
}
