/*
 * The texts of the about page; the people are in team.ts, the partners in partners.ts.
 * To add a reason, add to `reasons`:
 *   { id: 'lower-case-words', title: 'Short title', text: 'One or two sentences.' },
 * and change `reasonsTitle`, which counts them.
 */

/** The texts of the about page, without its people and partners. */
export const about = {
  title: 'About the circle',
  /** In large type. */
  mission:
    'We are investors, makers and organisers in Europe who carry an affinity for India. We back ventures in art, culture and technology with money, with introductions and with the encouragement that keeps people going.',
  /** In more detail, in body type below it. */
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
  /** While a place is open, followed by a link to the contact page. */
  openPlaces: {
    text: 'A place without a name is open: for a museum, a university, a festival or a fund that will build this bridge with us.',
    label: 'Ask for one',
  },
  /** The e-mail link is below its text. */
  getInTouch: {
    title: 'Get In Touch',
    text: 'Write to us about a venture, a question or a partnership. A person reads every message and answers it.',
  },
} as const;

/** The page gets them as data (`page-data.ts`). */
export type AboutTexts = typeof about;
