/* The questions of the investor FAQ: the specification's ten in its order. README.md shows how to add one. */

import { joiningSteps } from './joining-steps.ts';

export interface InvestorQuestion {
  /** Unique on the page, lower-case words joined by hyphens: the question's anchor. */
  readonly id: string;
  readonly question: string;
  /** Paragraphs. */
  readonly answer: readonly string[];
  /** A numbered list that follows the paragraphs. */
  readonly steps?: readonly string[];
}

export const questions: readonly InvestorQuestion[] = [
  {
    id: 'what-is-the-club',
    question: 'What is the club?',
    answer: [
      'It is a community of investors in Europe who put money, time and knowledge into ventures inspired by Indian art, culture and technology. Members meet, read proposals together and decide for themselves which ones to back.',
    ],
  },
  {
    id: 'why-join',
    question: 'Why should I join?',
    answer: [
      'Because the ventures we read are hard to find alone, and harder to judge alone. You see proposals from both ends of the bridge, with the notes of members who know the field, the market or the founders.',
      'You also meet people who care about the same things. Many members say that they came for the investments and stayed for the conversations.',
    ],
  },
  {
    id: 'india-2047',
    question: 'What is the link with India 2047?',
    answer: [
      'In 2047 India reaches the 100th year of its independence, and the country has taken that year as the date by which it wants to be a developed nation. We take it as our horizon too.',
      'It reminds us to back what will still matter then: companies that last, art that is seen and heard abroad, and ties between people which do not depend on one good season.',
    ],
  },
  {
    id: 'why-europe',
    question: 'Why Europe?',
    answer: [
      'Europe has audiences, museums, universities and public funds for culture, and a single market that a company can enter from any of its countries. It also has a growing community of Indian origin that knows how things are done here.',
      'What it lacks is a path between the two. Languages, rules and habits differ from one country to the next, and a newcomer loses months on them. Our members have walked that path and can shorten it for others.',
    ],
  },
  {
    id: 'types-of-investment',
    question: 'Which types of investment do you make?',
    answer: [
      'Three kinds. Short-term project finance pays for one piece of work with a clear end, such as a film, an exhibition or a pilot. Equity buys a share of a young company. Grants support work that deserves to exist and is not meant to earn a return.',
    ],
  },
  {
    id: 'risks',
    question: 'What are the risks, and how do you address them?',
    answer: [
      'You can lose all the money you invest. Young companies fail, films do not always find their audience, and a share in a private company is hard to sell. Please invest only what you can afford to lose.',
      'We cannot remove these risks, but we do three things about them. Curation: people who know the field read every proposal, and most are declined. Education: we write the risks down in plain words, and run sessions in which newcomers learn how such investments work. Syndication: members invest together, so that each can put in a smaller amount and spread it over several ventures.',
    ],
  },
  {
    id: 'beyond-returns',
    question: 'What do I gain beyond returns?',
    answer: [
      'A place close to the work. You may visit the studio, read the first draft, test the early product or open a door that only you can open. Founders remember who did.',
      'You also gain company: evenings with members from other fields and cities, and the use of what they know. And you can say that something exists in the world because you helped it along.',
    ],
  },
  {
    id: 'difference-from-venture-capital',
    question: 'How is this different from venture capital?',
    answer: [
      'A venture capital fund collects money first and then decides for its investors, usually with an exit in mind after five to ten years. Here you decide on each venture yourself, and it is quite all right to pass.',
      'We also back work that a fund cannot: an exhibition that repays its cost within a year, an archive that needs a grant, a studio that will grow slowly and stay small. And members offer their time as well as their money.',
    ],
  },
  {
    id: 'who-can-join',
    question: 'Who can join?',
    answer: [
      'Members of the Indian diaspora in Europe, and anyone of another origin who shares the cultural affinity. Some of us grew up with Indian languages and food. Others came to India through music, yoga, mathematics, business or marriage.',
      'You do not need to have invested before. You do need to be of age, able to bear a loss and willing to take part. For some investments the law sets further conditions, which we explain before you commit to anything.',
    ],
  },
  {
    id: 'how-to-get-started',
    question: 'How do I get started?',
    answer: ['There are four steps, and you may stop after any of them.'],
    steps: joiningSteps.map(({ title, text }) => `${title}. ${text}`),
  },
];
