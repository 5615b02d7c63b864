/** @jsxImportSource react */

/* The same shapes as in client/components/icon.tsx, which brings Emotion along. */
const drawings = {
  'arrow-up-right': 'M7 17 17 7M9 7h8v8',
  linkedin: 'M5 10v9M5 5.5v.5M10 19v-9M10 14a4 4 0 0 1 8.5 0v5',
  instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4M12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7M16.8 7v.2',
  x: 'M5 4l14 16M19 4 5 20',
} as const;

export type IconName = keyof typeof drawings;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={drawings[name]} />
    </svg>
  );
}

/** Behind a link that stays on the site. */
export function LongArrow() {
  return (
    <svg className="long-arrow" viewBox="0 0 26 12" aria-hidden="true" focusable="false">
      <path d="M0 6h25M20 1l5 5-5 5" />
    </svg>
  );
}

/** In the badge: a wave that ends straight. */
export function BridgeArrow() {
  return (
    <svg viewBox="0 0 58 14" aria-hidden="true">
      <path d="M6 2 1 7l5 5M1 7c4-6 7-6 10 0s6 6 9 0 6-5 9 0 5 3 8 0h20M52 2l5 5-5 5" />
    </svg>
  );
}
