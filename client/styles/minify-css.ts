/**
 * Removes what CSS does not need: the last semicolon, the space after a comma, the zero of `0.5`. Rewrites ranges of
 * media queries and `mask` for older browsers.
 */
export function minifyCss(text: string): string {
  return text
    .replace(/;(?=\})|(?<=[,:]) |(?<=[ ,(:-])0(?=\.\d)|(?<=@media) (?=\()/g, '')
    .replace(/@media[^{]+/g, (query) => query.replace(range, writeLimits))
    .replace(/(?<=[;{])mask:[^;}]+/g, '-webkit-$&;$&');
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
