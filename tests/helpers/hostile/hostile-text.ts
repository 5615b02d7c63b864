/** Texts that break output without escaping, by their kind. */
export const hostileTexts: Readonly<Record<string, string>> = {
  quotes: `Say "bridge", 'setu' & <b>bold</b>`,
  'the end of a script': `</script><script>alert(1)</script><!--`,
  'the end of a section': ']]> &amp; &#60; %zz \\n \\, \\;',
  'lines of iCalendar': 'One\r\nEND:VEVENT\r\nBEGIN:VEVENT\nATTENDEE:x\rlast; with, both\\',
  emoji: '🪷 family 👩‍👩‍👧‍👦 flag 🇮🇳🇪🇺',
  'right to left': 'مرحبا \u202eabc\u202c שלום',
  Devanagari: 'सेतु सर्कल — बर्लिन',
  'control characters': 'a\u0000b\u0008c\u000bd\u001fe\ufffef',
  'half a pair': 'left \ud83e right \udeb7 end',
  '400 characters': `${'Überlänge '.repeat(40)}`.slice(0, 400),
  '400 emoji': '🪷'.repeat(400),
};

/** A hostile text without the characters that none of our formats can contain, as a reader returns it. */
export function cleanText(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  );
}
