import { colours } from '#client/styles/tokens.ts';
import { drawKolam } from '#shared/kolam.ts';

/** A sample portrait, to be replaced by a photograph. */
interface Portrait {
  /** The file's name without its ending. */
  readonly name: string;
  readonly svg: string;
}

const {
  page: khadi,
  weave,
  text: iron,
  action: madder,
  'action-hover': deepMadder,
  indigo,
  'band-light': lightIndigo,
  dot: turmeric,
  hairline,
} = colours.light;

/*
 * Heads in profile, as the albums of the Mughal court and the cut-paper portraits of Europe both
 * drew them, pieced from dyed cloth: flat shapes, a weave and a running stitch on the garment, a
 * line of kolam for its border. 480 × 600 units, the proportions of the clearing in a portrait frame.
 */
export function drawPortraits(): readonly Portrait[] {
  return [drawAnanya(), drawLukas(), drawMeera()];
}

/** From the lower end of a face's outline round neck, nape and skull, back to the hairline. */
const HEAD =
  'L300 520H180C206 458 208 424 198 392C164 360 148 312 148 254C150 166 196 102 254 104C272 105 284 111 292 118z';
const SHOULDERS = 'M10 640C14 540 70 476 184 452C212 488 262 490 290 450C384 474 440 536 450 640z';

function drawAnanya(): Portrait {
  const face =
    'M292 118C322 132 336 162 336 196C336 208 332 212 334 219C338 233 349 249 356 262C361 271 358 275 350 277C344 278 341 280 340 285C340 289 343 291 346 295C349 300 347 303 341 304C346 307 348 312 344 317C341 321 338 324 339 329C341 338 343 346 337 355C328 367 308 369 290 368C279 367 272 374 271 387C269 417 274 443 290 463';
  return portrait('ananya-rao', { ground: turmeric, lattice: khadi }, [
    piece(madder, face + HEAD),
    // Hair drawn over the ear to a low knot, with jasmine round it.
    piece(
      iron,
      'M305 125C298 176 266 196 248 226C234 256 240 320 202 366C184 388 156 384 146 362C122 304 124 206 164 148C206 86 280 82 305 125z',
    ),
    `<circle cx="136" cy="338" r="46" fill="${iron}"/>`,
    dots(
      12,
      khadi,
      'M116 297h0M102 307h0M93 322h0M90 338h0M93 354h0M102 369h0M115 379h0M131 384h0M148 382h0',
    ),
    dots(16, khadi, 'M245 314h0'),
    woven('M0 0l22 22M22 0L0 22', { size: 22, width: 1.5 }, khadi, indigo, SHOULDERS),
    stitch(madder),
    // The end of the sari over the near shoulder.
    piece(indigo, 'M10 640C14 540 70 476 184 452C196 468 210 478 228 482C250 540 330 600 420 640z'),
    border(11, turmeric, 'translate(204 462) rotate(51)'),
  ]);
}

function drawLukas(): Portrait {
  const face =
    'M292 116C320 126 337 152 338 184C338 194 342 198 340 206C338 212 336 216 339 222C345 238 357 254 364 268C368 277 364 282 354 283C347 284 343 287 342 293C342 297 345 299 347 303C349 308 346 310 341 311C346 314 348 319 344 324C342 328 340 331 341 336C344 346 346 356 340 364C330 378 308 380 290 378C279 377 273 382 272 394C270 420 276 446 292 466';
  return portrait('lukas-brandt', { ground: indigo, lattice: lightIndigo, facesLeft: true }, [
    piece(weave, face + HEAD),
    // Hair and beard in one piece, cut out round the ear.
    piece(
      turmeric,
      'M318 136C300 152 270 150 248 164C238 186 240 206 234 224C224 214 208 220 207 240C206 258 214 274 224 284C234 328 262 336 300 322C318 312 330 316 346 318C342 326 341 332 341 336C344 346 346 356 340 364C330 378 308 380 290 378C262 376 232 356 218 324C210 340 200 364 195 393C160 360 140 306 140 246C142 158 194 90 256 92C286 93 308 110 318 136z',
    ),
    `<path fill="none" stroke="${iron}" stroke-width="4.5" d="M336 227a23 23 0 1 1-46 0a23 23 0 1 1 46 0zM290 224l-64 6"/>`,
    woven('M3.5 0v14M10.5 0v14', { size: 14, width: 3 }, madder, deepMadder, SHOULDERS),
    stitch(khadi),
    border(13, turmeric, 'translate(66 539)'),
    // A shirt's open collar.
    piece(
      khadi,
      'M186 452L178 416C212 448 262 448 284 416L294 452C284 486 264 512 246 530C220 512 196 486 186 452z',
    ),
  ]);
}

