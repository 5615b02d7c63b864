/**
 * Whether a file has a hash in its name, such as `/assets/entry-ABCDEFGH.js`: esbuild's are eight capitals and digits,
 * ours eight hexadecimal digits. In other folders eight digits may be a date.
 */
export function isHashedFile(path: string): boolean {
  return /^\/(assets|fonts|line|social)\/.+-([0-9a-f]{8}|[0-9A-Z]{8})\.\w+$/.test(path);
}
