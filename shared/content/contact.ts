/*
 * The texts of the contact page and of the small stand-in page that its iframe shows when no external
 * form is configured (CONTACT_FORM_URL). `{email}` becomes a link to the contact address.
 * To add a reason to write, whose title is the subject of a mail if there is no form, add to `reasons`:
 *   { id: 'lower-case-words', title: 'Short title', text: 'One sentence.' },
 */

import type { TitledText } from './closing.ts';

interface ContactTexts {
  readonly title: string;
  readonly lead: string;
  readonly reasons: readonly (TitledText & { readonly id: string })[];
  readonly faqText: string;
  readonly faqLabel: string;
  readonly imprintTitle: string;
  readonly formTitle: string;
  readonly formLoading: string;
  readonly formNote: string;
  readonly standIn: TitledText;
}

export const contact: ContactTexts = {
  title: 'Get in Touch',
  lead: 'Tell us what you have in mind. A person reads every message and answers it.',
  reasons: [
    {
      id: 'mentorship',
      title: 'Mentorship',
      text: 'Give a founder or an artist an hour of what you know, or ask for such an hour yourself.',
    },
    {
      id: 'partnerships',
      title: 'Partnerships',
      text: 'Plan an event, a residency or a programme with us, as a museum, a university, a festival or\u00a0a\u00a0fund.',
    },
    {
      id: 'corporate-collaboration',
      title: 'Corporate collaboration',
      text: 'Bring your company in as a pilot customer, a host of a delegation or a sponsor of a grant.',
    },
    {
      id: 'other-contributions',
      title: 'Other contributions',
      text: 'Offer a room, a translation, an introduction or something we have not thought of.',
    },
  ],
  /** This line is below the reasons, followed by a link to the FAQ. */
  faqText: 'Most questions about membership have their answer in the',
  faqLabel: 'Investor FAQ',
  /** Who publishes the site: from shared/site.ts. */
  imprintTitle: 'Imprint',
  /** The accessible name of the iframe that holds the form. */
  formTitle: 'Contact form',
  /** The page shows it in place of the form until that has loaded. */
  formLoading: 'The form is loading.',
  /** A line above an external form, for visitors whose browser shows no iframe. */
  formNote: 'If the form does not appear, write to {email} instead. The same people read both.',
  /** The page inside the iframe while no external form is configured: the address and a sentence. */
  standIn: {
    title: 'Write to us by email',
    text: 'Tell us who you are and how we may reach you.',
  },
};
