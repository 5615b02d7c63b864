import { Fragment } from 'react';
import { headerLinks } from '#shared/routes.ts';
import { useSite } from '../data/document-state.ts';
import { Mark } from '../icons/mark.tsx';
import { css } from '../styles/css.ts';
import { headerNarrow, headerWide, touchTarget } from '../styles/layout.ts';
import { ThemeButton } from '../theme/theme-button.tsx';
import { InviteLink } from './button.tsx';
import { PageLink } from './page-link.tsx';

/**
 * Name, navigation, theme and invitation. It is sticky. On wide screens its first ten pixels scroll away, on phones its
 * first row; the rest stays. `top` does both, without a script.
 */
export function Header() {
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
    </header>
  );
}

const header = css`
  position: sticky;
  z-index: 2;
  top: -10px;
  background: var(--page);
  border-bottom: 1px solid var(--hairline);
  ${headerNarrow} {
    top: -56px;
    /* Not focus-within: a link that moves while the pointer presses it is missed. */
    &:has(:focus-visible) {
      top: 0;
    }
  }
  @media print {
    position: static;
    border-color: currentColor;
  }
`;

const box = css`
  display: grid;
  align-items: center;
  max-width: 1440px;
  margin-inline: auto;
  padding-inline: var(--side);
  ${headerWide} {
    /* Reserves the widths of button and link, so that nothing moves while the HTML arrives. */
    grid-template-columns: 1fr auto 70px minmax(8.8125rem, auto);
    min-height: 71px;
    padding-top: 8px;
  }
  ${headerNarrow} {
    grid-template-columns: 1fr auto;
    grid-template-rows: minmax(56px, auto) minmax(60px, auto);
  }
  @media print {
    grid-template-rows: none; /* only mark and name */
  }
  /* The theme button. */
  button {
    ${headerWide} {
      margin: 0 10px 0 16px;
    }
    ${headerNarrow} {
      grid-area: 1 / 1 / 2 / -1;
      justify-self: end;
      margin-inline-end: -12px;
    }
  }
`;

const brand = css`
  ${touchTarget};
  gap: 14px;
  justify-self: start;
  font: 700 1.5rem / 1 var(--display);
  letter-spacing: -0.01em;
  text-decoration: none;
  overflow-wrap: anywhere;
  ${headerNarrow} {
    grid-area: 1 / 1 / 2 / -1;
    margin-inline-end: 44px; /* the theme button */
  }
  svg {
    width: 48px;
  }
`;

const navigation = css`
  display: flex;
  ${headerNarrow} {
    grid-row: 2;
    margin-inline-start: -10px;
    flex-wrap: wrap;
  }
  a {
    position: relative;
    display: grid;
    place-items: center;
    min-height: 44px;
    min-width: 44px;
    padding: 2px 16px 0;
    font-weight: 500;
    font-size: min(var(--label), 9vw); /* 320 px at 200 % */
    text-decoration: none;
    ${headerNarrow} {
      padding-inline: clamp(7px, 2.7vw, 10px);
    }
  }
  a::after {
    content: '';
    position: absolute;
    inset: auto 16px 5px;
    height: 0;
    background: var(--action);
    ${headerNarrow} {
      inset-inline: clamp(7px, 2.7vw, 10px);
    }
  }
  a:hover::after {
    height: 1px;
  }
  a[aria-current]::after {
    height: 3px;
    @media (forced-colors: active) {
      background: Highlight;
    }
  }
`;

const invite = css`
  ${headerWide} {
    grid-column: 4;
  }
  ${headerNarrow} {
    grid-area: 2 / 2;
  }
  @media (width<=22em) {
    padding-inline: 12px;
  }
`;
