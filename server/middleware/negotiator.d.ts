declare module 'negotiator' {
  /** The published types leave out the order of preference. */
  class Negotiator {
    constructor(request: { readonly headers: object });
    encoding(
      available: readonly string[],
      options: { readonly preferred: readonly string[] },
    ): string | undefined;
  }
  export = Negotiator;
}
