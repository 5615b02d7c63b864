import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An error of the server or of a browser, as text. */
export interface ThrownError {
  readonly message: string;
  readonly stack: string;
}

/** Lines of source before the failed line, and after it. */
const context = 3;
/** Positions: `http://localhost:3000/assets/entry-1A2B.js:7:21`, `/folder/server/app.ts:7:21`, `server/app.ts:7:21`. */
const inBrowser = /https?:\/\/[^/\s]+\/assets\/([\w.-]+\.js)(?:\?[^\s:]*)?:(\d+):(\d+)/g;
const inServer = /(?:file:\/\/)?(\/[^\s():]+):(\d+):(\d+)/g;
const inRepository = /((?:client|scripts|server|shared)\/[\w./-]+):(\d+):(\d+)/;
const inlineMap = /\/\/# sourceMappingURL=data:application\/json;base64,([\w+/=]+)\s*$/;

/**
 * What the page shows of an error: its message, the position in our sources with the lines around it, and the stack.
 *
 * @param outDir the folder of the browser's code and of the source maps that translate the stack
 */
export async function explainError(
  { message, stack }: ThrownError,
  outDir: string,
): Promise<string> {
  const sources = new Map<string, string>();
  for (const [position, file = '', line = '', column = ''] of stack.matchAll(inBrowser)) {
    sources.set(
      position,
      await findSource(join(outDir, 'client/assets', basename(file)), +line, +column),
    );
  }
  const frames = stack
    .replaceAll(inBrowser, (position) => sources.get(position) ?? position)
    .replaceAll(inServer, (_position, path, line, column) => `${shorten(path)}:${line}:${column}`)
    .split('\n')
    .filter((line) => /:\d+:\d+/.test(line))
    .map((line) => `    ${line.trim()}`);
  const [, file = '', line = '', column = ''] = inRepository.exec(frames.join('\n')) ?? [];
  return [message, file && (await quote(file, +line, +column)), frames.join('\n')]
    .filter(Boolean)
    .join('\n\n');
}

const shorten = (path: string) =>
  path.startsWith(`${process.cwd()}/`) ? relative('.', path).replaceAll('\\', '/') : path;

/**
 * `file:line:column` in the source, for a position in a script with an inline source map; without a map the position
 * itself.
 */
async function findSource(script: string, line: number, column: number): Promise<string> {
  const own = `${basename(script)}:${line}:${column}`;
  const text = await readFile(script, 'utf8').catch(() => '');
  const [, encoded] = inlineMap.exec(text) ?? [];
  if (encoded === undefined) return own;
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()));
  const found = map.findOrigin(line, column);
  if (!('fileName' in found)) return own;
  const source = found.fileName.startsWith('file:')
    ? fileURLToPath(found.fileName)
    : found.fileName;
  return `${shorten(resolve(dirname(script), source))}:${found.lineNumber}:${found.columnNumber}`;
}

/** The position, the lines around it, and an arrow. */
async function quote(file: string, line: number, column: number): Promise<string> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const first = Math.max(0, line - 1 - context);
  const width = String(line + context).length;
  const quoted = lines.slice(first, line + context).flatMap((text, index) => {
    const number = first + index + 1;
    const row = `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${text}`;
    return number === line ? [row, `  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`] : [row];
  });
  return [`${file}:${line}:${column}`, ...quoted].join('\n');
}
