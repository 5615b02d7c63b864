import { posix } from 'node:path';
import { type ParseResult, parseSync } from 'oxc-parser';

export interface Finding {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  /** What is wrong and what to do about it. */
  readonly message: string;
}

interface Import {
  readonly specifier: string;
  /** The path in the repository, or undefined for a package. */
  readonly target: string | undefined;
  readonly line: number;
}

/** A source file, for the rules. Paths are relative to the repository, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  /** `client`, `server`, `shared`, `scripts`, `tests`; empty for a file at the top. */
  readonly folder: string;
  readonly text: string;
  /** The text with spaces in place of comments, with the same lines. */
  readonly code: string;
  readonly program: ParseResult['program'];
  readonly imports: readonly Import[];
  readonly exports: readonly { readonly name: string; readonly line: number }[];
}

export type Rule = (file: SourceFile) => Finding[];

/** Parses a file. */
export function parseSourceFile(path: string, text: string): SourceFile {
  const { program, comments, module } = parseSync(path, text);
  let code = text;
  for (const { start, end } of comments) {
    const blank = text.slice(start, end).replace(/[^\n]/g, ' ');
    code = code.slice(0, start) + blank + code.slice(end);
  }
  const specifiers = [
    ...module.staticImports.map((each) => each.moduleRequest),
    ...module.staticExports.flatMap((each) => each.entries[0]?.moduleRequest ?? []),
    ...module.dynamicImports.map((each) => each.moduleRequest),
  ];
  const imports = specifiers.map(({ start, end }) => {
    const specifier = text.slice(start + 1, end - 1);
    return { specifier, target: findTarget(path, specifier), line: lineAt(text, start) };
  });
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName: { name }, start }) =>
      name === null ? [] : { name, line: lineAt(text, start) },
    ),
  );
  const folder = path.includes('/') ? (path.split('/')[0] ?? '') : '';
  return { path, folder, text, code, program, imports, exports };
}

/** The line, counted from 1, of a position in a text. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

function findTarget(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  return specifier.startsWith('#') ? specifier.slice(1) : undefined;
}
