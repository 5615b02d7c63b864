/** @jsxImportSource react */
import { Link } from 'react-router';
import { home } from '#shared/content/home.ts';
import { BridgeArrow, LongArrow } from './icon.tsx';
import { InviteLink } from './invite-link.tsx';
import { NewsletterForm } from './newsletter-form.tsx';

/** The same sections in the same order as client/pages/home-page.tsx. */
export function HomePage() {
  const { story, onboarding, newsletter } = home;
  return (
    <>
      <Hero />
      <section className="band section story">
        <div className="columns">
          <h2>{story.title}</h2>
          <div className="story-text">
            <p className="opening">{story.opening}</p>
            <p>{story.text}</p>
            <Link to="/manifesto" className="text-link">
              Read Manifesto
              <LongArrow />
            </Link>
          </div>
        </div>
        <div className="year" />
      </section>
      <Work />
      <section className="section cloth">
        <div className="columns">
          <h2>{onboarding.title}</h2>
          <div>
            <p>{onboarding.text}</p>
            <p className="buttons">
              <InviteLink className="button" arrow />
              <Link to="/investor-faq" className="button quiet">
                View FAQ
              </Link>
            </p>
          </div>
        </div>
      </section>
      <section className="section newsletter" id="newsletter">
        <div className="columns">
          <div>
            <h2>{newsletter.title}</h2>
            <p className="lead">{newsletter.text}</p>
          </div>
          <NewsletterForm />
        </div>
      </section>
    </>
  );
}

function Hero() {
  const [from, to] = home.badge.split('↔');
  return (
    <section className="hero" aria-labelledby="headline">
      <div className="columns">
        <p className="badge">
          {from}
          <span className="badge-arrow">
            ↔
            <BridgeArrow />
          </span>
          {to}
        </p>
        <h1 id="headline">{home.headline}</h1>
        <p className="lead">{home.lead}</p>
      </div>
      <div className="hero-line">
        <picture>
          <source media="(max-width: 48em)" srcSet="/images/hero-narrow.svg" />
          <img src="/images/hero-wide.svg" alt="" width={978} height={268} />
        </picture>
        <div className="clearing">
          <InviteLink className="button" arrow />
          <p>{home.inviteNote}</p>
        </div>
      </div>
    </section>
  );
}

function Work() {
  const { work, aboutLink } = home;
  return (
    <section className="section">
      <div className="columns">
        <h2>{work.title}</h2>
        <ul className="work">
          {work.items.map(({ title, text }, index) => (
            <li key={title}>
              <img src={`/images/work-${index + 1}.svg`} alt="" width={332} height={390} />
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <p className="about">
          <span>{aboutLink.text}</span>
          <Link to="/about" className="text-link">
            {aboutLink.label}
            <LongArrow />
          </Link>
        </p>
      </div>
    </section>
  );
}
