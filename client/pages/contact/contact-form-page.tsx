import { contact } from '#shared/content/contact.ts';
import { MailLink } from '../../components/mail-text.tsx';
import { Emblem } from '../../drawings/emblem.tsx';
import { css } from '../../styles/css.ts';
import { muted } from '../../styles/grid.ts';

/** The page in the iframe of the contact page if no external form is configured. */
export function Page() {
  const { standIn } = contact;
  return (
    <main className={page}>
      <Emblem seed={standIn.title} colour="madder" />
      <h1>{standIn.title}</h1>
      <MailLink isAlone className={address} />
      <p className={muted}>{standIn.text}</p>
    </main>
  );
}

/** Loads our fonts without a script, because none runs in the iframe and few browsers support `scripting`. */
const page = css`
  display: grid;
  align-content: center;
  gap: 12px;
  min-height: 100dvh;
  padding: 24px clamp(20px, 6vw, 56px);
  background: var(--card);
  svg {
    width: 280px;
    margin-bottom: 12px;
  }
  h1 {
    font: 600 clamp(1.25rem, 4vw, 1.75rem) / 1.2 var(--display);
    letter-spacing: 0;
  }
  @media (width<30em) {
    /* Reaches a little into the padding: less space is empty above and below. */
    svg {
      width: 108%;
      max-width: none;
      margin-inline: -4%;
    }
  }
`;

/** The font size depends on the width of the iframe. */
const address = css`
  font: 700 clamp(1.375rem, 6.4vw, 3.25rem) / 1.2 var(--display);
  letter-spacing: -0.02em;
  overflow-wrap: anywhere;
  text-decoration-thickness: 2px;
  text-underline-offset: 0.16em;
`;
