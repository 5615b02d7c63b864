/*
 * The organisation behind the site, in one place. Every value here is a sample: addresses end in `.example`, which no
 * one can register (RFC 2606). Environment variables override four of them: SITE_ORIGIN, CONTACT_EMAIL, INVITE_URL
 * and CONTACT_FORM_URL. `content/README.md` shows how to turn a footer icon into a link.
 */

/** One of the footer's three social icons. */
export interface SocialLink {
  readonly network: 'LinkedIn' | 'Instagram' | 'X';
  /** The profile's address; `undefined` shows the icon without a link. */
  readonly url?: string | undefined;
}

/** The facts about the organisation that the whole site uses. */
export interface Site {
  /** The network's name, at most 30 characters. It is written nowhere else. */
  readonly name: string;
  /** One sentence, shown in the footer and given to search engines. */
  readonly description: string;
  /**
   * A domain, and a year in which it was yours. Calendars, feed readers and mail programs recognise events, posts and
   * the newsletter by it. Choose it before launch and keep it, even when the address of the site changes.
   */
  readonly identity: { readonly domain: string; readonly year: number };
  /** The network's own time zone, an IANA name. */
  readonly timezone: string;
  /** Canonical scheme and host, without a trailing slash. Overridden by SITE_ORIGIN. */
  readonly origin: string;
  /** Where visitors write to. Overridden by CONTACT_EMAIL. */
  readonly email: string;
  /** The external invite form, opened in a new tab. Overridden by INVITE_URL. */
  readonly inviteUrl: string;
  /**
   * The external form in the contact page's frame. Overridden by CONTACT_FORM_URL;
   * `undefined` shows a small stand-in page of our own instead.
   */
  readonly contactFormUrl: string | undefined;
  /** The publisher, for imprint and legal pages: the law requires a person and a street address. */
  readonly publisher: {
    /** Its name with the legal form. */
    readonly name: string;
    /** The authorised representative: name and office. */
    readonly representative: string;
    readonly address: string;
    /** Kind and court of the register, and the number in it. */
    readonly register: string;
  };
  /** The profiles in the order of the footer. */
  readonly social: readonly SocialLink[];
  /** The year in the footer's copyright line (specification, section 2). */
  readonly copyrightYear: number;
  /** What the name means, shown at the end of the footer. */
  readonly nameNote: string;
}

/** What a deployment may change of it. The rest is the same on the server and in the browser's scripts. */
export function getDeployedFields({ origin, email, inviteUrl, contactFormUrl }: Site) {
  return { origin, email, inviteUrl, contactFormUrl };
}

/** The sample organisation, which the environment may override. */
export const site: Site = {
  name: 'Setu Circle',
  description:
    'A community-driven investor network in Europe, backing Indian-inspired art, culture and technology ventures.',
  identity: { domain: 'setucircle.example', year: 2025 },
  timezone: 'Europe/Berlin',
  origin: 'https://setucircle.example',
  email: 'hello@setucircle.example',
  inviteUrl: 'https://forms.example/setu-circle/invite',
  contactFormUrl: undefined,
  publisher: {
    name: 'Setu Circle e.V.',
    representative: 'Erika Mustermann (chair)',
    address: 'Musterstraße 12, 10999 Berlin, Germany',
    register: 'Register of associations, Amtsgericht Charlottenburg, VR 00000 B',
  },
  social: [
    { network: 'LinkedIn', url: undefined },
    { network: 'Instagram', url: undefined },
    { network: 'X', url: undefined },
  ],
  copyrightYear: 2025,
  nameNote: 'Setu is the Sanskrit word for bridge.',
};
