/*
 * The texts of the about page; the people are in team.ts, the partners in partners.ts.
 * To add a reason, add to `reasons`:
 *   { id: 'lower-case-words', title: 'Short title', text: 'One or two sentences.' },
 * and change `reasonsTitle`, which counts them.
 */

import type { TitledText } from './closing.ts';

export interface AboutTexts {
  readonly title: string;
  readonly mission: string;
  readonly missionDetail: string;
  readonly reasonsTitle: string;
  readonly reasons: readonly (TitledText & { readonly id: string })[];
  readonly teamTitle: string;
  readonly partnersTitle: string;
  readonly openPlaces: {
    readonly text: string;
    readonly label: string;
  };
  readonly getInTouch: TitledText;
}

/** The texts of the about page, without its people and partners. */
export const about: AboutTexts = {
  title: 'About the circle',
  /** The mission is in large type. */
  mission:
    'We are investors, makers and organisers in Europe who carry an affinity for India. We back ventures in art, culture and technology with money, with introductions and with the encouragement that keeps people going.',
  /** This text is below it, in body type. */
  missionDetail:
    'Setu means bridge, and a bridge has two ends. At one end are artists, engineers and founders whose work draws on India. At the other are people in Europe who would gladly support that work if they could find it, understand it and trust it. We read proposals together, form a syndicate around each venture we choose, and stay close to it after the money has been sent.',
  reasonsTitle: 'Four reasons we exist',
  reasons: [
    {
      id: 'government-tailwinds',
      title: 'Government tailwinds',
      text: 'Public programmes in India and in Europe now pay for a first meeting, in technology and in the creative industries. Somebody has to stay for the second.',
    },
    {
      id: 'diaspora-expertise',
      title: 'Diaspora expertise',
      text: 'Someone who has rented a studio in Munich and hired a team in Pune knows what stands in no report. Little of that is put to use.',
    },
    {
      id: 'friction',
      title: 'Friction in capital, culture and regulation',
      text: 'A good idea meets two tax offices, two sets of habits and two ways of saying no. Many lose a year between them.',
    },
    {
      id: 'demand',
      title: 'Demand for structured, trust-based dealflow',
      text: 'Members ask us for fewer proposals, better read, from people whom they can call. So we bring them one at a time.',
    },
  ],
  teamTitle: 'Team',
  partnersTitle: 'Partners',
  /** The page shows it while a place is open, followed by a link to the contact page. */
  openPlaces: {
    text: 'A place without a name is open: for a museum, a university, a festival or a fund that will build this bridge with us.',
    label: 'Ask for one',
  },
  /** The e-mail link is below its text. */
  getInTouch: {
    title: 'Get In Touch',
    text: 'Write to us about a venture, a question or a partnership. A person reads every message and answers it.',
  },
};
