import { drawnFiles } from '#shared/kolam/drawn-files.ts';
import { footerLinks } from '#shared/routes.ts';
import type { SocialLink } from '#shared/site.ts';
import { PageLink } from '../components/page-link.tsx';
import { accent } from '../components/surfaces.ts';
import { useSite } from '../data/document-state.ts';
import { Icon } from '../icons/icon.tsx';
import { Mark } from '../icons/mark.tsx';
import { css, cx } from '../styles/css.ts';
import {
  columns,
  farBelow,
  inColumns,
  narrow,
  screenOnly,
  touchTarget,
  wide,
} from '../styles/grid.ts';
import { iconButton } from '../styles/icon-button.ts';

/** The name, six links, three social icons, the copyright line, and a decorated edge. */
export function Footer() {
  const site = useSite();
  return (
    <footer className={cx(accent, footer)}>
      <div className={cx(columns, farBelow)}>
        <div className={identity}>
          <p className={name}>
            <Mark className={footerMark} />
            {site.name}
          </p>
          <p className={description}>{site.description}</p>
        </div>
        <nav aria-label="Footer" className={links}>
          <ul role="list">
            {footerLinks.map(({ path, label }) => (
              <li key={path}>
                <PageLink to={path} isNavigation>
                  {label}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
        {site.social.length === 0 ? null : (
          <ul role="list" className={networks} aria-label={`${site.name} elsewhere`}>
            {site.social.map((social) => (
              <li key={social.network}>
                <SocialIcon {...social} />
              </li>
            ))}
          </ul>
        )}
        <div className={closing}>
          <p>{`© ${site.copyrightYear} ${site.name}`}</p>
          <PageLink to="/contact#imprint">Imprint</PageLink> <p>{site.nameNote}</p>
        </div>
      </div>
      <img className={edge} src={drawnFiles.footerEdge} alt="" loading="lazy" />
    </footer>
  );
}

/**
 * A link to a social profile. Without an address it is an `<a>` without `href` (HTML, section 4.5.1), which takes no
 * focus and is announced as an unavailable link. Without `role="link"` that element would be generic and could not have
 * a name (ARIA in HTML). The name is text, because text browsers ignore `aria-label`.
 */
function SocialIcon({ network, url }: SocialLink) {
  const attributes = url
    ? { href: url, target: '_blank', rel: 'noopener noreferrer' }
    : { role: 'link', 'aria-disabled': true };
  return (
    <a {...attributes} className={iconButton} data-tooltip={network}>
      <Icon name={network} />
      <span className="visually-hidden">{url ? `${network} (opens in a new tab)` : network}</span>
    </a>
  );
}

const footer = css`
  overflow-x: clip;
  padding-top: var(--section);
  &::after {
    display: none;
  }
  @media print {
    padding-top: 12pt;
    break-inside: avoid;
  }
`;

const identity = css`
  ${inColumns('1 / span 5')};
  ${screenOnly};
`;

const name = css`
  display: flex;
  align-items: center;
  gap: 24px;
  font: 700 min(2.25rem, 16vw) / 1 var(--display);
  letter-spacing: -0.01em;
  overflow-wrap: anywhere;
  @media (width<=22em) {
    gap: 16px;
  }
`;

const footerMark = css`
  width: 84px;
  --mark-line: currentColor;
`;

const description = css`
  margin-top: 20px;
  max-width: 18em;
  font: 500 min(1.5rem, 11vw) / 1.32 var(--display);
`;

const links = css`
  ${screenOnly};
  margin-top: 8px;
  ul {
    display: grid;
    grid-template: repeat(3, auto) / repeat(2, 1fr);
    column-gap: var(--gap);
  }
  ${inColumns('7 / span 4')};
  ${narrow} {
    margin-top: 32px;
  }
  a {
    ${touchTarget};
    min-width: 44px;
    font-weight: 500;
    font-size: 1.125rem;
    text-decoration: none;
    text-underline-offset: 6px;
    text-decoration-thickness: 1px;
  }
  a:hover {
    text-decoration-line: underline;
  }
  a[aria-current] {
    text-decoration-line: underline;
    text-decoration-thickness: 3px;
  }
`;

const networks = css`
  display: flex;
  gap: 4px;
  margin-top: 8px;
  margin-inline: -11px;
  ${wide} {
    grid-column: 11 / span 2;
    place-self: start end;
  }
`;

/** Its three entries are aligned with the name and the two columns of links above. */
const closing = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: center;
  column-gap: var(--gap);
  margin-top: clamp(40px, 5.5vw, 80px);
  padding-block: 14px;
  border-top: 1px solid var(--accent-line);
  font-size: var(--note);
  color: var(--on-accent-muted);
  a {
    ${touchTarget};
    justify-self: start;
    text-underline-offset: 4px;
  }
  ${wide} {
    grid-column: 1 / -1;
    grid-template-columns: repeat(12, minmax(0, 1fr));
    p:first-child {
      grid-column: 1 / span 6;
    }
    a {
      grid-column: 7;
    }
    p:last-child {
      grid-column: 9 / -1;
    }
  }
  ${narrow} {
    p:last-child {
      grid-column: 1 / -1;
    }
  }
  @media print {
    display: block;
    margin-top: 0;
    padding-block: 8pt 0;
    font-size: 9pt;
    p {
      display: inline;
      margin-inline-end: 1.5em;
    }
    a {
      display: none;
    }
  }
`;

const edge = css`
  /* Extends beyond both edges of the window. */
  width: calc(100% + 12px);
  max-width: none;
  height: 104px;
  margin-inline: -6px;
  opacity: 0.34;
  @media (forced-colors: active) {
    display: none;
  }
`;
