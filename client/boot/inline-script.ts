import { applyStoredTheme } from '../theme/apply-stored-theme.ts';
import { startPage } from './start-page.ts';

/*
 * The one inline script. It is in the head of every page, outside the React tree, and its hash is in the content
 * security policy. The build bundles and minifies it into a string (`scripts/build/inline-script.ts`). It imports
 * little, because each byte is a part of every page.
 */

applyStoredTheme();
startPage();
