import { css, cx } from '../styles/css.ts';
import { inColourOnly } from '../styles/grid.ts';
import { formatThemed } from '../styles/theme-colour.ts';

/** The mask of a feathered edge, like loose threads 20 px high. */
export const edgeMask = 'url(/line/ikat-edge-b14f3a9b.svg) 50% 0 / 384px 21px repeat-x';

/**
 * A full-width surface of the colour `--ground`. Its feathered ikat edges have the same colour and extend 20 px outside
 * it. Pattern and edges are decoration, so print and forced colours leave them out.
 */
const base = css`
  position: relative;
  isolation: isolate; /* its decoration has z-index -1: in front of the surface, behind the text */
  background: var(--ground);
  &::before,
  &::after {
    content: '';
    position: absolute;
    z-index: -1;
    inset-inline: 0;
    height: 21px;
    background: var(--ground);
    mask: ${edgeMask};
    pointer-events: none;
    ${inColourOnly};
  }
  &::before {
    bottom: calc(100% - 1px);
  }
  &::after {
    top: calc(100% - 1px);
    transform: scaleY(-1);
  }
  @media (forced-colors: active) {
    border-block: 1px solid CanvasText;
  }
`;

/** The quiet surface of a section. The caller adds the `pattern`. */
export const surface = cx(
  base,
  css`
    --ground: var(--surface);
  `,
);

/** The strong surface of the story and the footer, with marigold focus rings. */
export const accent = cx(
  base,
  css`
    --ground: var(--accent);
    --focus: var(--accent-focus);
    color: var(--on-accent);
  `,
);

const diagonal = 'transparent calc(50% - 0.75px), currentColor 0 calc(50% + 0.75px), transparent 0';

/** The lattice: an element behind the content of a `surface`. */
export const pattern = css`
  position: absolute;
  z-index: -1;
  inset: 0;
  /* Tiles with two diagonals, because WebKit draws a large repeating gradient too coarsely. */
  background: linear-gradient(45deg, ${diagonal}), linear-gradient(-45deg, ${diagonal});
  background-size: 48px 48px;
  opacity: ${formatThemed('0.055', '0.035')};
  pointer-events: none;
  ${inColourOnly};
`;
