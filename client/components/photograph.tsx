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
  /** Other sizes than those of the slot (HTML, "sizes attributes"). */
  readonly sizes?: string;
  /** Whether it may be visible before scrolling. Then it is loaded at once. */
  readonly isFirst?: boolean;
  readonly className?: string;
}

/**
 * A photograph in the widths and formats that the build has made. Its width and height reserve the space.
 */
export function Photograph(props: PhotographProps) {
  const { photograph, slot, alt, isFirst, className, sizes = photoSlots[slot].sizes } = props;
  const { shape, widths, jpg } = photoSlots[slot];
  const path = (width: number, format: PhotographFormat) =>
    formatPhotographPath(photograph, shape, width, format);
  const list = widths.map((width) => `${path(width, 'webp')} ${width}w`).join(',');
  return (
    <picture className={transparent}>
      <source type="image/webp" srcSet={list} sizes={sizes} />
      <img
        className={cx(picture, className)}
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
