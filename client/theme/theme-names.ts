/* Names for the theme and the inline script, in a file of their own: the script must not import React. */

/** Key in localStorage. */
export const themeStorageKey = 'theme';

/** Event on the window: the visitor has chosen a theme. The inline script then sets the colour of the browser bars. */
export const themeChanged = 'setu:theme';
