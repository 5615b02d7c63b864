/**
 * The data or the styles of a page could not be fetched, or the data belong to another build. The browser then loads
 * the document: see `client/failures/root-options.ts`.
 */
export class LoadFailure extends Error {}
