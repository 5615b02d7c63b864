/**
 * Puts what a script has written between the two marks of a text, `<!-- name: … -->` and
 * `<!-- /name -->`, and leaves the rest alone.
 *
 * @param name small letters
 * @throws when the marks are missing
 */
export function replaceMarked(text: string, name: string, written: string): string {
  const marked = new RegExp(`(<!-- ${name}[^\\n]*-->\\n)[\\s\\S]*?(\\n<!-- /${name} -->)`);
  if (!marked.test(text)) throw new Error(`The marks of "${name}" are missing`);
  return text.replace(marked, (_all, begin: string, end: string) => `${begin}\n${written}\n${end}`);
}
