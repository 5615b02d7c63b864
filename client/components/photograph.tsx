import {
  formatPhotographPath,
  getHeight,
  type PhotographFiles,
  type PhotographFormat,
  type PhotoSlotName,
  photoSlots,
} from '#shared/design/photographs.ts';
import { css, cx } from '../styles/css.ts';

interface PhotographProps {
  readonly photograph: PhotographFiles;
  readonly slot: PhotoSlotName;
  readonly alt: string;
  /** Whether it may be visible before scrolling. Then it is loaded at once. */
  readonly isFirst?: boolean;
  readonly className?: string;
}

/**
 * A photograph in the widths and formats that the build has made. Its width and height reserve the space, and its
 * average colour fills the space until it has loaded.
 */
export function Photograph({ photograph, slot, alt, isFirst, className }: PhotographProps) {
  const { shape, sizes, widths, jpg } = photoSlots[slot];
  const path = (width: number, format: PhotographFormat) =>
    formatPhotographPath(photograph, shape, width, format);
  const list = (format: PhotographFormat) =>
    widths.map((width) => `${path(width, format)} ${width}w`).join(',');
  /** For client navigation. In a document the class below has a rule, which the server writes (`page-styles.ts`). */
  const showColour = (image: HTMLImageElement | null) => {
    if (image) image.style.backgroundColor = photograph.colour;
  };
  return (
    <picture className={transparent}>
      <source type="image/avif" srcSet={list('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={list('webp')} sizes={sizes} />
      <img
        className={cx(picture, `bg-${photograph.colour.slice(1)}`, className)}
        ref={showColour}
        src={path(jpg, 'jpg')}
        alt={alt}
        width={widths[0]}
        height={getHeight(shape, widths[0])}
        loading={isFirst ? undefined : 'lazy'}
        decoding="async"
      />
    </picture>
  );
}

/** Only the image takes part in the layout. Otherwise the sources would be items of a grid around the picture. */
const transparent = css`
  display: contents;
  source {
    display: none;
  }
`;

const picture = css`
  height: auto;
  object-fit: cover;
`;
