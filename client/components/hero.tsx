import { home } from '#shared/content/home.ts';
import { css, cx } from '../styles/css.ts';
import { columns, headerNarrow, lead, screenOnly, wide } from '../styles/layout.ts';
import { InviteLink } from './button.tsx';
import { clearing, WindowLine } from './window-line.tsx';

export const heroWide = {
  viewBox: '0 -6 978 268',
  dots: 'M32 32h897M32 96h65m255 0h577M32 160h65m255 0h577M32 224h897',
};

/** Badge, headline, and the line across the window, which has a gap for the invitation. */
export function Hero() {
  const [from, to] = home.badge.split('↔');
  return (
    <section className={hero} aria-labelledby="headline">
      <div className={columns}>
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
        <h1 id="headline">{home.headline}</h1>
        <p className={cx(lead, heroLead)}>{home.lead}</p>
      </div>
      <WindowLine
        across={{ outline: heroWide, name: 'hero-wide', grows: 'once' }}
        down={{ grows: 'once' }}
        className={lineBox}
      >
        <div className={cx(invitation, clearing)}>
          <InviteLink className={inviteButton} />
          <p className={inviteNote}>{home.inviteNote}</p>
        </div>
      </WindowLine>
    </section>
  );
}

const hero = css`
  padding-top: 42px;
  ${headerNarrow} {
    padding-top: 24px;
  }
  h1 {
    margin-top: 6px;
    ${wide} {
      grid-column: 1 / span 9;
      max-width: 7.2em;
    }
  }
`;

const badge = css`
  position: relative;
  z-index: 1;
  grid-column: 1 / -1;
  color: var(--indigo);
  font: 600 1.125rem / 1.4 var(--text-face);
  /* The bridge as one character: a wave with a straight end. The character stays in the text. */
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

const heroLead = css`
  margin-top: 20px;
  ${wide} {
    grid-column: 10 / -1;
    align-self: end;
    margin: 0 0 1.1vw;
  }
`;

const lineBox = css`
  margin-top: 29px;
  ${headerNarrow} {
    margin-top: 20px;
  }
  ${screenOnly};
`;

/** The button stands for one of the line's dots. */
const invitation = css`
  place-content: center;
  justify-items: center;
  left: 13.1%;
  width: 19.63%;
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

/** As wide as its words, even while half of them have not arrived. */
const inviteButton = css`
  min-width: 11.6875rem;
  @media (width<64em) {
    min-width: 8.75rem;
    padding-inline: 16px;
    svg {
      display: none;
    }
  }
`;
