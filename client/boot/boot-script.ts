import { themeScript } from '../theme/theme-script.ts';
import { startScript } from './start-script.ts';

/**
 * The one inline script: it stands in the head, outside the React tree, and its hash is in the
 * content security policy, so it is the same on every page.
 */
export const bootScript = `(r=>{${themeScript}${startScript}})(document.documentElement)`;
