/*
 * The texts of the about page; the people are in team.ts, the partners in partners.ts.
 * To add a reason, add to `reasons`:
 *   { id: 'lower-case-words', title: 'Short title', text: 'One or two sentences.' },
 * and change `reasonsTitle`, which counts them.
 */

/** Why the network exists, one reason of several. */
export interface Reason {
  /** Unique on the page, lower-case words joined by hyphens. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** The texts of the about page, without its people and partners. */
export interface About {
  readonly title: string;
  /** The mission in large type. */
  readonly mission: string;
  /** The mission in more detail, in body type below it. */
  readonly missionDetail: string;
  readonly reasonsTitle: string;
  readonly reasons: readonly Reason[];
  readonly teamTitle: string;
  readonly partnersTitle: string;
  /** The closing section; the e-mail link is below its text. */
  readonly getInTouch: { readonly title: string; readonly text: string };
}

export const about: About = {
  title: 'About the circle',
  mission:
    'We are investors, makers and organisers in Europe who carry an affinity for India. We back ventures in art, culture and technology with money, with introductions and with the encouragement that keeps people going.',
  missionDetail:
    'Setu means bridge, and a bridge has two ends. At one end are artists, engineers and founders whose work draws on India. At the other are people in Europe who would gladly support that work if they could find it, understand it and trust it. We read proposals together, form a syndicate around each venture we choose, and stay close to it after the money has been sent.',
  reasonsTitle: 'Four reasons we exist',
  reasons: [
    {
      id: 'government-tailwinds',
      title: 'Government tailwinds',
      text: 'Governments provide the tailwinds: public programmes in India and in Europe now support exchange in technology and in the creative industries.',
    },
    {
      id: 'diaspora-expertise',
      title: 'Diaspora expertise',
      text: 'People of the diaspora know both places. Their expertise stands in no report, and little of it is put to use.',
    },
    {
      id: 'friction',
      title: 'Friction',
      text: 'Friction in capital, culture and regulation still stands between a good idea and its first market abroad.',
    },
    {
      id: 'demand',
      title: 'Demand',
      text: 'There is demand for structured, trust-based dealflow. We build it one venture at a time.',
    },
  ],
  teamTitle: 'Team',
  partnersTitle: 'Partners',
  getInTouch: {
    title: 'Get In Touch',
    text: 'Write to us about a venture, a question or a partnership. A person reads every message and answers it.',
  },
};
