import { layOutSections } from './lay-out-sections.ts';
import { revealSections } from './motion/reveal.ts';
import { followControls } from './tooltip/follow-controls.ts';

/* The code that a page needs as soon as it is hydrated, and not before: one request. */

followControls();

/** Prepares the sections below the window. @param leaving is aborted when their page goes away */
export function prepareSections(leaving: AbortSignal): void {
  if (leaving.aborted) return;
  revealSections(leaving);
  layOutSections(leaving);
}
