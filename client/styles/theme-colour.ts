import { tagColours } from '#shared/content/tags.ts';

/**
 * A value for each theme, written once. One of `--l` and `--d` (`tokens.ts`) is empty. The other one has no value, so
 * its `var()` uses the text after the comma. (`light-dark()` needs a browser of 2024.)
 */
export function formatThemed(light: string, dark: string): string {
  return light === dark ? light : `var(--l,${light})var(--d,${dark})`;
}

/**
 * The colours of the tags, as a part of the class of all tags; a tag also has a class such as `tag-saas`. A tag
 * without colours of its own has those of `online`, if the content still has these.
 */
export function formatTagColours(): string {
  return Object.entries(tagColours)
    .map(([tag, { light, dark }]) => {
      const text = formatThemed(light.text, dark.text);
      const fill = formatThemed(light.fill, dark.fill);
      const rules = `color:${text};background:${fill};`;
      return tag === 'online' ? rules : `&.tag-${tag}{${rules}}`;
    })
    .join('');
}
