import { layOutSections } from './lay-out-sections.ts';
import { revealSections } from './motion/reveal.ts';
import { followControls } from './tooltip/follow-controls.ts';

/** The code that a page needs only after it is hydrated: one request for all of it. */
export const afterHydration = { layOutSections, revealSections, followControls };
