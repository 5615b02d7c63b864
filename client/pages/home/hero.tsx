import { home } from '#shared/content/home.ts';
import { formatDate } from '#shared/dates/format.ts';
import { formatDrawingPath } from '#shared/kolam/drawing-files.ts';
import type { DataOf } from '#shared/page-data.ts';
import { InviteLink } from '../../components/button.tsx';
import { drawnOnce } from '../../drawings/line-animations.ts';
import {
  clearing,
  from1600,
  from2240,
  narrowViewBox,
  WindowLine,
} from '../../drawings/window-line.tsx';
import { css, cx } from '../../styles/css.ts';
import { fluidSize } from '../../styles/fluid-size.ts';
import {
  columns,
  headerNarrow,
  invisible,
  low,
  lowAndWide,
  muted,
  visible,
  wide,
} from '../../styles/grid.ts';

/** The view boxes of the drawings in the file of a day (`shared/kolam/day-line.ts`). */
export const heroViewBoxes = {
  wide: '0 -6 978 268',
  wider: '0 -6 1298 268',
  widest: '0 -6 1682 268',
  narrow: narrowViewBox,
} as const;

/**
 * Badge, headline, and the line of the day across the window, which has a gap for the invitation. The day comes from
 * the page's data, so a cached page has one day everywhere.
 */
export function Hero({ today }: Pick<DataOf<'home'>, 'today'>) {
  const [from, to] = home.badge.split('↔');
  const file = formatDrawingPath(today);
  const draw = (name: keyof typeof heroViewBoxes) => ({
    ...{ name, href: `${file}#${name}`, animation: drawnOnce },
    ...{ id: 'hero', sharesGradient: name !== 'wide' },
    outline: { viewBox: heroViewBoxes[name] },
  });
  return (
    <section className={hero} aria-labelledby="headline">
      <div className={columns}>
        <div className={topRow}>
          <p className={badge}>
            {from}
            <span>
              ↔
              <svg viewBox="0 0 58 14" aria-hidden="true">
                <path d="M6 2 1 7l5 5M1 7c4-6 7-6 10 0s6 6 9 0 6-5 9 0 5 3 8 0h20M52 2l5 5-5 5" />
              </svg>
            </span>
            {to}
          </p>
          <p className={dayTitle}>
            {`${home.day.title} `}
            <time className={muted} dateTime={today}>
              {formatDate(today)}
            </time>
          </p>
        </div>
        <div className={opening}>
          <h1 id="headline">{home.headline}</h1>
          <p>{home.lead}</p>
        </div>
      </div>
      <WindowLine
        across={[draw('wide'), draw('wider'), draw('widest')]}
        down={draw('narrow')}
        className={drawing}
      >
        <div className={cx(clearing, invitation)}>
          <InviteLink className={inviteButton} />
          <p className={inviteNote}>{home.inviteNote}</p>
        </div>
      </WindowLine>
      <div className={columns}>
        <p className={cx(muted, dayText)}>{home.day.text}</p>
      </div>
    </section>
  );
}

const sideBySide = 'display:flex;flex-wrap:wrap;align-items:end;gap:0 clamp(24px,3.4vw,48px)';

const hero = css`
  padding-top: 2.625rem;
  ${headerNarrow} {
    padding-top: 1.5rem;
  }
  /* With text at 200 % an ordinary window counts as low too, but has enough space. */
  ${low} {
    && {
      padding-top: clamp(4px, (100vh - 480px) / 4, 42px);
    }
  }
`;

/** Headline and sentence: side by side if there is space or the window is low, otherwise one below the other. */
const opening = css`
  grid-column: 1 / -1;
  ${wide} {
    ${sideBySide};
  }
  ${lowAndWide} {
    ${sideBySide};
  }
  h1 {
    flex: 0 0 7.2em; /* or as wide as its longest word */
    max-width: 100%;
    margin-top: 0.375rem;
    font-size: min(var(--h1), max(2.25rem, 11.4vh));
  }
  p {
    flex: 1 1 12em;
    margin-top: 16px;
    font: 500 clamp(min(1.25rem, 11vw), 1.85vw, ${fluidSize(1.75)}) / 1.34 var(--display);
    ${wide} {
      max-width: 21em;
      margin: 0 0 1.1vw;
    }
  }
  ${low} {
    && h1 {
      margin-top: clamp(2px, (100vh - 480px) / 12, 12px);
      font-size: min(var(--h1), max(1.75rem, 10vh));
    }
    && p {
      margin-block: 6px 4px;
      font-size: 1.0625rem;
    }
  }
`;

const topRow = css`
  display: flex;
  justify-content: space-between;
  align-items: baseline;
  column-gap: 24px;
  grid-column: 1 / -1;
`;

const dayTitle = css`
  font-size: var(--note);
  font-weight: 600;
  line-height: 1.4;
  @media screen and (width<48em) {
    display: none;
  }
  time {
    font-weight: 500;
  }
`;

const dayText = css`
  grid-column: 1 / -1;
  margin-top: 14px;
  font-size: var(--note);
  ${headerNarrow} {
    margin-top: 8px;
    text-align: center;
    text-wrap: balance;
  }
`;

const badge = css`
  position: relative;
  z-index: 1;
  color: var(--indigo);
  font: 600 1.125rem / 1.4 var(--text-face);
  /* Draws the arrow ↔ as a wave. The character itself stays in the text and is transparent. */
  span {
    position: relative;
    display: inline-block;
    width: 58px;
    margin-inline: 6px;
    color: transparent;
    text-align: center;
  }
  svg {
    position: absolute;
    inset: 50% 0 auto;
    translate: 0 -58%;
    fill: none;
    stroke: var(--indigo);
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  @media (forced-colors: active) {
    span {
      color: inherit; /* Firefox leaves transparent text transparent. */
    }
    svg {
      display: none;
    }
  }
`;

const drawing = css`
  margin-top: 29px;
  /* Hover and focus of the button make the line a pixel thicker. */
  &:has(a:is(:hover, :focus-visible)) > svg {
    --line-width: 5.3;
    ${headerNarrow} {
      --line-width: 5.7;
    }
  }
  ${headerNarrow} {
    margin-top: 12px;
  }
  ${low} {
    && {
      margin-top: 8px;
    }
  }
  /* Prints only the line, in its drawing for a wide window: the rest of the box needs a pointer. */
  @media print {
    margin-top: 12pt;
    width: auto;
    > * {
      ${invisible};
    }
    > svg:first-child {
      ${visible};
    }
  }
`;

/** The button replaces one of the line's dots. With text that is too large for the clearing it is below the line. */
const invitation = css`
  place-content: center;
  justify-items: center;
  @media (width<17em) {
    && {
      position: static;
      margin-top: 16px;
      width: auto;
    }
  }
  left: 13.1%;
  width: 19.63%;
  ${from1600} {
    left: 9.86%;
    width: 14.79%;
  }
  ${from2240} {
    && {
      left: 11.41%;
      width: 11.41%;
    }
  }
`;

const inviteNote = css`
  margin-top: 12px;
  font-size: 0.9375rem;
  line-height: 1.3;
  text-align: center;
  @media (width<64em) {
    display: none;
  }
`;

/** The button is as wide as its words, also while only a part of them has arrived. */
const inviteButton = css`
  min-width: 11.6875rem;
  @media (width<64em) {
    min-width: 8.75rem;
    padding-inline: 0.94em;
    svg {
      display: none;
    }
  }
`;