function drawMeera(): Portrait {
  const face =
    'M290 120C322 132 338 164 336 200C336 211 331 216 333 223C337 236 346 248 352 259C355 267 352 272 345 273C340 274 337 277 337 282C338 287 342 289 344 293C346 299 343 302 338 303C343 306 344 311 341 315C337 319 334 322 335 327C337 336 338 344 331 352C322 363 304 365 286 363C276 362 269 370 268 384C266 416 272 442 288 462';
  const shawl = 'M10 640C14 540 70 476 184 452C202 512 212 580 206 640z';
  return portrait('meera-iyer', { ground: weave, lattice: hairline }, [
    piece(indigo, face + HEAD),
    piece(
      iron,
      'M319 138C306 176 282 194 264 212C252 262 260 316 236 352C216 384 182 402 144 392C114 340 112 226 150 154C184 88 288 72 319 138z',
    ),
    dots(17, turmeric, 'M256 318h0'),
    piece(madder, SHOULDERS),
    border(7, khadi, 'translate(248 482) rotate(90)'),
    woven('M0 3.5h14M0 10.5h14', { size: 14, width: 2 }, turmeric, madder, shawl),
    stitch(khadi),
  ]);
}

interface Setting {
  readonly ground: string;
  /** The dye of the lattice in the ground. */
  readonly lattice: string;
  readonly facesLeft?: boolean;
}

function portrait(name: string, setting: Setting, shapes: readonly string[]): Portrait {
  const { ground, lattice, facesLeft = false } = setting;
  const place = facesLeft ? 'matrix(-1.15 0 0 1.15 500 -56)' : 'matrix(1.15 0 0 1.15 -20 -56)';
  return {
    name,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 600" width="480" height="600">
<path fill="${ground}" d="M0 0h480v600H0z"/>
<path stroke="${lattice}" stroke-width="2" stroke-opacity=".4" d="${groundLattice()}"/>
<g transform="${place}">
${shapes.join('\n')}
</g>
</svg>
`,
  };
}

/** Diagonals 60 units apart over the whole sheet: drawn lines, since tiles show their seams. */
function groundLattice(): string {
  let path = '';
  for (let x = -600; x < 480; x += 60) path += `M${x} 0l600 600M${x + 600} 0l-600 600`;
  return path;
}

function piece(dye: string, outline: string): string {
  return `<path fill="${dye}" d="${outline}"/>`;
}

/** A piece with a weave: the cloth's own colour below, so that no seam of a tile shows through. */
function woven(
  threads: string,
  { size, width }: { readonly size: number; readonly width: number },
  ground: string,
  dye: string,
  outline: string,
): string {
  return `<pattern id="weave" width="${size}" height="${size}" patternUnits="userSpaceOnUse"><path d="${threads}" stroke="${dye}" stroke-width="${width}"/></pattern>
<path fill="${ground}" d="${outline}"/><path fill="url(#weave)" d="${outline}"/>`;
}

/** Dots as strokes of no length, like those of a kolam. */
function dots(size: number, dye: string, places: string): string {
  return `<path fill="none" stroke="${dye}" stroke-width="${size}" stroke-linecap="round" d="${places}"/>`;
}

/** A running stitch along the shoulders' edge. */
function stitch(thread: string): string {
  return `<path fill="none" stroke="${thread}" stroke-width="2" stroke-dasharray="8 6" transform="translate(0 12)" d="${SHOULDERS}"/>`;
}

/** A row of dots and its line, laid along x from where the transformation puts it. */
function border(columns: number, dye: string, transform: string): string {
  const { path, dots: places } = drawKolam({ columns, rows: 1 });
  return `<g fill="none" stroke="${dye}" transform="${transform} scale(.42)"><path stroke-width="6" d="${path}"/><path stroke-width="14" stroke-linecap="round" d="${places}"/></g>`;
}
