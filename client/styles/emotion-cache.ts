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
