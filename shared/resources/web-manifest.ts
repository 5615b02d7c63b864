import type { Site } from '../site.ts';

/** The web app manifest (w3.org/TR/appmanifest): what a phone shows of a site on its home screen. */
export function renderWebManifest(site: Site, { page }: { readonly page: string }): string {
  const icons = [192, 512].flatMap((size) =>
    // The mark is inside the circle that a launcher may cut out.
    (['any', 'maskable'] as const).map((purpose) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  );
  const manifest = {
    id: '/',
    name: site.name,
    short_name: site.name,
    description: site.description,
    lang: 'en',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'browser', // A site, not an app: the address bar stays visible.
    background_color: page,
    theme_color: page,
    icons,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
