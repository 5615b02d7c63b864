import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { lifetimes } from '#shared/lifetimes.ts';
import {
  confirmPath,
  honeypotField,
  newsletterForm,
  newsletterPath,
  unsubscribePath,
} from '#shared/newsletter/form.ts';
import type { NewsletterOutcome } from '#shared/newsletter/outcomes.ts';
import { getPageById } from '#shared/routes.ts';
import { formatThankYouUrl } from '#shared/thank-you.ts';
import { isSameOrigin } from '../middleware/same-origin.ts';
import { sendText } from '../middleware/send-text.ts';
import type { Newsletter, SubscriptionResult } from '../newsletter/newsletter.ts';
import { labelResponse } from '../observe/access-log.ts';
import type { MetricsRecorder } from '../observe/counters.ts';
import { getClientSubnet } from '../proxy/client-subnet.ts';
import { rememberRequestId } from '../proxy/request-id.ts';
import type { SendPage } from './pages.ts';

interface NewsletterRoutesOptions {
  readonly before: readonly RequestHandler[];
  readonly newsletter: Newsletter;
  readonly sendPage: SendPage;
  /** The configured origin, without a slash at the end. */
  readonly origin: string;
  readonly metrics: MetricsRecorder | undefined;
}

const linkPaths = [confirmPath, unsubscribePath];
export const newsletterPaths: readonly string[] = [newsletterPath, ...linkPaths];

/** After this many seconds an unavailable database may be available again. */
const databaseRetry = 30;

/** 4 kB are more than enough for an address and the honeypot. Another type is not parsed, a larger body is a 413. */
const parseForm = express.urlencoded({ extended: false, inflate: false, limit: 4_096 });

/** Handles the form and the links of mails. A GET changes nothing, because mail scanners follow links. */
export function newsletterRoutes(options: NewsletterRoutesOptions): Router {
  const { newsletter, sendPage, before, metrics } = options;
  const router = Router();
  // A visitor can open the form's action without JavaScript, from the address bar or with Back.
  router.get(newsletterPath, (_request, response) => {
    labelResponse(response, 'redirect');
    response.set('cache-control', lifetimes.private).redirect(303, newsletterForm);
  });
  router.all([...newsletterPaths], rememberRequestId, ...before, (_request, response, next) => {
    labelResponse(response, 'newsletter'); // until a page sets its own label
    response.setHeader('cache-control', lifetimes.private);
    next();
  });

  router.post(newsletterPath, checkVisitor(options), parseForm, acceptForm(options));
  router.get(confirmPath, async (request, response) => {
    const token = readToken(request.query);
    const state = await newsletter.getConfirmationState(token);
    const shown = state === 'confirm' ? { token } : undefined;
    return sendPage(`newsletter-${state}`, request, response, shown);
  });
  router.post(linkPaths, (request, response, next) => {
    if (readToken(request.query) === '') parseForm(request, response, next);
    else next();
  });
  router.post(confirmPath, acceptButton(sendPage, newsletter.confirm, metrics?.confirmed));
  router.get(unsubscribePath, (request, response) => {
    const token = readToken(request.query);
    const isKnown = newsletter.isUnsubscribeLink(token);
    const state = isKnown ? 'unsubscribe' : 'link-unknown';
    return sendPage(`newsletter-${state}`, request, response, isKnown ? { token } : undefined);
  });
  // The route also handles the one-click POST of mail programs (RFC 8058), without cookie, Origin or redirect.
  const leave = acceptButton(sendPage, newsletter.unsubscribe, metrics?.unsubscribed);
  router.post(unsubscribePath, leave);

  router.all([...newsletterPaths], (request, response) => {
    response.setHeader('allow', 'GET, HEAD, POST');
    return sendPage('method-not-allowed', request, response);
  });
  return router;
}

function checkVisitor(options: NewsletterRoutesOptions): RequestHandler {
  const { newsletter, sendPage, origin, metrics } = options;
  return (request, response, next) => {
    const end = (kind: 'not-open' | 'cross-site') => {
      metrics?.subscribed(kind);
      return sendResult(sendPage, request, response, { kind });
    };
    if (newsletter.state === 'closed') return end('not-open');
    return isSameOrigin(request, origin) ? next() : end('cross-site');
  };
}

