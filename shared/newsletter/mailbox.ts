/**
 * The mailbox of an address, for a limit that all spellings of the address share: without a plus sign and the text
 * after it, and at Gmail without dots. No mail is sent to it: it is a guess, because each domain defines its rules.
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
