import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, NavLink, Route, Routes } from 'react-router';
import { eventsTexts } from '#shared/content/events-texts.ts';
import { home } from '#shared/content/home.ts';
import { consentText } from '#shared/content/newsletter.ts';
import { team } from '#shared/content/team.ts';
import { formatDate, formatLeaf } from '#shared/dates/format.ts';
import { formatPlace } from '#shared/events/event.ts';
import type { WithNextEvent } from '#shared/events/next-event.ts';
import { footerLinks, getPageById, headerLinks } from '#shared/routes.ts';
import { site } from '#shared/site.ts';

/* The naive reference: the home page as a team would write it by default (scripts/README.md, “Measurements”). */

const page = getPageById('home');

/** The document, on the server and in the browser. Takes the next event, if one is planned. */
export function NaiveApp(given: WithNextEvent) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${site.name}: ${page.title}`}</title>
        <meta name="description" content={page.description} />
        <link rel="canonical" href={`${site.origin}/`} />
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
            <Route path="/" element={<HomePage {...given} />} />
            <Route path="*" element={<h1>Not found</h1>} />
          </Routes>
        </main>
        <Footer />
      </body>
    </html>
  );
}

function Header() {
  return (
    <header className="header columns">
      <NavLink to="/">
        <img src="/favicon.svg" alt="" width={48} height={32} />
        {site.name}
      </NavLink>
      <nav aria-label="Main">
        {headerLinks.map(({ path, label }) => (
          <NavLink key={path} to={path}>
            {label}
          </NavLink>
        ))}
      </nav>
      <InviteLink />
    </header>
  );
}

function HomePage({ next }: WithNextEvent) {
  const { story, work, meeting, onboarding, newsletter } = home;
  return (
    <>
      <section className="columns" aria-labelledby="headline">
        <p>{home.badge}</p>
        <h1 id="headline">{home.headline}</h1>
        <p>{home.lead}</p>
        <img src="/icon-512.png" alt="" width={512} height={512} />
        <InviteLink />
        <p>{home.inviteNote}</p>
      </section>
      <Section title={story.title}>
        <p>{story.opening}</p>
        <p>{story.text}</p>
        <Link to="/manifesto">Read Manifesto</Link>
      </Section>
      <Section title={work.title}>
        <img src="/icon-192.png" alt="" width={192} height={192} />
        <ul>
          {work.items.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        {team.length > 0 ? <People /> : null}
        {next ? <NextEvent next={next} /> : <p>{eventsTexts.nothingPlanned.title}</p>}
        <Link to="/events">{next ? meeting.event : meeting.events}</Link>
      </Section>
      <Section title={onboarding.title}>
        <p>{onboarding.text}</p>
        <InviteLink />
        <Link to="/investor-faq" className="button">
          View FAQ
        </Link>
      </Section>
      <Section title={newsletter.title}>
        <p>{newsletter.text}</p>
        <NewsletterForm />
      </Section>
    </>
  );
}

function People() {
  const { text, people } = home.meeting;
  return (
    <>
      <p>{text}</p>
      <Link to="/about">
        {team.slice(0, 3).map(({ id, name, role }) => (
          <p key={id}>
            <img src="/favicon.svg" alt="" width={84} height={56} />
            {name} {role}
          </p>
        ))}
        {people}
      </Link>
    </>
  );
}

function NextEvent({ next }: Required<WithNextEvent>) {
  const { month, day, weekday } = formatLeaf(next.startAt);
  return (
    <>
      <p>
        {month} {weekday} {day}
      </p>
      <p>{next.title}</p>
      <p>
        {formatDate(next.startAt)}, {formatPlace(next)}
      </p>
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="columns">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function InviteLink() {
  return (
    <a href={site.inviteUrl} target="_blank" rel="noopener noreferrer" className="button">
      Request Invite<span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

function NewsletterForm() {
  const [isSent, setSent] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = new FormData(event.currentTarget);
    setSent((await fetch('/newsletter', { method: 'POST', body })).ok);
  };
  return (
    <form method="post" action="/newsletter" onSubmit={submit}>
      <label htmlFor="email">Email address</label>
      <input id="email" name="email" type="email" required placeholder="Enter your email" />
      <button type="submit" className="button">
        Subscribe
      </button>
      <p>{consentText}</p>
      {isSent ? <p role="status">Thank you. Please confirm by email.</p> : null}
    </form>
  );
}

function Footer() {
  return (
    <footer className="columns">
      <p>
        <img src="/favicon.svg" alt="" width={84} height={56} />
        {site.name}
      </p>
      <p>{site.description}</p>
      <nav aria-label="Footer">
        <ul>
          {footerLinks.map(({ path, label }) => (
            <li key={path}>
              <NavLink to={path}>{label}</NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <ul aria-label={`${site.name} elsewhere`}>
        {site.social.map(({ network, url }) => (
          <li key={network}>
            <a href={url}>
              <img src="/favicon.svg" alt="" width={24} height={24} />
              <span className="visually-hidden">
                {network}
                {url ? ' (opens in a new tab)' : null}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p>
        © {site.copyrightYear} {site.name}
      </p>
      <Link to="/contact#imprint">Imprint</Link>
      <p>{site.nameNote}</p>
    </footer>
  );
}
