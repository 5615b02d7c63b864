import { home } from '#shared/content/home.ts';
import { buttonRow, InviteLink, quietButton, textLink } from '../components/button.tsx';
import { Hero } from '../components/hero.tsx';
import { NewsletterSection } from '../components/newsletter-section.tsx';
import { PageLink } from '../components/page-link.tsx';
import { accent, pattern, surface } from '../components/surfaces.ts';
import { ThreeWindows } from '../components/three-windows.tsx';
import { Reveal } from '../motion/reveal.tsx';
import { css, cx } from '../styles/css.ts';
import { growing } from '../styles/growing.ts';
import { columns, inColourOnly, inColumns, section, wide } from '../styles/layout.ts';

/** Hero, the story, what the network does, the invitation, the newsletter. */
export function Page() {
  const { story, work, aboutLink, onboarding, newsletter } = home;
  return (
    <>
      <Hero />
      <Reveal className={cx(accent, section, storySection)}>
        <div className={columns}>
          <h2>{story.title}</h2>
          <div className={storyText}>
            <p>{story.opening}</p>
            <p>{story.text}</p>
            <PageLink to="/manifesto" className={cx(textLink, storyLink)}>
              Read Manifesto
              <LongArrow />
            </PageLink>
          </div>
        </div>
        <div className={year} />
      </Reveal>
      <Reveal className={section}>
        <div className={columns}>
          <h2 className={workTitle}>{work.title}</h2>
          <ThreeWindows />
          <p className={aboutPlace}>
            <span>{aboutLink.text}</span>{' '}
            <PageLink to="/about" className={textLink}>
              {aboutLink.label}
              <LongArrow />
            </PageLink>{' '}
            <PageLink to="/events" className={textLink}>
              {aboutLink.eventsLabel}
              <LongArrow />
            </PageLink>
          </p>
        </div>
      </Reveal>
      <Reveal className={cx(surface, section)}>
        <div className={pattern} />
        <div className={columns}>
          <h2 className={onboardingTitle}>{onboarding.title}</h2>
          <div className={onboardingText}>
            <p>{onboarding.text}</p>
            <p className={buttons}>
              <InviteLink />{' '}
              <PageLink to="/investor-faq" className={quietButton}>
                View FAQ
              </PageLink>
            </p>
          </div>
        </div>
      </Reveal>
      <NewsletterSection {...newsletter} />
    </>
  );
}

/** The arrow after a text link that stays on this site. */
function LongArrow() {
  return (
    <svg className={arrow} viewBox="0 0 26 12" aria-hidden="true">
      <path d="M0 6h25M20 1l5 5-5 5" />
    </svg>
  );
}

const arrow = css`
  flex: none;
  width: 26px;
  height: 12px;
  fill: none;
  stroke: currentColor;
  stroke-width: 2;
`;

const storySection = css`
  overflow-x: clip;
  margin-top: clamp(48px, 6vw, 96px);
  padding-bottom: max(20vw, 120px);
  h2 {
    font-size: clamp(2.75rem, 6.4vw, ${growing(5.75)});
    line-height: 0.98;
    ${inColumns('1 / span 5')};
  }
`;

const storyText = css`
  margin-top: 20px;
  ${wide} {
    grid-column: 7 / span 5;
    margin-top: 8px;
  }
  p:first-child {
    font: 400 clamp(1.375rem, 1.95vw, 1.75rem) / 1.42 var(--display);
  }
  p + p {
    margin-top: 20px;
    color: var(--on-accent-muted);
    font-size: 1.125rem;
  }
`;

const storyLink = css`
  margin-top: 20px;
  color: inherit;
`;

/** Decoration, slightly lighter than the accent and cut at its lower edge. The year is in the text too. */
const year = css`
  position: absolute;
  z-index: -1;
  left: 50%;
  bottom: 0;
  height: 0.36em;
  translate: -50%;
  clip-path: inset(-1em -1em 0);
  color: var(--accent-light);
  font: 800 41vw / 0.8 var(--display);
  letter-spacing: -0.02em;
  font-variant-numeric: lining-nums;
  pointer-events: none;
  &::before {
    content: '2047' / '';
  }
  ${inColourOnly};
`;

const workTitle = css`
  margin-bottom: clamp(32px, 5vw, 72px);
  ${inColumns('1 / -1')};
`;

const aboutPlace = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 24px;
  margin-top: 32px;
  max-width: none;
  ${inColumns('4 / -1')};
`;

const onboardingTitle = css`
  font-size: clamp(min(2.25rem, 15vw), 5.85vw, ${growing(5.25)});
  ${wide} {
    grid-column: 1 / span 7;
    /* 7em wide, or as its longest word. */
    width: fit-content;
    max-width: 100%;
    margin-inline-end: max(0px, 100% - 7em);
  }
`;

const onboardingText = css`
  margin-top: 16px;
  ${inColumns('8 / -1')};
`;

const buttons = css`
  ${buttonRow};
  margin-top: 24px;
`;