function acceptForm({ newsletter, sendPage, metrics }: NewsletterRoutesOptions): RequestHandler {
  return async (request, response) => {
    if (request.body === undefined && !isEmpty(request)) {
      return sendText(response, 415, 'Send it as application/x-www-form-urlencoded.');
    }
    const fields: Readonly<Record<string, unknown>> = request.body ?? {};
    const { email = '', [honeypotField]: topic = '' } = fields;
    if (typeof email !== 'string' || typeof topic !== 'string') {
      return sendText(response, 400, 'Send each field once.'); // With two addresses it is unclear which one is meant.
    }
    if (topic === '') {
      const subnet = getClientSubnet(request.ip);
      const result = await newsletter.subscribe(email, subnet);
      metrics?.subscribed(result.kind);
      return sendResult(sendPage, request, response, result, email);
    }
    metrics?.subscribed('honeypot');
    await newsletter.discard();
    // A bot learns nothing from the response, nor from its duration.
    return sendResult(sendPage, request, response, { kind: 'accepted' });
  };
}

/** An empty body needs no type (RFC 9110, section 8.3). */
function isEmpty({ headers }: Request): boolean {
  return !('transfer-encoding' in headers) && Number(headers['content-length'] ?? 0) === 0;
}

/** Sends JSON to the form's script, a page to a browser without JavaScript. */
async function sendResult(
  sendPage: SendPage,
  request: Request,
  response: Response,
  { kind, retryAfterSeconds }: SubscriptionResult,
  email = '',
): Promise<void> {
  const wantsJson = request.accepts(['html', 'json']) === 'json';
  if (kind === 'accepted') {
    if (wantsJson) response.json({ outcome: kind });
    else response.redirect(303, formatThankYouUrl('newsletter'));
    return;
  }
  const isInvalid = kind === 'invalid' || kind === 'non-ascii';
  const page = `newsletter-${isInvalid ? 'invalid' : kind}` as const;
  setRetryAfter(response, kind, retryAfterSeconds);
  if (wantsJson) {
    labelResponse(response, page);
    response.status(getPageById(page).status).json({ outcome: kind });
  } else {
    const entered = isInvalid ? { entered: { email, outcome: kind } } : undefined;
    await sendPage(page, request, response, entered);
  }
}

/** Handles the button on a link's page. Mail programs send any body; a text browser sends the token only in it. */
function acceptButton<Outcome extends NewsletterOutcome>(
  sendPage: SendPage,
  act: (token: string) => Promise<Outcome>,
  count: ((outcome: Outcome) => void) | undefined,
): RequestHandler {
  return async (request, response) => {
    const token = readToken(request.query) || readToken(request.body);
    const outcome: Outcome = await act(token);
    count?.(outcome);
    setRetryAfter(response, outcome);
    return sendPage(`newsletter-${outcome}`, request, response);
  };
}

function setRetryAfter(
  response: Response,
  outcome: SubscriptionResult['kind'] | NewsletterOutcome,
  seconds = outcome === 'unavailable' ? databaseRetry : undefined,
): void {
  if (seconds !== undefined) response.setHeader('retry-after', seconds);
}

/**
 * Reads the token of a link or a form. Mail programs change links: they wrap them, add a bracket, write them in
 * capitals, or leave `=3D` or `&amp;` in them. A token is lower-case hexadecimal, so its value can be restored.
 */
function readToken(fields: object = {}): string {
  const values = Object.entries(fields)
    .filter(([name]) => /^(amp;)?token$/i.test(name))
    .flatMap(([, value]: [string, unknown]) => value);
  const tokens = values.map((value) =>
    String(value)
      .replace(/\W/g, '')
      .replace(/^3D(?=[^A-Z]*$)/, '')
      .toLowerCase(),
  );
  return tokens.find((token) => token !== '') ?? '';
}
