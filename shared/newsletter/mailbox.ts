/**
 * The mailbox of an address, for a limit that its other spellings share: without a plus sign and what follows it, and
 * at Gmail without dots. No mail is sent to it: it is a guess, because each domain decides what these mean.
 *
 * @param key an address in lower case
 */
export function getMailbox(key: string): string {
  const at = key.lastIndexOf('@');
  const domain = key.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com');
  const [name = ''] = key.slice(0, at).split('+', 1);
  const local = domain === 'gmail.com' ? name.replaceAll('.', '') : name;
  return local === '' ? key : `${local}@${domain}`;
}
