import { Fragment } from 'react';
import { useLocation } from 'react-router';
import { findPageByPath, headerLinks } from '#shared/routes.ts';
import { InviteLink } from '../components/button.tsx';
import { PageLink } from '../components/page-link.tsx';
import { useSite } from '../data/document-state.ts';
import { usePageModules } from '../data/page-module.ts';
import { Mark } from '../icons/mark.tsx';
import { css } from '../styles/css.ts';
import {
  headerNarrow,
  headerSticks,
  headerWide,
  low,
  narrowHeaderSticks,
  screenOnly,
  touchTarget,
} from '../styles/grid.ts';
import { ThemeButton } from '../theme/theme-button.tsx';

/**
 * Name, navigation, theme and invitation. The header is sticky, and a negative `top` lets a part of it scroll away: the
 * first ten pixels on wide screens, the first row on phones. On phones the name is sticky inside the header too. The
 * second row slides over it and leaves only the mark visible.
 */
export function Header() {
  const getPageModule = usePageModules();
  const page = findPageByPath(useLocation().pathname);
  const BelowHeader = page && getPageModule(page.id).BelowHeader;
  return (
    <header className={header}>
      <div className={box}>
        <PageLink to="/" className={brand} isNavigation>
          <Mark />
          {useSite().name}
        </PageLink>
        <nav aria-label="Main" className={navigation}>
          {headerLinks.map(({ path, label }) => (
            <Fragment key={path}>
              {' '}
              <PageLink to={path} isNavigation>
                {label}
              </PageLink>
            </Fragment>
          ))}
        </nav>
        <ThemeButton /> <InviteLink small className={invite} />
      </div>
      {BelowHeader ? <BelowHeader /> : null}
    </header>
  );
}

const header = css`
  z-index: 2;
  background: var(--page);
  border-bottom: 1px solid var(--hairline);
  view-transition-name: header; /* global-css.ts */
  --first-row: max(3.5rem, 44px);
  ${headerSticks} {
    position: sticky;
    top: -10px;
  }
  ${narrowHeaderSticks} {
    && {
      top: calc(-1 * var(--first-row));
    }
    /* With focus-within a link would move when it is pressed, and the click would miss it. */
    &&:has(:focus-visible) {
      top: 0;
    }
  }
`;

const box = css`
  display: grid;
  align-items: center;
  max-width: var(--container);
  margin-inline: auto;
  padding-inline: var(--side);
  ${headerWide} {
    /* Reserves the widths of the theme button and the invitation, so that nothing moves while the HTML loads. */
    grid-template-columns: 1fr auto clamp(44px, 16vw - 52px, 70px) minmax(8.8125rem, auto);
    min-height: 71px;
    padding-top: 10px; /* these scroll away */
    /* Without scripts there is no theme button, so no column for it. */
    html:not([data-script='on']) & {
      grid-template-columns: 1fr auto 0 minmax(8.8125rem, auto);
      nav {
        margin-inline-end: 8px;
      }
    }
  }
  ${low} {
    && {
      min-height: 60px;
    }
  }
  ${headerNarrow} {
    grid-template-columns: 0 1fr auto;
    grid-template-rows: minmax(var(--first-row), auto) minmax(60px, auto);
  }
  ${narrowHeaderSticks} {
    && {
      grid-template-columns: 44px 1fr auto;
    }
    /* The background of the second row, which slides over the name. */
    &::before {
      content: '';
      z-index: 1;
      grid-area: 2 / 2 / 3 / -1;
      align-self: stretch;
      background: var(--page);
    }
  }
  @media print {
    display: block; /* only mark and name */
  }
  /* The theme button. */
  button {
    justify-self: center;
    ${headerNarrow} {
      grid-area: 1 / 1 / 2 / -1;
      justify-self: end;
      margin-inline-end: -12px;
    }
  }
`;

/** A rule under a link: thin on hover, thick if the link leads to the current page. */
const ruled = css`
  position: relative;
  text-decoration: none;
  &::after {
    content: '';
    position: absolute;
    inset: auto var(--rule-side, 0px) var(--rule-bottom, 0px);
    height: 0;
    background: var(--action);
    ${screenOnly};
  }
  &:hover::after {
    height: 1px;
  }
  &[aria-current]::after {
    height: 3px;
    @media (forced-colors: active) {
      background: Highlight;
    }
  }
`;

const brand = css`
  ${ruled};
  ${touchTarget};
  gap: 14px;
  justify-self: start;
  font: 700 1.5rem / 1 var(--display);
  letter-spacing: -0.01em;
  overflow-wrap: anywhere;
  ${headerNarrow} {
    grid-area: 1 / 1 / 2 / -1;
    gap: 10px;
    margin-inline-end: max(44px, 2rem); /* space for the theme button */
  }
  /* Spans both rows, so that it can stick while the second row is at the top. */
  ${narrowHeaderSticks} {
    && {
      --rule-bottom: 4px;
      position: sticky;
      top: 8px;
      grid-row-end: 3;
      align-self: start;
      margin-top: calc((var(--first-row) - 44px) / 2);
      font-size: min(1.5rem, 7.5vw); /* at most two lines */
    }
  }
  svg {
    width: 48px;
    ${headerNarrow} {
      width: 44px;
    }
  }
`;

const navigation = css`
  display: flex;
  ${headerNarrow} {
    grid-area: 2 / 2;
    z-index: 1;
    flex-wrap: wrap;
    margin-inline-start: -5px;
  }
  ${narrowHeaderSticks} {
    && {
      flex-wrap: nowrap;
      margin-inline-start: 0;
    }
  }
  a {
    ${ruled};
    --rule-side: clamp(5px, 2.1vw, 16px);
    --rule-bottom: 5px;
    display: grid;
    place-items: center;
    min-height: 44px;
    min-width: 44px;
    padding: 2px var(--rule-side) 0;
    font-weight: 500;
    font-size: min(var(--label), 9vw); /* 320 px at 200 % */
    ${headerNarrow} {
      --rule-side: clamp(5px, 2.7vw, 10px);
    }
    @media (width<=23em) {
      --rule-side: 5px;
      font-size: min(1rem, 9vw);
    }
  }
`;

const invite = css`
  ${headerWide} {
    grid-column: 4;
  }
  ${headerNarrow} {
    grid-area: 2 / 3;
    z-index: 1;
    margin-block: 4px;
  }
  @media (width<=23em) {
    padding-inline: 0.5em;
    font-size: 1rem;
  }
`;
