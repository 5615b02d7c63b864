import { contact } from '#shared/content/contact.ts';
import { Emblem } from '../components/emblem.tsx';
import { MailText } from '../components/mail-text.tsx';
import { css } from '../styles/css.ts';
import { lead } from '../styles/layout.ts';

/** Shown in the contact page's frame while no external form is configured. */
export function Page() {
  const { title, text } = contact.standIn;
  return (
    <main className={page}>
      <Emblem seed={title} colour="madder" />
      <h1>{title}</h1>
      <p className={lead}>
        <MailText text={text} />
      </p>
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
    font-size: clamp(1.75rem, 6vw, 2.75rem);
  }
`;
