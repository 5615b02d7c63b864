import { readFile, writeFile } from 'node:fs/promises';
import { variables } from '#server/config.ts';
import { formatVariables, readContainerVariables } from './readme/variables-table.ts';

// Writes the table of variables into the operators' README: a part of `npm run format`.

const readme = 'scripts/deploy/README.md';
const container = readContainerVariables(await readFile('Dockerfile', 'utf8'));
const before = await readFile(readme, 'utf8');
const marked = /(?<=<!-- variables[^\n]*-->\n)[\s\S]*?(?=\n<!-- \/variables -->)/;
if (!marked.test(before)) throw new Error('The marks of the variables are missing');
const table = formatVariables(variables, container);
const after = before.replace(marked, () => `\n${table}\n`);
if (after !== before) await writeFile(readme, after);
