import { root } from '../root-element.ts';
import { applyStoredTheme } from '../theme/apply-stored-theme.ts';
import { attempt } from './attempt.ts';
import { startPage } from './start-page.ts';
import { isSupported } from './supported-browsers.ts';

/*
 * The one inline script. It is in the head of every page, outside the React tree, and its hash is in the content
 * security policy. The build bundles and minifies it into a string (`scripts/build/inline-script.ts`). It imports
 * little, because each byte is a part of every page.
 */

if (isSupported()) {
  // The body is not parsed yet, so its controls are those of a page with scripts.
  root.dataset['script'] = 'on';
  attempt(() => {
    applyStoredTheme();
    startPage();
  });
}
