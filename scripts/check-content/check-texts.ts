import { checkLetters, findMarkUp } from './entry-rules.ts';

/** Placeholders that the site replaces, such as `{email}`. */
const placeholder = /\{(?:email|site)\}/g;

/**
 * The empty texts and the mark-up in the exports of a module of `shared/content/`, at any depth.
 *
 * @param file for the message
 */
export function listTextProblems(file: string, exported: object): readonly string[] {
  return Object.entries(exported).flatMap(([name, value]) => checkValue(file, name, value));
}

function checkValue(file: string, path: string, value: unknown): readonly string[] {
  if (typeof value === 'string') {
    if (value.trim() === '') return [`${file}: ${path} is empty.`];
    const markUp = findMarkUp(value.replaceAll(placeholder, ''));
    return markUp === undefined ? [] : [`${file}: ${path} has ${markUp}.`];
  }
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) =>
    checkValue(file, isList ? `entry ${Number(key) + 1} of ${path}` : `${path}.${key}`, inner),
  );
}

/** A warning about letters in a module of `shared/content/` that a font of the site lacks. */
export function listLetterWarnings(file: string, exported: object): readonly string[] {
  const problem = checkLetters(exported);
  return problem ? [`${file}: ${problem}.`] : [];
}
