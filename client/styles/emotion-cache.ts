import createCache, { type EmotionCache } from '@emotion/cache';

/**
 * One key and one option set for both sides, or hydration finds other class names. No vendor
 * prefixes (`stylisPlugins: []`): the few that are needed are written by hand. `compat` keeps
 * Emotion from writing a `<style>` in front of each first use on the server, which would make
 * `:first-child` and `> * + *` select wrong elements before hydration.
 */
export function createEmotionCache(): EmotionCache {
  const cache = createCache({ key: 'css', stylisPlugins: [], speedy: true });
  cache.compat = true;
  return cache;
}

/**
 * Tells the browser's cache which classes the server has sent, or it would insert them again. Emotion
 * reads their names from the style element's attribute; the rules hold them already, and the names,
 * which do not compress, cost every page 300 bytes of its first answer.
 */
export function takeOverStyles(cache: EmotionCache, styles: string): void {
  for (const [, id = ''] of styles.matchAll(/\.css-([a-z0-9]+)/g)) cache.inserted[id] = true;
}
