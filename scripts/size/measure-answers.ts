import type { Measure } from './compare.ts';
import { pageAddresses } from './page-addresses.ts';
import { weighAnswer, weighKeptAnswer } from './weigh-answer.ts';

/** Ten segments of 1,434 bytes: what a server may send before the first acknowledgement (RFC 6928). */
const firstWindow = 14_336;

/** Every page with its styles and headers, as it is kept, and the first answer as it is streamed. */
export async function measurePages(origin: string): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const address of pageAddresses) {
    const streamed = await weighAnswer(origin + address);
    const kept = await weighKeptAnswer(origin + address);
    measures.push(
      { name: `HTML of ${address}`, bytes: kept.bytes, budget: firstWindow },
      { name: `HTML of ${address}, streamed`, bytes: streamed.bytes },
      { name: `CSS of ${address}`, bytes: await measureCss(origin + address) },
    );
  }
  return measures;
}

/** Characters of the styles in the page, before compression. */
async function measureCss(url: string): Promise<number> {
  const styles = (await readPage(url)).matchAll(/<style[^>]*>(.*?)<\/style>/gs);
  return [...styles].reduce((sum, [, css = '']) => sum + css.length, 0);
}

/** All that the home page fetches by itself, the browser's own icon and manifest included. */
export async function measureHome(origin: string): Promise<Measure[]> {
  const html = await readPage(`${origin}/`);
  const scripts = /data-scripts="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [];
  const entry = await readPage(origin + (scripts[0] ?? ''));
  const reveal = /reveal-[A-Z0-9]+\.js/.exec(entry)?.[0];
  if (!reveal) throw new Error('The entry of the build does not name the code of the motion');
  const drawn = [...html.matchAll(/(?:url\(|<use href=")([^)#"]+)/g)].map(([, path = '']) => path);
  const own = ['/', ...scripts, `/assets/${reveal}`, '/favicon.svg', '/site.webmanifest', ...drawn];
  const paths = [...new Set(own)];
  let bytes = 0;
  for (const path of paths) {
    const answer = await weighKeptAnswer(origin + path);
    if (answer.status !== 200) throw new Error(`${path} is answered with ${answer.status}`);
    bytes += answer.bytes;
  }
  return [
    { name: 'Home, all in bytes', bytes, budget: 190_000 },
    { name: 'Home, all in requests', bytes: paths.length, budget: 10 },
  ];
}

async function readPage(url: string): Promise<string> {
  return (await fetch(url)).text();
}
