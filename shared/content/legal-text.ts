/*
 * The shape that privacy.ts and terms.ts share. The publisher whom both name is in shared/site.ts. To add a section to
 * one of them:
 *   {
 *     id: 'lower-case-words',
 *     title: 'Title in the Contents List',
 *     paragraphs: ['A paragraph. Write {email} where the contact address belongs.'],
 *     list: ['An optional list after the paragraphs.'],
 *   },
 */
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
