import { hash } from 'node:crypto';
import { newsletterMails } from '#shared/content/newsletter.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { formatListId } from '#shared/identifiers.ts';
import { confirmPath, unsubscribePath } from '#shared/newsletter/form.ts';
import type { Site } from '#shared/site.ts';
import type { Keys } from '../keys/keys.ts';
import type { QueuedMail } from '../store/store.ts';
import { footMarker, mailLayout, styles } from './mail-layout.ts';
import type { Mail } from './mailer.ts';

interface ComposerOptions {
  /** Its contact address also takes requests to unsubscribe by mail. */
  readonly site: Site;
  /** Scheme and host of the links, without a slash at the end. */
  readonly origin: string;
  readonly keys: Keys;
}

/**
 * Makes the function that writes a mail: text, simple HTML, no picture, no tracking. Each link has its token in the
 * query, which the request log leaves out.
 */
export function createComposer({ site, origin, keys }: ComposerOptions) {
  const { name: siteName, email: contactEmail } = site;
  const fillIn = (text: string) => text.replaceAll('{site}', () => siteName);

  /** @param token for the link of a confirmation */
  return function compose(queued: QueuedMail, token: string): Mail {
    const unsubscribeUrl = `${origin}${unsubscribePath}?token=${keys.signAddress(queued.key)}`;
    const head = {
      to: queued.address,
      kind: queued.kind,
      // The same for every attempt, and it reveals nothing.
      messageId: `${hash('sha256', queued.id).slice(0, 32)}@${new URL(origin).hostname}`,
      listUnsubscribe: `<${unsubscribeUrl}>, <mailto:${contactEmail}?subject=unsubscribe>`,
    };
    const writeFoot = (reason: string, linkText: string, end: string) =>
      `<p class="foot" style="${styles.foot}">${escapeHtml(reason)} <a href="${escapeHtml(unsubscribeUrl)}" style="${styles.footLink}">${escapeHtml(linkText)}</a>${end}</p>`;

    if (queued.kind === 'confirmation') {
      const { subject, greeting, validity, notYou, button, ...texts } =
        newsletterMails.confirmation;
      const request = fillIn(texts.text);
      const link = `${origin}${confirmPath}?token=${token}`;
      const text = [greeting, request, link, validity, `${notYou}\n${unsubscribeUrl}`, siteName];
      const html = [
        `<p>${escapeHtml(greeting)}</p><p>${escapeHtml(request)}</p>`,
        `<p style="margin:28px 0"><a class="button" href="${escapeHtml(link)}" style="${styles.button}">${escapeHtml(button)}</a></p>`,
        `<p>${escapeHtml(validity)}</p>`,
        writeFoot(notYou, texts.unsubscribe, '.'),
      ];
      const body = mailLayout(subject, siteName, html.join(''));
      return { ...head, link, subject, text: `${text.join('\n\n')}\n`, html: body };
    }

    const { subject } = queued;
    const { reason, unsubscribe } = newsletterMails.edition;
    const text = `${queued.text}\n\n-- \n${fillIn(reason)}\n${unsubscribe}: ${unsubscribeUrl}\n`;
    const foot = writeFoot(fillIn(reason), unsubscribe, '');
    const html = queued.html.replace(footMarker, () => foot);
    // RFC 2919: a name and a domain of ours that no other list has.
    const listId = { comment: siteName, url: formatListId(site) };
    return { ...head, link: unsubscribeUrl, subject, listId, text, html };
  };
}

export type Composer = ReturnType<typeof createComposer>;
