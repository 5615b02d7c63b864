/** The `<html>` element, on which the inline script sets attributes. */
export const root = document.documentElement;
