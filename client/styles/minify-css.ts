/**
 * Removes what CSS does not need: the last semicolon, spaces after a comma, before `>` and around `*` and `/`, the zero
 * of `0.5`, the second colon of `::before`. Rewrites ranges of media queries for older browsers, and gives `mask` its
 * prefixed name: all browsers know it, Chrome before 120 only it.
 */
export function minifyCss(text: string): string {
  return text
    .replace(/;(?=\})|(?<=[,:]) |(?<=[ ,(:-])0(?=\.\d)|(?<=@media) (?=\()/g, '')
    .replace(/@media[^{]+/g, (query) => query.replace(range, writeLimits))
    .replace(/(?<=[;{])mask:/g, '-webkit-$&')
    .replace(/ >(?=[\w*:.])/g, '>')
    .replace(/::(?=before|after)/g, ':')
    .replace(/(?<=[\d)%a-z]) ([*/]) (?=[\dv(c.-])/g, '$1');
}

/** `(width<48em)`, `(17em<=width<=40em)`. */
const range = /\((?:([\d.]+)em(<=?))?(width|height)([<>]=?)([\d.]+)em\)/g;

/**
 * Safari before 16.4 and Chrome before 104 do not support ranges: neither the narrow nor the wide rules would apply.
 * For `<` and `>` the limit moves by a thousandth of an em.
 */
function writeLimits(
  _range: string,
  from: string | undefined,
  fromSign: string,
  feature: string,
  sign: string,
  to: string,
): string {
  const below = sign.startsWith('<');
  const step = sign.endsWith('=') ? 0 : below ? -0.001 : 0.001;
  const limit = `(${below ? 'max' : 'min'}-${feature}:${add(to, step)}em)`;
  if (from === undefined) return limit;
  return `(min-${feature}:${add(from, fromSign === '<' ? 0.001 : 0)}em) and ${limit}`;
}

const add = (length: string, step: number) => Number((Number(length) + step).toFixed(3));
