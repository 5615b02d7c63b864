import { useEffect } from 'react';
import { notFound } from '#shared/content/not-found.ts';
import { mainButton } from '../../components/button.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { clearing, from1600, narrowViewBox, WindowLine } from '../../drawings/window-line.tsx';
import { css, cx } from '../../styles/css.ts';
import { fluidSize } from '../../styles/fluid-size.ts';
import {
  columns,
  headerNarrow,
  headerWide,
  inColumns,
  lead,
  low,
  lowAndWide,
  screenOnly,
} from '../../styles/grid.ts';

/** The path begins above the third dot from the right, at its highest point, where the page breaks the line. */
export const notFoundWide = {
  viewBox: '0 -6 978 268',
  dots: 'M32 32h897M32 96h193m319 0h385M32 160h193m319 0h385M32 224h897',
};

export const notFoundNarrow = {
  viewBox: narrowViewBox,
  dots: 'M32 32h193M32 96h1m191 0h1M32 160h193M32 224h193M32 288h193M32 352h193',
};

const { title, sentence, text, action } = notFound;

/** The line with a gap around the number. */
export function Page() {
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification requires the attempted path (section 2, "Not-found")
    console.info('404: no page at', window.location.pathname);
  }, []);
  return (
    <>
      <WindowLine
        across={[{ outline: notFoundWide, name: 'not-found-wide', gap: { at: -5.5, length: 11 } }]}
        down={{
          outline: notFoundNarrow,
          name: 'not-found-narrow',
          direction: 'down',
          gap: { at: 489, length: 22 },
        }}
        className={drawing}
      >
        <h1 className={cx(clearing, number)}>{title}</h1>
      </WindowLine>
      <div className={cx(columns, words)}>
        <p className={sentenceText}>{sentence}</p>
        <div className={explanation}>
          <p className={lead}>{text}</p>
          <PageLink to="/" className={mainButton}>
            {action}
          </PageLink>
        </div>
      </div>
    </>
  );
}

/**
 * The line is across the window, and its height leaves space for the words below. A smaller one begins at the edge of the text. A low
 * window always has the wide drawing.
 */
const drawing = css`
  container-type: inline-size;
  margin-top: clamp(40px, 4vw, 56px);
  ${headerWide} {
    --width: min(100%, max(480px, (100vh - 345px) * 978 / 268));
    width: var(--width);
    margin-inline-start: clamp(0px, 100% - var(--width), max(var(--side), 50% - var(--container) / 2 + var(--side)));
  }
  ${low} {
    && {
      --width: min(100% - 2 * var(--side), 38vh * 978 / 268);
      width: var(--width);
      margin: 8px max(var(--side), 50% - var(--container) / 2 + var(--side)) 0;
      --line-width: 7;
    }
    > svg {
      display: none;
    }
    > svg:first-child {
      display: block;
      position: static;
      visibility: visible;
      height: auto;
    }
  }
  /* The line would get too thick. */
  ${from1600} {
    --line-width: 3.7;
  }
  svg {
    ${screenOnly};
  }
`;

/** The gap is in columns 5 to 8 of 15. */
const number = css`
  ${headerWide} {
    left: 26%;
    width: 26.2%;
  }
  place-items: center;
  padding-top: 0.14em;
  font: 800 12cqi / 0.8 var(--display);
  letter-spacing: 0;
  font-variant-numeric: lining-nums;
  ${headerNarrow} {
    font-size: min(22vw, 96px); /* px, because it has to fit into its clearing however large the text is */
  }
  ${low} {
    && {
      inset: 25% auto auto 26%;
      width: 26.2%;
      height: 50%;
      font-size: 12cqi;
    }
  }
  /* In forced colours the system paints a box behind the text, which must not cover the line. */
  @media (forced-colors: active) {
    overflow: clip;
  }
  @media print {
    position: static;
    width: auto;
    font-size: 48pt;
  }
`;

const words = css`
  padding-block: clamp(24px, 3.4vw, 48px) var(--section);
  ${low} {
    && {
      padding-top: 12px;
    }
  }
  ${lowAndWide} {
    && {
      display: flex;
      gap: 32px;
    }
  }
`;

const sentenceText = css`
  font: 700 clamp(min(2.125rem, 12.5vw), 4.4vw, ${fluidSize(4)}) / 1.05 var(--display);
  letter-spacing: -0.02em;
  ${inColumns('1 / span 6')};
  ${low} {
    && {
      font-size: min(2.125rem, 10vh);
    }
  }
`;

const explanation = css`
  margin-top: 16px;
  ${inColumns('8 / -1')};
  a {
    margin-top: 24px;
  }
  ${low} {
    && {
      margin-top: 4px;
    }
    p {
      font-size: 1.0625rem;
    }
    && a {
      margin-top: 8px;
    }
  }
`;
