import { events } from './content/events.ts';
import { createProgramme } from './events/programme.ts';

/** The site's programme. Components and functions take it as an argument, so that tests pass their own. */
export const programme = createProgramme(events);
