import type { PageId } from '../routes.ts';

/**
 * The path of a drawing that the document does not contain, for `<use href>`. The server renders the file
 * (`shared/kolam/drawings.ts`).
 *
 * @param name the name of a drawing, as a part of a path
 */
export function formatDrawingPath(name: string): string {
  return `/drawings/${name}.svg`;
}

/** The id of the line in the file of a drawing. */
export const lineId = 'line';

/** The name of the drawing that belongs to an event, a post, a partner or a message. */
export function nameEmblem(seed: string): string {
  return `emblem-${encodeURIComponent(seed)}`;
}

/** The name of the line at the end of a page. */
export function nameClosing(page: PageId): string {
  return `closing-${page}`;
}

/** The name of the ring around a person's portrait. */
export function namePortraitRing(person: string): string {
  return `portrait-ring-${encodeURIComponent(person)}`;
}
