/**
 * The contrast of two opaque colours from 1 to 21 (WCAG 2.2, contrast ratio).
 *
 * @throws for a colour that is not written #RRGGBB
 */
export function getContrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [getLuminance(one), getLuminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Whether a colour is written `#RRGGBB`, in capitals. */
export function isColour(text: string): boolean {
  return /^#[0-9A-F]{6}$/.test(text);
}

/** Relative luminance of a colour in sRGB (WCAG 2.2). */
function getLuminance(colour: string): number {
  if (!isColour(colour)) throw new Error(`${colour} is not written #RRGGBB`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
