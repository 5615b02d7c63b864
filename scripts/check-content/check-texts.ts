import { findMarkUp } from './entry-rules.ts';

/** What the site puts in its place, such as `{email}`. */
const placeholder = /\{(?:email|site)\}/g;

/**
 * The empty texts and the mark-up in whatever a module of `shared/content/` exports, at any depth.
 *
 * @param file for the message
 */
export function listTextProblems(file: string, exported: object): readonly string[] {
  return Object.entries(exported).flatMap(([name, value]) => checkValue(file, name, value));
}

function checkValue(file: string, place: string, value: unknown): readonly string[] {
  if (typeof value === 'string') {
    if (value.trim() === '') return [`${file}: ${place} is empty.`];
    const markUp = findMarkUp(value.replaceAll(placeholder, ''));
    return markUp === undefined ? [] : [`${file}: ${place} has ${markUp}.`];
  }
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) =>
    checkValue(file, isList ? `entry ${Number(key) + 1} of ${place}` : `${place}.${key}`, inner),
  );
}
