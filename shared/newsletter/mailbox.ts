/**
 * The mailbox behind an address, for a limit that its other spellings share: without what follows a
 * plus sign, and at Gmail without dots. Only a guess, since a domain decides for itself what it does with
 * either: nobody is written to by it.
 *
 * @param key an address in lower case
 */
export function findMailbox(key: string): string {
  const at = key.lastIndexOf('@');
  const domain = key.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com');
  const [name = ''] = key.slice(0, at).split('+', 1);
  const local = domain === 'gmail.com' ? name.replaceAll('.', '') : name;
  return local === '' ? key : `${local}@${domain}`;
}
