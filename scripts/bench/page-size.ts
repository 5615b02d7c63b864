import { brotliDecompressSync } from 'node:zlib';
import { type Answer, ask, askUntilSettled } from './ask.ts';

/** What a browser that takes brotli gets for one page, in bytes as sent. */
export interface PageSize {
  /** The document with its head, which has to fit the first congestion window. */
  readonly document: number;
  /** The scripts that hydration needs: those in the page and those it announces. */
  readonly scripts: number;
  readonly styles: number;
  readonly fonts: number;
}

const brotli = { 'accept-encoding': 'br' };

/** Weighs a page and what it asks for, as a server sends them. */
export async function weighPage(origin: string, path: string): Promise<PageSize> {
  const answer = await askUntilSettled(`${origin}${path}`, brotli);
  const references = findReferences(brotliDecompressSync(answer.body).toString());
  const weigh = async (paths: readonly string[]) => {
    const bodies = await Promise.all(paths.map((file) => weighFile(`${origin}${file}`)));
    return bodies.reduce((total, bytes) => total + bytes, 0);
  };
  return {
    document: measureHead(answer) + answer.body.length,
    scripts: await weigh(references.scripts),
    styles: await weigh(references.styles),
    fonts: await weigh(references.fonts),
  };
}

/** The files that a page loads at once, each once. */
export function findReferences(html: string) {
  const links = [...html.matchAll(/<link ([^>]*)>/g)].map(([, attributes = '']) => attributes);
  const linked = (rel: string) =>
    links.flatMap((attributes) =>
      attributes.includes(rel) ? (/href="([^"]*)"/.exec(attributes)?.[1] ?? []) : [],
    );
  const inPage = [...html.matchAll(/<script [^>]*src="([^"]*)"/g)].map(([, path = '']) => path);
  return {
    scripts: [...new Set([...linked('rel="modulepreload"'), ...inPage])],
    styles: [...new Set(linked('rel="stylesheet"'))],
    fonts: [...new Set(linked('as="font"'))],
  };
}

async function weighFile(url: string): Promise<number> {
  const { status, body } = await ask(url, brotli);
  if (status !== 200) throw new Error(`${url} is a ${status}`);
  return body.length;
}

/** Status line, headers and the empty line behind them, as they were sent. */
function measureHead({ status, rawHeaders }: Answer): number {
  const lines = rawHeaders.reduce((total, text) => total + Buffer.byteLength(text) + 2, 0);
  return `HTTP/1.1 ${status} OK\r\n`.length + lines + 2;
}
