import {
  type ArrayExpression,
  type Expression,
  type ObjectExpression,
  parseSync,
} from 'oxc-parser';

/* Where a value stands in a module that editors write: constants with lists, objects and texts. */

type Step = string | number;

/**
 * The line of a value in the text of a module, such as `['eventEntries', 3]` or `['home', 'work', 'title']`, or of the
 * nearest value around it that is written there; undefined without such a constant.
 */
export function findLine(text: string, [name, ...steps]: readonly Step[]): number | undefined {
  const found = listConstants(text).find((constant) => constant.name === name);
  if (!found) return undefined;
  let { start, value } = found;
  for (const step of steps) {
    const inner = value && listInner(value).find(({ key }) => key === step);
    if (!inner) break;
    ({ start, value } = inner);
  }
  return text.slice(0, start).split('\n').length;
}

/** The name of the entry at a position in the text of a module; outside of a list that of the constant. */
export function findEntryName(text: string, position: number): string | undefined {
  const contains = ({ start, end }: { start: number; end: number }) =>
    start <= position && position < end;
  const constant = listConstants(text).find(contains);
  if (constant?.value?.type !== 'ArrayExpression') return constant?.name;
  const entry = listInner(constant.value).find(contains);
  const words = text.slice(entry?.start, entry?.end);
  const [name] = ['title', 'name', 'question', 'network', 'id'].flatMap((field) => {
    const written = new RegExp(`\\b${field}['"]?: ?(?:(['"])(.*?)\\1|(\\w+))`).exec(words);
    return written?.[2] ?? written?.[3] ?? [];
  });
  return name ?? constant.name;
}

function listConstants(text: string) {
  return parseSync('texts.ts', text).program.body.flatMap((statement) => {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') return [];
    return declaration.declarations.flatMap(({ id, init, start, end }) =>
      id.type === 'Identifier' ? [{ name: id.name, start, end, value: init && unwrap(init) }] : [],
    );
  });
}

/** The value in `value as const satisfies Type`. */
function unwrap(value: Expression): Expression {
  return value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression'
    ? unwrap(value.expression)
    : value;
}

/** The entries of a list, and the fields of an object. */
function listInner(value: Expression) {
  if (value.type === 'ArrayExpression') return listEntries(value);
  return value.type === 'ObjectExpression' ? listFields(value) : [];
}

function listEntries({ elements }: ArrayExpression) {
  return elements.flatMap((entry, key) =>
    entry && entry.type !== 'SpreadElement'
      ? [{ key: key as Step, start: entry.start, end: entry.end, value: unwrap(entry) }]
      : [],
  );
}

function listFields({ properties }: ObjectExpression) {
  return properties.flatMap((field) => {
    if (field.type !== 'Property') return [];
    const { key, value, start, end } = field;
    const name =
      key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
    return [{ key: name as Step, start, end, value: unwrap(value) }];
  });
}
