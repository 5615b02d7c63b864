/**
 * The data of a page could not be fetched, or they belong to another build. The browser then loads the document: see
 * `client/failures/root-options.ts`.
 */
export class LoadFailure extends Error {}
