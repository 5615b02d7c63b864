import { home } from '#shared/content/home.ts';
import { joiningSteps } from '#shared/content/joining-steps.ts';
import { css } from '../../styles/css.ts';
import { inColumns, middle, phone, wide } from '../../styles/grid.ts';

/** Numbered steps say what happens after a request: in a row, two by two, or one below the other on a phone. */
export function JoiningSteps() {
  return (
    <ol role="list" className={list} aria-label={home.onboarding.steps}>
      {joiningSteps.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}

const list = css`
  display: grid;
  gap: clamp(32px, 5vw, 72px) var(--gap);
  margin-top: clamp(32px, 5vw, 72px);
  counter-reset: step;
  ${middle} {
    grid-template-columns: 1fr 1fr;
  }
  ${wide} {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
  ${inColumns('1 / -1')};
  li {
    padding-top: 16px;
    border-top: 2px solid currentColor;
    counter-increment: step;
    &::before {
      content: counter(step);
      display: block;
      overflow: hidden; /* with forced colours a text has a ground, which covers the line above */
      color: var(--action);
      font: 800 clamp(48px, 4.4vw, 64px) / 1 var(--display);
    }
  }
  h3 {
    margin-block: 4px;
    font-size: clamp(min(1.25rem, 11vw), 1.7vw, 1.5rem);
  }
  p {
    font-size: 1.0625rem;
    line-height: 1.5;
  }
  ${phone} {
    row-gap: 0;
    li {
      display: grid;
      grid-template: auto 1fr / 56px minmax(0, 1fr);
      padding-block: 16px 20px;
      border-top: 1px solid var(--hairline);
      &::before {
        grid-row: span 2;
        margin-top: -6px;
      }
    }
  }
`;
