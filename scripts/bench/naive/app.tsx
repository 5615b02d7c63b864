/** @jsxImportSource react */
import type { ReactNode } from 'react';
import { Link, NavLink, Route, Routes } from 'react-router';
import { findPageById, footerLinks, headerLinks } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { HomePage } from './home-page.tsx';
import { Icon, type IconName } from './icon.tsx';
import { InviteLink } from './invite-link.tsx';

/*
 * The naive reference: what a competent team writes by default for the same home page. React Router,
 * one stylesheet with class names, one script for the whole site, the large drawings as image files.
 * No Emotion, no theme, no cache. The texts are those of `shared/content/`, and the benchmark
 * compares words, links, headings and fields of both pages before it measures.
 */

const home = findPageById('home');
const title = `${site.name}: ${home.title}`;
const address = `${site.origin}/`;

/** The document, on both sides. */
export function App() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={home.description} />
        <link rel="canonical" href={address} />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={site.name} />
        <meta property="og:title" content={home.title} />
        <meta property="og:description" content={home.description} />
        <meta property="og:url" content={address} />
        <meta property="og:image" content={`${site.origin}/icon-512.png`} />
        <meta name="twitter:card" content="summary_large_image" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <a href="#main" className="skip-link">
          Skip to content
        </a>
        <Header />
        <main id="main">
          <Routes>
            <Route path="/" element={<HomePage />} />
            <Route path="*" element={<NotFound />} />
          </Routes>
        </main>
        <Footer />
      </body>
    </html>
  );
}

function Header() {
  return (
    <header className="header">
      <div className="header-box">
        <NavLink to="/" className="brand">
          <Mark width={48} height={32} />
          {site.name}
        </NavLink>
        <nav aria-label="Main">
          {headerLinks.map(({ path, label }) => (
            <NavLink key={path} to={path} className="header-link">
              {label}
            </NavLink>
          ))}
        </nav>
        <InviteLink className="button small" />
      </div>
    </header>
  );
}

function Footer() {
  return (
    <footer className="band footer">
      <div className="columns">
        <div className="identity">
          <p className="footer-name">
            <Mark width={84} height={56} />
            {site.name}
          </p>
          <p className="footer-description">{site.description}</p>
        </div>
        <nav aria-label="Footer">
          <ul className="footer-links">
            {footerLinks.map(({ path, label }) => (
              <li key={path}>
                <NavLink to={path}>{label}</NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <ul className="networks" aria-label={`${site.name} elsewhere`}>
          {site.social.map(({ network, url }) => (
            <li key={network}>
              <SocialIcon network={network} url={url} />
            </li>
          ))}
        </ul>
        <div className="closing">
          <p>
            © {site.copyrightYear} {site.name}
          </p>
          <p>{site.nameNote}</p>
        </div>
      </div>
      <div className="selvedge" />
    </footer>
  );
}

const networkIcons: Readonly<Record<(typeof site.social)[number]['network'], IconName>> = {
  LinkedIn: 'linkedin',
  Instagram: 'instagram',
  X: 'x',
};

function SocialIcon({ network, url }: (typeof site.social)[number]): ReactNode {
  const icon = <Icon name={networkIcons[network]} />;
  if (url === undefined) {
    return (
      <span className="social-icon" role="img" aria-label={network} title={network}>
        {icon}
      </span>
    );
  }
  return (
    <a
      className="social-icon"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${network} (opens in a new tab)`}
      title={network}
    >
      {icon}
    </a>
  );
}

function Mark(size: { readonly width: number; readonly height: number }) {
  return <img src="/favicon.svg" alt="" className="mark" {...size} />;
}

function NotFound() {
  return (
    <section className="section columns">
      <h1>Not found</h1>
      <Link to="/">To the home page</Link>
    </section>
  );
}
