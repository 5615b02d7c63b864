/** The texts of the investor FAQ, without its questions. */
export const investorFaqPage = {
  title: 'Investor FAQ',
  lead: 'The questions that most people ask before they join, answered as plainly as we can.',
  /** Links to the people, and to the programme. */
  people: 'Meet the people',
  events: 'Come to an event',
} as const;
