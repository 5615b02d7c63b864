/**
 * The folders that have hashes, and the hashes in their names: esbuild's eight capitals, and the eight digits of our
 * own. Elsewhere eight digits may be a date.
 */
const hashedFile = /^\/(assets|fonts|line|social)\/.+-([0-9a-f]{8}|[0-9A-Z]{8})\.\w+$/;

/** Whether the file at a path of the site never changes under its name. */
export function isHashedFile(path: string): boolean {
  return hashedFile.test(path);
}
