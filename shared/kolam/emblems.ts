import { drawKolam, type Kolam } from './kolam.ts';
import type { PlaceCounts } from './mirrors.ts';

/* The drawings that come from a seed. */

/** The emblem of an event, a post or a partner: 5 × 4 dots, the same in all four quarters. */
export function drawEmblem(seed: string): Kolam {
  return drawKolam({ columns: 5, rows: 4, seed, accept: isVaried });
}

/** A ring around a portrait, symmetric left to right; it leaves 4 × 5 of 6 × 7 cells empty. */
export function drawPortraitRing(seed: string): Kolam {
  return drawKolam({
    columns: 6,
    rows: 7,
    clearing: { column: 1, row: 1, columns: 4, rows: 5 },
    seed,
    symmetry: 'left-right',
    density: 0.4,
  });
}

/** Whether a drawing is varied: some crossings, and mirrors of both kinds. */
function isVaried({ crossings, horizontal, vertical }: PlaceCounts): boolean {
  return crossings >= 7 && crossings <= 15 && Math.abs(horizontal - vertical) <= 8;
}
