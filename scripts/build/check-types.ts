import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { findEntryName } from './source-places.ts';

const compiler = resolve('node_modules/typescript/bin/tsc');

/** Names the files that editors write. */
const project = resolve('scripts/build/texts.tsconfig.json');

/** A line of the compiler about a file of editors: `shared/site.ts(4,1): error TS2304: Cannot find name 'Berlin'.` */
const aboutTexts =
  /^(shared\/(?:content\/[\w-]+|routes|site)\.ts)\((\d+),(\d+)\): error TS(\d+): (.*)$/;

/** Whether a line of the compiler is about a file that `listTypeProblems` explains. */
export const isAboutTexts = (line: string) => aboutTexts.test(line);

/**
 * The missing, unknown and wrong fields in the files that editors write, as sentences with file, line and entry. They
 * come from the types. Without an installed compiler there are none.
 */
export async function listTypeProblems(): Promise<readonly string[]> {
  if (!existsSync(compiler)) return [];
  const args = [compiler, '--project', project, '--pretty', 'false'];
  const output = await promisify(execFile)(process.execPath, args).then(
    () => '',
    ({ stdout }: { readonly stdout: string }) => stdout,
  );
  return explainTypes(output, (file) => readFileSync(file, 'utf8'));
}

/** The sentences about the compiler's output; of lines that cannot be explained only the first, as it is. */
function explainTypes(output: string, read: (file: string) => string): readonly string[] {
  const sentences: string[] = [];
  const others: string[] = [];
  for (const line of output.split('\n')) {
    const [, file = '', row = '', column = '', code = '', message = ''] =
      aboutTexts.exec(line) ?? [];
    if (file === '' || code.startsWith('1')) continue; // esbuild reports syntax errors
    const text = read(file);
    const lines = text.split('\n');
    const written = lines[Number(row) - 1]?.slice(Number(column) - 1) ?? '';
    const position = lines.slice(0, Number(row) - 1).join('\n').length + Number(column);
    if (isHole(message)) {
      const hole = text.slice(0, text.search(/(?<=[[,]\s*),/)).split('\n').length;
      sentences.push(`${file}:${hole}: there is a comma too many: delete it.`);
      continue;
    }
    const place = `${file}:${row}, “${findEntryName(text, position)}”: `;
    const sentence = explain(message, written);
    if (sentence === undefined) others.push(`${place}${message}`);
    else sentences.push(`${place}${sentence}.`);
  }
  return sentences.length > 0 ? [...new Set(sentences)] : others.slice(0, 1);
}

/** Whether a list has an entry between two commas that is empty. */
const isHole = (message: string) =>
  /^Type '(undefined|.* \| undefined)' is not assignable to type '[A-Z]/.test(message);

/** A message of the compiler as the end of a sentence for editors; undefined for any other message. */
function explain(message: string, written: string): string | undefined {
  const [, one] = /^Property '([\w-]+)' is missing in type/.exec(message) ?? [];
  const [, several] =
    /is missing the following properties from type '.*': (.*?)\.?$/.exec(message) ?? [];
  if (one) return `its ${one} is missing: add a line with ${one}`;
  if (several) return `its ${several} are missing: add a line with each`;
  const [, unknown, near] =
    /'([\w-]+)' does not exist in type .*?(?:Did you mean to write '([\w-]+)'\?)?$/.exec(message) ??
    [];
  if (unknown && /in type 'readonly /.test(message)) return 'a list must stand here, [{ … }]';
  if (unknown) {
    return `its ${unknown} is no field that exists: ${near ? `write ${near} if you mean that` : 'correct or delete it'}`;
  }
  const [, word] = /^Cannot find name '(.+?)'/.exec(message) ?? [];
  if (word) return `${word} must be written as '${word}', for a text stands between ' and '`;
  const [, given, expected = '', meant] =
    /^Type '(.*)' is not assignable to type '(.*?)'\.(?: Did you mean '"(.*)"'\?)?$/.exec(
      message,
    ) ?? [];
  if (given === undefined) return undefined;
  const kind = meant ? `'${meant}'` : showKind(expected);
  const [, field] = /^['"]?([\w-]+)['"]?:/.exec(written) ?? [];
  return kind && `${field ? `its ${field}` : written.replace(/,$/, '')} must be written as ${kind}`;
}

/** How an editor writes a value of this type; undefined for a type that is not shown to editors. */
function showKind(type: string): string | undefined {
  const words = type.split(' | ').filter((each) => each !== 'undefined');
  if (words.every((word) => /^"[^"]*"$/.test(word)))
    return words.map((word) => `'${word.slice(1, -1)}'`).join(' or ');
  const [kind = ''] = words;
  if (kind === 'string') return "'…'";
  if (kind === 'number') return 'a number, without quotes';
  if (kind === 'readonly string[]') return "['…', '…']";
  if (/^readonly \w+\[\]$/.test(kind)) return '[{ … }, { … }]';
  return /^[A-Z]\w+$/.test(kind) ? '{ … }' : undefined;
}
