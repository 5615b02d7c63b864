import type { TitledText } from './closing.ts';

interface EventsTexts {
  readonly title: string;
  readonly lead: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly pastTitle: string;
  readonly nothingPlanned: TitledText;
  readonly newsletter: TitledText;
  readonly calendarText: string;
  readonly switchToList: string;
  readonly subscribeText: string;
  readonly subscribe: string;
  readonly downloadCalendar: string;
}

/** The texts of the events page, without its events. Titles and notices are the specification's. */
export const eventsTexts: EventsTexts = {
  title: 'Events & Opportunities',
  lead: 'Circles, bootcamps and delegations, in person and online. All times are shown in the time zone of the event.',
  emptyTitle: 'No events found',
  emptyText: 'Try adjusting your filters to see more events.',
  pastTitle: 'Past events',
  /** The page shows it above the past events while no event is to come. The title of `newsletter` leads to its form. */
  nothingPlanned: {
    title: 'The next gathering is in the making',
    text: 'Readers of the newsletter are the first to hear of its day and its table.',
  },
  /** The end of the page then: the form and the invitation stand beside it. The details of such events link to it. */
  newsletter: {
    title: 'Stay in the loop',
    text: 'We write when an event is new. Or ask for an invitation, and we will find you a seat.',
  },
  calendarText: 'Full calendar view coming soon. For now, please use the list view above.',
  switchToList: 'Switch to List View',
  subscribeText: 'For your own calendar:',
  subscribe: 'subscribe to these events',
  downloadCalendar: 'download them',
};
