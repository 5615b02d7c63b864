import { home } from '#shared/content/home.ts';
import { buttonRow, InviteLink, quietButton, textLink } from '../../components/button.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { accent, pattern, surface } from '../../components/surfaces.ts';
import { usePageData } from '../../data/page-query.ts';
import { Reveal } from '../../motion/reveal.tsx';
import { NewsletterSection } from '../../newsletter/newsletter-section.tsx';
import { css, cx } from '../../styles/css.ts';
import { fluidSize } from '../../styles/fluid-size.ts';
import {
  columns,
  farBelow,
  inColourOnly,
  inColumns,
  inSixColumns,
  narrow,
  section,
  wide,
} from '../../styles/grid.ts';
import { Hero } from './hero.tsx';
import { JoiningSteps } from './joining-steps.tsx';
import { LongArrow } from './long-arrow.tsx';
import { Meeting } from './meeting.tsx';
import { Ventures } from './ventures.tsx';
import { WorkList } from './work-list.tsx';

/** Hero, story, work, ventures, people, invitation and newsletter. */
export function Page() {
  const { story, work, onboarding, newsletter } = home;
  const { people, table, next, today } = usePageData('home');
  return (
    <>
      <Hero today={today} />
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
          <WorkList />
          {table ? <Ventures table={table} /> : null}
          <Meeting people={people} {...(next && { next })} />
        </div>
      </Reveal>
      <Reveal className={cx(surface, section)}>
        <div className={cx(pattern, besideText)} />
        <div className={cx(columns, farBelow)}>
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
          <JoiningSteps />
        </div>
      </Reveal>
      <NewsletterSection {...newsletter} />
    </>
  );
}

const storySection = css`
  overflow-x: clip;
  margin-top: clamp(40px, 6.1vw, 88px);
  padding-bottom: max(20vw, 120px);
  h2 {
    font-size: clamp(min(2.75rem, 12.5vw), 6.4vw, ${fluidSize(5.75)});
    line-height: 0.98;
    ${inColumns('1 / span 5')};
  }
`;

const storyText = css`
  margin-top: 20px;
  text-wrap: balance;
  ${inSixColumns('2 / -1')};
  ${wide} {
    grid-column: 7 / span 5;
    margin-top: 8px;
  }
  p:first-child {
    font: 400 clamp(min(1.375rem, 11vw), 1.95vw, 1.75rem) / 1.42 var(--display);
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
  transform: translate(-50%);
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

const onboardingTitle = css`
  font-size: clamp(min(2.25rem, 12.5vw), 5.85vw, ${fluidSize(5.25)});
  ${wide} {
    grid-column: 1 / span 7;
    /* 7em wide, or as wide as its longest word. */
    width: fit-content;
    max-width: 100%;
    margin-inline-end: max(0px, 100% - 7em);
  }
`;

/** The pattern is never behind the text: it ends above the steps and beside the words. */
const besideText = css`
  ${wide} {
    mask: radial-gradient(55% 56% at 0 0, currentColor 65%, transparent);
  }
  ${narrow} {
    display: none;
  }
`;

const onboardingText = css`
  margin-top: 16px;
  ${inColumns('8 / -1', '2 / -1')};
`;

const buttons = css`
  ${buttonRow};
  margin-top: 24px;
`;
