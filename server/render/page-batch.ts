import type { PageStart } from './page-start.ts';

/** A part of a page that is ready to be sent. */
export interface PageBatch {
  /** The first batch begins with it, where the page has a head. */
  readonly start: PageStart | undefined;
  readonly rest: Buffer;
  /** Nothing comes after it. */
  readonly isLast: boolean;
}

export function joinBatch({ start, rest }: PageBatch): Buffer {
  return start ? Buffer.concat([start.bytes, rest]) : rest;
}
