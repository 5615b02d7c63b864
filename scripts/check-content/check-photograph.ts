import {
  getHeight,
  getMinWidth,
  type ShapeName,
  type WithPhotograph,
} from '#shared/design/photographs.ts';
import { checkText, type Problem } from './entry-rules.ts';

/** A file in `content/photographs/`; width and height are the sizes of the upright picture. */
export type PhotographFile =
  | { readonly kind: 'picture'; readonly width: number; readonly height: number }
  | { readonly kind: 'missing' | 'heic' | 'unreadable' }
  | { readonly kind: 'other-type'; readonly type: string };

/** The files of the site, for the checks. */
export interface ContentFiles {
  /** Whether there is a file below `public/`, by its path with a slash in front. */
  readonly hasFile: (path: string) => boolean;
  /** The photographs by file name. A missing name is a missing file. */
  readonly photographs: ReadonlyMap<string, PhotographFile>;
}

/** Phones make pictures of up to 64 megapixels. A small damaged or malicious file may claim thousands of times that. */
export const maxMegapixels = 70;

/** Mistakes in the photograph of an event or a post, which also needs a description. */
export function checkLandscape(
  { photoUrl, photoAlt }: WithPhotograph,
  files: ContentFiles,
): readonly Problem[] {
  if (photoUrl === undefined) {
    return [photoAlt !== undefined && 'it has a photoAlt and no photoUrl: name the photograph too'];
  }
  return [
    checkPhotograph(photoUrl, 'landscape', files),
    checkText('photoAlt', photoAlt ?? '', 200),
  ];
}

/** Mistakes in the photograph that an entry names. */
export function checkPhotograph(
  name: string | undefined,
  shape: ShapeName,
  { photographs }: ContentFiles,
): Problem {
  if (name === undefined) return false;
  const start = `its photoUrl “${name}”`;
  const file = photographs.get(name) ?? { kind: 'missing' };
  switch (file.kind) {
    case 'missing':
      return `${start} is not in shared/content/photographs/: put the file there, and write its name alone, with the same capitals`;
    case 'heic':
      return `${start} is a HEIC file, the iPhone’s own format, which the build cannot read: export it as JPEG in Preview or Photos, or mail it from the iPhone to yourself, which makes a JPEG of it`;
    case 'unreadable':
      return `${start} is damaged, or no picture: copy it from the phone again`;
    case 'other-type':
      return `${start} is of the type ${file.type}, and must be JPEG, PNG, WebP or AVIF`;
    case 'picture':
      return checkSize(start, shape, file);
  }
}

function checkSize(
  start: string,
  shape: ShapeName,
  { width, height }: { readonly width: number; readonly height: number },
): Problem {
  const megapixels = Math.round((width * height) / 1e6);
  if (width * height > maxMegapixels * 1e6) {
    return `${start} has ${megapixels} megapixels, and ${maxMegapixels} is the limit: save a smaller copy`;
  }
  const minWidth = getMinWidth(shape);
  return (
    (width < minWidth || height < getHeight(shape, minWidth)) &&
    `${start} has ${width} × ${height} pixels, upright, and needs at least ${minWidth} × ${getHeight(shape, minWidth)}: take the file from the camera, not the copy from a chat`
  );
}
