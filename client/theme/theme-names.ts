/* What the theme and the inline script agree on, apart from React, which the script must not carry. */

/** Key in localStorage. */
export const themeStorageKey = 'theme';

/** Event on the window: the visitor has chosen a theme. The inline script then colours the browser's bars. */
export const themeChanged = 'setu:theme';
