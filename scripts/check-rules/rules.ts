import { hash } from 'node:crypto';
import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { analyse } from 'scslre';

export interface Finding {
  readonly path: string;
  /** The line, counted from 1. */
  readonly line: number;
  /** The breach and its remedy. */
  readonly message: string;
}

/** A source file, for the rules. Paths are relative to the repository, with forward slashes. */
export type SourceFile = ReturnType<typeof parseSourceFile>;

/** Parses a file. TypeScript 7 has no parser for others. */
export function parseSourceFile(path: string, text: string) {
  const { program, module } = parseSync(path, text);
  const at = (start: number) => ({ path, line: text.slice(0, start).split('\n').length });
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries[0]?.moduleRequest ?? []),
    ...module.dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ];
  return {
    path,
    text,
    program,
    at,
    /** The imports of our own modules. */
    imports: requests.flatMap(({ start, end }) => {
      const specifier = text.slice(start + 1, end - 1);
      if (specifier.startsWith('#')) return { ...at(start), target: specifier.slice(1) };
      if (!specifier.startsWith('.')) return [];
      return { ...at(start), target: posix.join(posix.dirname(path), specifier) };
    }),
  };
}

/** An import of a module whose name matches. */
const importOf = (name: string) => new RegExp(`(?:\\bfrom |\\bimport[ (])\\(?'${name}'`, 'g');

/** Words that no file with such a path may contain. Some are split, so that the rules do not find themselves. */
const forbidden: readonly (readonly [paths: RegExp, words: RegExp, message: string])[] = [
  [
    /./,
    /\b(TO[D]O|FIX[M]E|XX[X])\b|@ts-no[c]heck\b/g,
    'do it now, or open an issue and leave the number and the reason here',
  ],
  [
    /^(client|server)\/(?!styles\/tokens\.ts)/,
    /(?<![&\w]|error )#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgb|hsl|oklch|oklab|lab|lch)a?\(/gi,
    'colours belong to shared/design/palette.ts: use a token, or add one for both themes',
  ],
  [
    /^(client|server|shared)\//,
    /\bRegExp\(/g,
    'this cannot be checked for backtracking: write the pattern as a literal',
  ],
  [
    /^client\//,
    /<[uo]l\b(?![^>]*\brole="list")/g,
    'Safari tells no screen reader of a list without markers: add the role “list”',
  ],
  [
    /./,
    importOf('(?:\\.\\./)+(?:client|scripts|server|shared)/.*'),
    'across top folders write #client/…, #server/…, #shared/…, #scripts/…',
  ],
  [/^server\/render\//, importOf('#(?:server|scripts)/.*'), 'inside server/ imports are relative'],
  [
    /^(?!tests\/|.*\/store-[^/]*\.ts)/,
    importOf('(?:pg|node:sqlite)'),
    'only the newsletter’s store-*.ts knows SQL: add a method to the store',
  ],
  [
    /^(?!tests\/|.*\/mailer-smtp(-session)?\.ts)/,
    importOf('nodemailer(?:/.*)?'),
    'only the newsletter’s mailer-smtp.ts knows SMTP: use the mailer',
  ],
  [
    /^(?!tests\/|server\/observe\/([^/]*metrics|counters)\.ts)/,
    importOf('@prometheus-io/client(?:/.*)?'),
    'only server/observe/ imports it, where METRICS_PORT is set',
  ],
  [
    /^(?!tests\/|scripts\/|server\/render\/render-page\.tsx)/,
    importOf('react-dom/(?:server|static).*'),
    'only server/render/render-page.tsx renders: call renderPage',
  ],
  // The linter finds `skip` and `only`.
  [
    /^tests\//,
    /\b(?:it|test|describe)\.(?:fixme|skipIf|runIf|todo)\b/g,
    'every test runs, every time: repair it or delete it',
  ],
];

/** The breaches in one file: vague names, forbidden words, and patterns. */
export function listProblems({ path, text, program, at }: SourceFile): Finding[] {
  const problems: Finding[] = [];
  // `/utils.` in the path of a file, `/lib/` in the path of a folder.
  const vague = /\/(index\.tsx?$|(utils?|misc|common|lib|helpers?|types)[/.])/.exec(path);
  if (vague && path !== 'server/index.ts' && !/^tests\/(.+\/)?helpers\//.test(path)) {
    const message = `${vague[0]} is a vague name: name it after its content, a type belongs to the module that it describes`;
    problems.push({ path, line: 1, message });
  }
  for (const [paths, pattern, advice] of forbidden) {
    if (!paths.test(path)) continue;
    for (const { 0: words, index } of text.matchAll(pattern))
      problems.push({ ...at(index), message: `${words}: ${advice}` });
  }
  /* Regular expressions that take more than linear time: exponential or polynomial backtracking, and a search that
     starts again at each character, such as `/\s*;/` on spaces. A header of 15 kB once stopped the process for
     200 ms. Only in code that reads input from outside. */
  const checkPattern = (start: number, source: string, flags: string) => {
    const [found] = analyse({ source, flags }, { maxReports: 1 }).reports;
    const message = `/${source}/${flags} takes more than linear time on some input: anchor it, bound it, or use string methods`;
    if (found) problems.push({ ...at(start), message });
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) checkPattern(node.start, node.regex.pattern, node.regex.flags);
    },
  }).visit(/^(client|server|shared)\//.test(path) ? program : { ...program, body: [] });
  return problems;
}

/**
 * Imports, of types too, that close a cycle between sibling folders: neither can be understood without the other. The
 * linter finds cycles between files.
 */
export function listCycles(files: readonly SourceFile[]): Finding[] {
  const edges = files.flatMap(({ path, imports }) =>
    imports.flatMap(({ target, line }) => {
      const folders = findSiblings(path, target);
      return folders ? { ...folders, path, line } : [];
    }),
  );
  const leadsTo = (end: string, start: string, seen = new Set<string>()): boolean =>
    seen.has(end) ||
    edges.some(({ from, to }) => from === start && !seen.has(to) && leadsTo(end, to, seen.add(to)));
  return edges
    .filter(({ from, to }) => leadsTo(from, to))
    .map(({ from, to, path, line }) => {
      const message = `${from} imports ${to}, which imports it again: what both need goes into a folder that imports neither`;
      return { path, line, message };
    });
}

/** The two folders, in one folder, that an import connects. */
function findSiblings(path: string, target: string) {
  const [own = [], other = []] = [path, target].map((each) => posix.dirname(each).split('/'));
  const at = own.findIndex((name, index) => name !== other[index]);
  if (at < 1 || other.length <= at) return undefined;
  const [from = '', to = ''] = [own, other].map((each) => each.slice(0, at + 1).join('/'));
  return { from, to };
}

/**
 * A file in public/fonts or public/line is cached for a year, so its name has to change with its content:
 * `name-<first 8 digits of its sha256>.ext`. Licence texts have a shorter lifetime.
 */
export function findHashProblem(path: string, content: Uint8Array): Finding | undefined {
  const digits = hash('sha256', content).slice(0, 8);
  if (path.endsWith('.txt') || path.includes(`-${digits}.`)) return undefined;
  const message = `is cached for a year under its name, which has to hold the hash of its content: name it …-${digits}.… and change what refers to it`;
  return { path, line: 1, message };
}
