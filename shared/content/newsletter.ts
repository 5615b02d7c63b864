/* The words of the newsletter outside its pages: the form, and the mails. */

import { linkHours, unconfirmedDays } from '../legal/retention.ts';

/** The note below the form: what a subscriber agrees to. Stored with each subscriber. */
export const consentText = 'We respect your privacy. Unsubscribe at any time.';

/** Pages show it instead of the form if the operator has switched the newsletter off. */
export const newsletterOff = 'There is no newsletter at the moment.';

/** The message below the form's field for an address to which no mail can be sent. */
export const fieldErrors: Readonly<Record<'invalid' | 'non-ascii', string>> = {
  invalid: 'Enter a full email address, such as name@example.com.',
  'non-ascii': 'We can only write to addresses with plain letters (a to z) before the @.',
};

/** The message below the form's field if there was no response. */
export const connectionError =
  'Your address could not be sent. Check your connection and try again.';

interface MailTexts {
  readonly confirmation: {
    readonly subject: string;
    readonly greeting: string;
    readonly text: string;
    readonly button: string;
    readonly validity: string;
    readonly notYou: string;
    readonly unsubscribe: string;
  };
  readonly edition: {
    readonly reason: string;
    readonly unsubscribe: string;
  };
}

/** `{site}` becomes the network's name. */
export const newsletterMails: MailTexts = {
  confirmation: {
    subject: 'Please confirm your subscription',
    greeting: 'Namaste and hello,',
    text: 'Somebody, we hope you, asked for the newsletter of {site} at this address. It begins when you confirm it:',
    button: 'Confirm my subscription',
    validity: `The link works for ${linkHours} hours.`,
    notYou: `If it was not you, do nothing: without the confirmation we send no newsletter, and we delete the address after ${unconfirmedDays} days. You can also have it deleted now:`,
    unsubscribe: 'Delete my address',
  },
  edition: {
    reason: 'You receive this newsletter of {site} because you confirmed this address.',
    unsubscribe: 'Unsubscribe',
  },
};
