import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
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

/**
 * Weighs a page and what it asks for.
 *
 * @param how `sent` as the server sends it; `best` at brotli 11, which says what it would weigh for a
 *   server that compresses better
 */
export async function weighPage(
  origin: string,
  path: string,
  how: 'sent' | 'best' = 'sent',
): Promise<PageSize> {
  const answer = await askUntilSettled(`${origin}${path}`, brotli);
  const references = findReferences(brotliDecompressSync(answer.body).toString());
  const measure = (body: Buffer) => (how === 'best' ? recompress(body) : body).length;
  const weigh = async (paths: readonly string[]) => {
    const files = await Promise.all(paths.map((file) => askFile(`${origin}${file}`)));
    return files.reduce((total, { body, headers }) => {
      return total + (headers['content-encoding'] === 'br' ? measure(body) : body.length);
    }, 0);
  };
  return {
    document: measureHead(answer) + measure(answer.body),
    scripts: await weigh(references.scripts),
    styles: await weigh(references.styles),
    fonts: await weigh(references.fonts),
  };
}

function recompress(body: Buffer): Buffer {
  return brotliCompressSync(brotliDecompressSync(body)); // Node's default is the best, 11
}

/** The files that a page loads at once, each once. */
export function findReferences(html: string) {
  const links = [...html.matchAll(/<link ([^>]*)>/g)].map(([, attributes = '']) => attributes);
  const linked = (rel: string) =>
    links.flatMap((attributes) =>
      attributes.includes(rel) ? (/href="([^"]*)"/.exec(attributes)?.[1] ?? []) : [],
    );
  const inPage = [...html.matchAll(/<script [^>]*src="([^"]*)"/g)].map(([, path = '']) => path);
  // Ours are imported by the boot script once the page has been painted.
  const imported = /data-scripts="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [];
  return {
    scripts: [...new Set([...linked('rel="modulepreload"'), ...inPage, ...imported])],
    styles: [...new Set(linked('rel="stylesheet"'))],
    fonts: [...new Set(linked('as="font"'))],
  };
}

async function askFile(url: string): Promise<Answer> {
  const answer = await ask(url, brotli);
  if (answer.status !== 200) throw new Error(`${url} is a ${answer.status}`);
  return answer;
}

/** Status line, headers and the empty line behind them, as they were sent. */
function measureHead({ status, rawHeaders }: Answer): number {
  const lines = rawHeaders.reduce((total, text) => total + Buffer.byteLength(text) + 2, 0);
  return `HTTP/1.1 ${status} OK\r\n`.length + lines + 2;
}
