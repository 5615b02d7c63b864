import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { replaceMarked } from '#scripts/readme/replace-marked.ts';
import { formatVariables, readContainerVariables } from '#scripts/readme/variables-table.ts';
import { variables } from '#server/config.ts';

test('the operators’ table of variables follows the schema: `npm run format` writes it', async () => {
  const container = readContainerVariables(await readFile('Dockerfile', 'utf8'));
  const readme = await readFile('scripts/deploy/README.md', 'utf8');
  expect(readme).toBe(replaceMarked(readme, 'variables', formatVariables(variables, container)));
});

test('a row holds the default that parsing gives, the values and the meaning', () => {
  const schema = z.object({
    PORT: z.string().transform(Number).default(3000).meta({ description: 'the port' }),
    COLOUR: z.enum(['red', 'blue']).default('red').meta({ description: 'the paint' }),
    SHOP: z.string().optional().meta({ description: 'who sells' }),
    LIST: z
      .string()
      .transform((text) => text.split(','))
      .default([])
      .meta({ description: 'a | b', unset: 'nobody' }),
  });
  expect(formatVariables(schema, { PORT: '80', COLOUR: 'red' }).split('\n')).toEqual([
    '| variable | default                      | meaning                 |',
    '| -------- | ---------------------------- | ----------------------- |',
    '| `PORT`   | `3000` (the container: `80`) | the port                |',
    '| `COLOUR` | `red`                        | `red` `blue`; the paint |',
    '| `SHOP`   | none                         | who sells               |',
    '| `LIST`   | nobody                       | a \\| b                  |',
  ]);
});

test('a variable that explains nothing is refused by its name', () => {
  expect(() => formatVariables(z.object({ SHOP: z.string() }), {})).toThrow(/^SHOP has no /);
});

test('only what the last stage sets is a default of the container', () => {
  const dockerfile = 'FROM a AS one\nENV A=1\nFROM b\nENV B=2 C=x/y\nENV D=3 \\\n  E=4\nRUN F=5\n';
  expect(readContainerVariables(dockerfile)).toEqual({ B: '2', C: 'x/y', D: '3', E: '4' });
});

test('a text without the marks is refused', () => {
  expect(() => replaceMarked('nothing here', 'variables', '| |')).toThrow(/marks/);
});
