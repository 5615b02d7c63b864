import { events } from './content/events.ts';
import { createProgramme } from './events/programme.ts';

/** The site's programme. Whoever shows it takes it as an argument, so that tests bring their own. */
export const programme = createProgramme(events);
