import { layOutSections } from './lay-out-sections.ts';
import { revealSections } from './motion/reveal.ts';
import { followControls } from './tooltip/follow-controls.ts';

followControls();

/** The code that a page needs as soon as it is hydrated, and not before: one request. */
export const afterHydration = { layOutSections, revealSections };
