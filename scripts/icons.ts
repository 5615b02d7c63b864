import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { colours } from '#shared/design/palette.ts';
import { markLine } from '#shared/kolam/mark-line.ts';

/* `npm run icons`: the icons of browsers and home screens in `public/`, from the mark and the palette. */

/** The six dots of the mark: the round ends of lines without a length. */
const dots = 'M32 32h0m64 0h0m64 0h0M32 96h0m64 0h0m64 0h0';

const { light, dark } = colours;

/**
 * The mark for tabs, in the colours of both themes. Opened by a person it has those of its attributes, because the
 * policy of files allows no style. `top` is where the drawing begins: at -38.4 the mark is in the
 * middle. 204.8 units are 16 times 12.8, so a dot fills whole pixels when its centre lies between two of them.
 */
const drawFavicon = (
  top: number,
) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6.4 ${top} 204.8 204.8">
<style>
@media (prefers-color-scheme: dark) {
path { stroke: ${dark.text} }
.dots { stroke: ${dark.dot} }
}
</style>
<path fill="none" stroke="${light['line-start']}" stroke-width="15" d="${markLine.path}"/>
<path class="dots" stroke="${light.dot}" stroke-width="25.6" stroke-linecap="round" d="${dots}"/>
</svg>
`;

/** The mark on paper, within the circle that a launcher may cut out: four fifths of the width (Web App Manifest). */
const onPaper = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-42 -74 276 276">
<path fill="${light.card}" d="M-42-74h276v276h-276z"/>
<path fill="none" stroke="${light['line-start']}" stroke-width="15" d="${markLine.path}"/>
<path stroke="${light.dot}" stroke-width="24" stroke-linecap="round" d="${dots}"/>
</svg>
`;

/** Every icon: its name in `public/` and its content. */
export async function makeIcons(): Promise<ReadonlyMap<string, Buffer>> {
  return new Map([
    ['favicon.svg', Buffer.from(drawFavicon(-32))], // for 16 pixels, half a pixel above the middle
    ['favicon.ico', wrapInIco(await drawPng(drawFavicon(-38.4), icoSize))],
    ['apple-touch-icon.png', await drawPng(onPaper, 180)],
    ['icon-192.png', await drawPng(onPaper, 192)],
    ['icon-512.png', await drawPng(onPaper, 512)],
  ]);
}

/** A square drawing as a PNG with sides of `size` pixels. Its renderer takes the light theme. */
function drawPng(svg: string, size: number): Promise<Buffer> {
  const sized = svg.replace('<svg ', `<svg width="${size}" height="${size}" `);
  return sharp(Buffer.from(sized)).png({ compressionLevel: 9 }).toBuffer();
}

const icoSize = 32;

/** Bytes before the picture in an icon file with one picture. */
export const icoHeaderSize = 22;

/** An icon file with one PNG: a header of 6 bytes, an entry of 16 and the picture (Microsoft, "Icons"). */
function wrapInIco(png: Buffer): Buffer {
  const header = Buffer.alloc(icoHeaderSize);
  header.writeUInt16LE(1, 2); // an icon, not a cursor
  header.writeUInt16LE(1, 4); // pictures
  header.writeUInt8(icoSize, 6);
  header.writeUInt8(icoSize, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits of a pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(icoHeaderSize, 18); // where the picture begins
  return Buffer.concat([header, png]);
}

if (import.meta.main) {
  for (const [name, content] of await makeIcons()) {
    await writeFile(`public/${name}`, content);
    console.log(`Wrote public/${name}`);
  }
}
