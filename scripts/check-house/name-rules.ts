import type { Problem, Rule } from './source-file.ts';

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const drawers = new Set(['utils', 'util', 'misc', 'common', 'lib', 'helper', 'helpers', 'types']);
const maxLines = 300;

/** Names of folders in kebab-case (the linter looks at those of files); no index.ts, no drawers. */
export const checkNames: Rule = ({ path, folder }) => {
  if (folder === '') return []; // Tools insist on the names at the top.
  const problems: Problem[] = [];
  const report = (message: string) => problems.push({ path, line: 1, message });
  const names = path.split('/').map((part) => part.split('.')[0] ?? part);
  const file = names.at(-1) ?? '';

  if (file === 'index' && path !== 'server/index.ts') {
    report('is an index file: import the file that holds the thing, and name it after the thing');
  }
  for (const name of names) {
    if (name !== file && !kebabCase.test(name)) {
      report(`"${name}" is not kebab-case: small letters, digits and single hyphens`);
    }
    const isTestHelpers = folder === 'tests' && name === 'helpers';
    if (drawers.has(name) && !isTestHelpers) {
      report(`"${name}" is a drawer: name it after what it holds; a type lives with its thing`);
    }
  }
  return problems;
};

/** A file that one can hold in one's head. */
export const checkLength: Rule = ({ path, text }) => {
  if (path.startsWith('shared/content/')) return [];
  const lines = text.replace(/\n$/, '').split('\n').length;
  if (lines <= maxLines) return [];
  const message = `has ${lines} lines and ${maxLines} is the limit: which part has a name of its own?`;
  return [{ path, line: maxLines + 1, message }];
};
