import { css } from '../styles/css.ts';

/**
 * The set of icons: 24 units square, one stroke, in the colour and size of the text beside them. The three network
 * icons are simple drawings of our own.
 */
const drawings = {
  'arrow-up-right': 'M7 17 17 7M9 7h8v8',
  check: 'm4 13 5 5L20 6',
  close: 'M5 5l14 14M19 5 5 19',
  information: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 11v6M12 7v.5',
  warning: 'M12 4 2.5 20h19zM12 10v5M12 17.5v.5',
  error: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 7v6M12 16.5v.5',
  link: 'M10 14a4 4 0 0 0 6 .5l3.5-3.5a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.5L4.5 13a4 4 0 0 0 5.7 5.7L12 17',
  share: 'M12 15V3M7.5 7.5 12 3l4.5 4.5M7 11H5v10h14V11h-2',
  LinkedIn: 'M5 10v9M5 5.5v.5M10 19v-9M10 14a4 4 0 0 1 8.5 0v5',
  Instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4M12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7M16.8 7v.2',
  X: 'M5 4l14 16M19 4 5 20',
} as const;

/** One icon. It is decoration: the words are beside it or in the control's label. */
export function Icon({ name }: { readonly name: keyof typeof drawings }) {
  return (
    <svg className={icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}

export const icon = css`
  flex: none;
  width: 1.25em;
  height: 1.25em;
  fill: none;
  stroke: currentColor;
  stroke-width: 2;
  stroke-linecap: round;
  stroke-linejoin: round;
`;
