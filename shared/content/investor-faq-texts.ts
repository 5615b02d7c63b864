interface InvestorFaqTexts {
  readonly title: string;
  readonly lead: string;
  readonly people: string;
  readonly events: string;
}

/** The texts of the investor FAQ, without its questions. */
export const investorFaqTexts: InvestorFaqTexts = {
  title: 'Investor FAQ',
  lead: 'The questions that most people ask before they join, answered as plainly as we can.',
  /** Labels of links to the people and to the programme. */
  people: 'Meet the people',
  events: 'Come to an event',
};
