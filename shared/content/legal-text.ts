/*
 * The shape that privacy.ts and terms.ts share, and the publisher whom both name. To add a section
 * to one of them:
 *   {
 *     id: 'lower-case-words',
 *     title: 'Title in the Contents List',
 *     paragraphs: ['A paragraph. Write {email} where the contact address belongs.'],
 *     list: ['An optional list after the paragraphs.'],
 *   },
 */
import { site } from '../site.ts';

interface LegalSection {
  /** Unique on the page, lower-case words joined by hyphens: the section's anchor. */
  readonly id: string;
  readonly title: string;
  /** The page replaces `{email}` by a link to the contact address. */
  readonly paragraphs: readonly string[];
  /** Shown after the paragraphs; `{email}` is replaced here too. */
  readonly list?: readonly string[];
}

/** A legal page. Its "Last updated" line is the page's own and shows the current date. */
export interface LegalText {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly LegalSection[];
}

/**
 * The publisher, as a clause of a sentence. A sample: "Musterstraße" is the German "Example Street" and the register
 * number is zeros. Replace it before the site goes public.
 */
export const publisher = `${site.name} e.V., a registered association in Berlin (Musterstraße 12, 10999 Berlin, Germany; register of associations at the Amtsgericht Charlottenburg, VR 00000 B)`;
