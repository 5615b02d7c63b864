/**
 * Matches files with a hash in their name, such as `/assets/entry-ABCDEFGH.js`: esbuild's hashes are eight capitals and
 * digits, ours are eight hexadecimal digits. In other folders eight digits may be a date.
 */
const hashedFile = /^\/(assets|fonts|line|social)\/.+-([0-9a-f]{8}|[0-9A-Z]{8})\.\w+$/;

/** Whether the file at this path has a hash in its name, and so never changes. */
export function isHashedFile(path: string): boolean {
  return hashedFile.test(path);
}
