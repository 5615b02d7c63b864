import type { PageUrl } from '../routes.ts';

/** The address that the newsletter's form posts to. */
export const newsletterPath = '/newsletter';

/** The addresses of the links in the newsletter's mails. */
export const confirmPath = `${newsletterPath}/confirm`;
export const unsubscribePath = `${newsletterPath}/unsubscribe`;

/** The part of Home with the form. */
export const newsletterForm: PageUrl = '/#newsletter';

/** The name of a hidden field (a honeypot). Only programs fill it in. */
export const honeypotField = 'topic';
