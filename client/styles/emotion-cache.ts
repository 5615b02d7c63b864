import createCache, { type EmotionCache } from '@emotion/cache';

/**
 * Server and browser use one key and one set of options, or class names differ while hydrating. No vendor
 * prefixes (`stylisPlugins: []`): the few that are needed are written by hand. `compat` keeps
 * Emotion from writing a `<style>` before each first use on the server, which would make
 * `:first-child` and `> * + *` select wrong elements before hydration.
 */
export function createEmotionCache(): EmotionCache {
  const cache = createCache({ key: 'css', stylisPlugins: [], speedy: true });
  cache.compat = true;
  return cache;
}

/**
 * Marks the classes that the server has sent as inserted, or Emotion would insert them again. Emotion
 * itself reads their names from an attribute of the style element; here they are read from the rules,
 * because names do not compress: the attribute costs 300 bytes of every page's first response.
 */
export function takeOverStyles(cache: EmotionCache, styles: string): void {
  for (const [, id = ''] of styles.matchAll(/\.css-([a-z0-9]+)/g)) cache.inserted[id] = true;
}
