/** The texts of the investor FAQ, without its questions. */
export const investorFaqPage = {
  title: 'Investor FAQ',
  lead: 'The questions that most people ask before they join, answered as plainly as we can.',
} as const;
