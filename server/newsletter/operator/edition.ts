import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { describeError } from '../../describe-error.ts';
import { mailLayout } from '../mail/mail-layout.ts';
import type { Edition } from '../store/store.ts';
import { failUsage } from './command.ts';
import { markFoot, writeParagraphs } from './edition-html.ts';

/** The files of an edition, and its subject. The text may be `-`, the standard input. */
interface EditionFiles {
  readonly subject: string;
  readonly text: string;
  readonly html: string | undefined;
}

/** Reads an edition. The same words are the same edition, regardless of how the files were saved. */
export async function readEdition(files: EditionFiles, siteName: string): Promise<Edition> {
  const subject = files.subject.trim();
  if (subject === '' || /\p{Cc}/u.test(files.subject))
    failUsage('The subject must be one line and not empty');
  const text = await readText(files.text);
  const page = files.html === undefined ? null : await readText(files.html);
  const html =
    page === null ? mailLayout(subject, siteName, writeParagraphs(text)) : markFoot(page);
  if (html === undefined) return failUsage(`${files.html} has no body for the unsubscribe link`);
  const id = hash('sha256', JSON.stringify([subject, text, page])).slice(0, 32);
  return { id, subject, text, html };
}

/**
 * Reads a text file, without differences that depend on the program that saved it: byte order mark, line ends, blanks
 * at the end of lines and empty lines at the end.
 */
async function readText(file: string): Promise<string> {
  const read = file === '-' ? buffer(process.stdin) : readFile(file);
  const bytes = await read.catch((error: unknown) => failUsage(describeError(error)));
  if (!isUtf8(bytes)) failUsage(`${file} is not UTF-8: save it in that encoding`); // Readers would get `Gr��e`.
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\r|\n/); // which drops the mark
  const text = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
  return text === '' ? failUsage(`${file} is empty`) : text;
}
