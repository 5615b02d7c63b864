/*
 * The thank-you page: three messages, chosen by the query parameter `type`. To add a kind, add its name to
 * `ThankYouTexts`, and its message to `messages`:
 *   delegation: { pageTitle: 'For the tab of the browser', title: 'Thank you', paragraphs: ['What happens next.'] },
 */

import type { TitledText } from './closing.ts';

interface ThankYouMessage {
  readonly pageTitle: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

interface ThankYouTexts {
  readonly messages: Readonly<Record<'interest' | 'newsletter' | 'general', ThankYouMessage>>;
  readonly whatsNext: {
    readonly title: string;
    readonly tips: readonly TitledText[];
  };
  readonly contactText: string;
  readonly captureNotice: string;
}

/** The texts of the thank-you page. `{email}` becomes a link to the contact address. */
export const thankYou: ThankYouTexts = {
  messages: {
    interest: {
      pageTitle: 'Thank You for Your Interest',
      title: 'Thank You for Your Interest!',
      paragraphs: [
        'Our team reviews submissions within 48 hours. A confirmation email follows, and with it the next step.',
      ],
    },
    newsletter: {
      // It is the same for a new, a waiting and a confirmed address: the page must not reveal which it is.
      pageTitle: 'Thank You for Subscribing',
      title: 'Welcome to the newsletter',
      paragraphs: [
        'Thank you for subscribing. Your subscription has reached us and is confirmed as soon as your address is.',
        'Please check your email. If your address has still to be confirmed, a message from us contains the link for it; your subscription begins when you follow it. If you find nothing within a few minutes, look in the spam folder.',
      ],
    },
    general: {
      pageTitle: 'Thank You',
      title: 'Thank you',
      paragraphs: ['We are glad that you came by. If you wrote to us, a person will answer.'],
    },
  },
  whatsNext: {
    title: "What's Next",
    tips: [
      {
        title: 'Watch your inbox',
        text: 'Our mails sometimes land in the spam folder. Adding our address to your contacts prevents it.',
      },
      {
        title: 'Come to an event',
        text: 'The programme is the easiest way to meet the circle, in Berlin or online.',
      },
    ],
  },
  contactText: 'If anything is unclear, write to {email}.',
  /** The page shows it below the newsletter's message if mails are captured instead of sent. */
  captureNotice:
    'This site is on trial and keeps its mail to itself: no message leaves it. Whoever runs it finds the link in the terminal.',
};
