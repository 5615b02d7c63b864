import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { formatVariables, readContainerVariables } from '#scripts/readme/variables-table.ts';
import { variables } from '#server/config.ts';

test('the operators’ table of variables follows the schema: `npm run format` writes it', async () => {
  const container = readContainerVariables(await readFile('Dockerfile', 'utf8'));
  const readme = await readFile('scripts/deploy/README.md', 'utf8');
  expect(readme).toContain(`\n${formatVariables(variables, container)}\n`);
});
