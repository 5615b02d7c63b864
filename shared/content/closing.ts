/** The words at the end of the manifesto and of the page about the circle. */
export const closing = {
  title: 'Come and sit with us',
  /** Followed by the next event: its title, a link, its date and place. */
  nextEvent: 'The next time we meet:',
  /** Followed by a link to the programme, while nothing is planned. */
  noEvent: 'No events are planned at the moment. What we have done so far stands under',
  events: 'Events & Opportunities',
  /** Followed by a link to the team. */
  peopleText: 'Who we are:',
  people: 'the people of the circle',
} as const;
