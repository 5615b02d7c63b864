import { contact } from '#shared/content/contact.ts';
import { Emblem } from '../components/emblem.tsx';
import { MailLink } from '../components/mail-text.tsx';
import { css } from '../styles/css.ts';
import { lead } from '../styles/layout.ts';

/** Shown in the contact page's frame while no external form is configured. */
export function Page() {
  const { title, text } = contact.standIn;
  return (
    <main className={page}>
      <Emblem seed={title} colour="madder" />
      <h1>{title}</h1>
      <MailLink className={address} />
      <p className={lead}>{text}</p>
    </main>
  );
}

const page = css`
  display: grid;
  align-content: center;
  gap: 16px;
  min-height: 100dvh;
  padding: 32px clamp(20px, 6vw, 56px);
  background: var(--card);
  svg {
    width: 132px;
    margin-bottom: 8px;
  }
  h1 {
    font: 600 clamp(1.25rem, 4vw, 1.75rem) / 1.2 var(--display);
    letter-spacing: 0;
  }
`;

/** The width of the frame decides. */
const address = css`
  font: 700 clamp(1.375rem, 6.4vw, 3.25rem) / 1.2 var(--display);
  letter-spacing: -0.02em;
  overflow-wrap: anywhere;
  text-decoration-thickness: 2px;
  text-underline-offset: 0.16em;
`;
