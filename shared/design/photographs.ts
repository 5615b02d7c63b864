import { columnsFrom, formatSizes } from './container-width.ts';

/** The files that the build has made of a photograph. */
export interface PhotographFiles {
  /** A hash of the file and of how it was made, in 8 hexadecimal digits: it is in the names of all pictures. */
  readonly hash: string;
}

/** The photographs by file. */
type Photographs = Readonly<Record<string, PhotographFiles | undefined>>;

/** The files that the build has made, by list of the content and by photograph. */
export type BuiltPhotographs = Readonly<Record<keyof typeof listShapes, Photographs>>;

export const noPhotographs: BuiltPhotographs = { team: {}, events: {}, posts: {} };

/** An entry of the content that may have a photograph. */
export interface WithPhotograph {
  /**
   * A file in `shared/content/photographs/`, as it came from the camera; for a person also a drawing in
   * `public/portraits/`, as a path. An event and a post show it in place of the emblem.
   */
  readonly photoUrl?: string | undefined;
  /** The alternative text of the photograph of an event or a post. */
  readonly photoAlt?: string | undefined;
  /** The build adds it; undefined without a build. */
  readonly photograph?: PhotographFiles;
}

/** The width and height to which files are cropped. */
export const shapes = { portrait: [4, 5], landscape: [3, 2] } as const;

export type ShapeName = keyof typeof shapes;

/** Which shape the photographs of a list of the content get. */
export const listShapes = {
  team: 'portrait',
  events: 'landscape',
  posts: 'landscape',
} as const satisfies Readonly<Record<string, ShapeName>>;

interface PhotoSlot {
  readonly shape: ShapeName;
  /** How wide the layout makes the picture (HTML, "sizes attributes"). */
  readonly sizes: string;
  /** The widths for 1, 2 and 3 device pixels per CSS pixel: in pixels, ascending. */
  readonly widths: readonly number[];
  /** The width of the only JPEG, for browsers without WebP, and for the feed and search engines. */
  readonly jpg: number;
}

/** Where the pages show photographs. */
export const photoSlots = {
  portrait: {
    shape: 'portrait',
    sizes: formatSizes(0.164, '25vw'),
    widths: [160, 320, 480, 720],
    jpg: 720,
  },
  card: {
    shape: 'landscape',
    sizes: `(min-width:${columnsFrom}) 236px,96px`,
    widths: [240, 480],
    jpg: 480,
  },
  /** The picture in the details of an event. A post gives its own sizes. */
  large: {
    shape: 'landscape',
    sizes: '(min-width:52em) 734px,calc(100vw - 66px)',
    widths: [480, 768, 1200, 1600],
    jpg: 1200,
  },
} as const satisfies Readonly<Record<string, PhotoSlot>>;

export type PhotoSlotName = keyof typeof photoSlots;

/** The widths in which the slots of a shape need a format, ascending. */
export function listWidths(shape: ShapeName, format: PhotographFormat): readonly number[] {
  const own = Object.values<PhotoSlot>(photoSlots).filter((slot) => slot.shape === shape);
  const widths = own.flatMap((slot) => (format === 'jpg' ? slot.jpg : slot.widths));
  return [...new Set(widths)].sort((a, b) => a - b);
}

/** The minimum width of a file, upright and cropped. */
export function getMinWidth(shape: ShapeName): number {
  return listWidths(shape, 'webp').at(-1) ?? 0;
}

/** The formats, the smallest first: a browser takes the first one that it knows. */
export const formats = ['webp', 'jpg'] as const;

export type PhotographFormat = (typeof formats)[number];

/** The path of one picture: `/assets/portrait-480-1a2b3c4d.webp`. */
export function formatPhotographPath(
  { hash }: Pick<PhotographFiles, 'hash'>,
  shape: ShapeName,
  width: number,
  format: PhotographFormat,
): string {
  return `/assets/${shape}-${width}-${hash}.${format}`;
}

/** The height of a picture of this width, in pixels. */
export function getHeight(shape: ShapeName, width: number): number {
  const [across, down] = shapes[shape];
  return Math.round((width * down) / across);
}

/** The file of an event or a post for the feed, search engines and social images. */
export function getSharedFile(photograph: PhotographFiles) {
  const width = photoSlots.large.jpg;
  const path = formatPhotographPath(photograph, 'landscape', width, 'jpg');
  return { path, width, height: getHeight('landscape', width) };
}

/** The entries with the files that the build has made of their photographs. */
export function addPhotographs<Entry extends WithPhotograph>(
  built: Photographs,
  entries: readonly Entry[],
): readonly Entry[] {
  return entries.map((entry) => {
    const photograph = built[findPhotographFile(entry) ?? ''];
    return photograph ? { ...entry, photograph } : entry;
  });
}

/** The file in `content/photographs/` that an entry names. */
export function findPhotographFile({ photoUrl }: WithPhotograph): string | undefined {
  return photoUrl?.startsWith('/') ? undefined : photoUrl;
}
