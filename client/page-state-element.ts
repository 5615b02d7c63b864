/** Id of the element that contains the page's state. The inline script reads its `data-scripts`. */
export const pageStateElementId = 'page-state';
