/** Splits an address into path and query, with the question mark. */
export function splitUrl(url: string): { readonly path: string; readonly search: string } {
  const start = url.indexOf('?');
  return start < 0
    ? { path: url, search: '' }
    : { path: url.slice(0, start), search: url.slice(start) };
}

/** Decodes a path. @returns undefined for a malformed path */
export function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
