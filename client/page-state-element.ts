/** Id of the element that contains the page's state. The inline script reads `data-scripts` and `data-styles`. */
export const pageStateElementId = 'page-state';
