import { readFileSync } from 'node:fs';

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** What a Dockerfile says, in its stages; `before` is what stands in front of the first. */
export function readDockerfile(): {
  readonly before: readonly Instruction[];
  readonly stages: readonly (readonly Instruction[])[];
} {
  const instructions = readFileSync('Dockerfile', 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ name: line.split(' ', 1)[0] ?? '', text: line.replace(/^\S+ /, '') }));
  const before: Instruction[] = [];
  const stages: Instruction[][] = [];
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') stages.push([instruction]);
    else (stages.at(-1) ?? before).push(instruction);
  }
  return { before, stages };
}

/** A list such as that of CMD, out of `["node", "…"]`, or behind the options of HEALTHCHECK. */
export function readCommand(text: string): readonly string[] {
  const words: unknown = JSON.parse(text.slice(text.indexOf('[')));
  if (!Array.isArray(words)) throw new Error(`${text} holds no list`);
  return words.map(String);
}
