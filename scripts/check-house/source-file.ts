import { posix } from 'node:path';

/** What a rule has to say about a file. */
export interface Problem {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  /** What is wrong and what to do about it. */
  readonly message: string;
}

export interface ImportOf {
  readonly specifier: string;
  readonly line: number;
}

/** A source file as the rules see it. Paths are relative to the repository, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  /** `client`, `server`, `shared`, `scripts`, `tests`; empty for a file at the top. */
  readonly folder: string;
  readonly text: string;
  /** The text with its comments blanked out, line for line. */
  readonly code: string;
  readonly imports: readonly ImportOf[];
}

export type Rule = (file: SourceFile) => Problem[];

/** Strings come first, so that the // of an address is not taken for a comment. */
const stringOrComment =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const beforeSpecifier = /\b(?:from|import)\s*\(?\s*$/;

/** Reads a file as far as the rules need it. */
export function parseSourceFile(path: string, text: string): SourceFile {
  const imports: ImportOf[] = [];
  let previousEnd = 0;
  const code = text.replace(stringOrComment, (found, index: number) => {
    const before = text.slice(previousEnd, index);
    previousEnd = index + found.length;
    if (found.startsWith('/')) return found.replace(/[^\n]/g, ' ');
    if (beforeSpecifier.test(before)) {
      imports.push({ specifier: found.slice(1, -1), line: lineAt(text, index) });
    }
    return found;
  });
  return { path, folder: topFolderOf(path), text, code, imports };
}

/** The line, counted from 1, of a position in a text. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

export function topFolderOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : '';
}

/** The path in the repository that an import of ours means, or undefined for a package. */
export function findImportedPath({ path }: SourceFile, { specifier }: ImportOf) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  return specifier.startsWith('#') ? specifier.slice(1) : undefined;
}
