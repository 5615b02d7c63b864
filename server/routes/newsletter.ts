import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import type { NewsletterOutcome } from '#shared/newsletter/outcomes.ts';
import type { SubscriptionError } from '#shared/newsletter/subscription.ts';
import { getPageById } from '#shared/routes.ts';
import { isLocalRequest } from '../middleware/local-request.ts';
import { parseFields, readBody } from '../middleware/read-body.ts';
import { isSameOrigin } from '../middleware/same-origin.ts';
import { confirmPath, unsubscribePath } from '../newsletter/mail/compose.ts';
import type { Newsletter } from '../newsletter/newsletter.ts';
import type { MetricsRecorder } from '../observe/metrics-recorder.ts';
import { describeResponse } from '../observe/request-log.ts';
import { getClientSubnet } from '../proxy/client-subnet.ts';
import { trustNobody } from '../proxy/proxy-trust.ts';
import type { SendPage } from './pages.ts';

interface NewsletterRoutesOptions {
  readonly newsletter: Newsletter;
  readonly sendPage: SendPage;
  /** The configured one, without a slash at the end. */
  readonly origin: string;
  readonly logger: Logger;
  readonly meter: MetricsRecorder;
}

/** Seconds after which a database that was away may be back. */
const retryAfterSeconds = 30;

/** The field that people do not see. Only programs fill it in. */
const honeypotField = 'topic';

const urlencoded = 'application/x-www-form-urlencoded';

/**
 * The newsletter's form and the links of its mails. Their responses are never stored and never indexed.
 * They send no referrer, because the address holds the token. A GET shows a page and changes nothing:
 * mail scanners follow links.
 */
export function newsletterRoutes(options: NewsletterRoutesOptions): Router {
  const { newsletter, sendPage } = options;
  const router = Router();
  const links = [confirmPath, unsubscribePath];
  router.use(['/newsletter', ...links], (_request, response, next) => {
    describeResponse(response, 'newsletter'); // until a page says its name
    response.setHeader('cache-control', 'no-store');
    next();
  });
  router.use(links, (_request, response, next) => {
    response.setHeader('referrer-policy', 'no-referrer');
    next();
  });

  router.post('/newsletter', acceptForm(options));
  router.get(confirmPath, async (request, response) => {
    const state = await newsletter.getConfirmationState(readToken(request));
    // While the database is away the state is not known, and the button will show it.
    const page = state === 'unavailable' ? 'confirm' : state;
    return sendPage(`newsletter-${page}`, request, response);
  });
  router.post(confirmPath, acceptConfirmation(options));
  router.get(unsubscribePath, (request, response) => {
    const known = newsletter.isUnsubscribeLink(readToken(request));
    return sendPage(
      known ? 'newsletter-unsubscribe' : 'newsletter-link-unknown',
      request,
      response,
    );
  });
  router.post(unsubscribePath, acceptUnsubscription(options));

  const allowed = [
    ['/newsletter', 'POST'] as const,
    ...links.map((path) => [path, 'GET, HEAD, POST'] as const),
  ];
  for (const [path, methods] of allowed) {
    router.all(path, async (request, response) => {
      response.setHeader('allow', methods);
      await sendPage('method-not-allowed', request, response);
    });
  }
  return router;
}

function acceptForm(options: NewsletterRoutesOptions): RequestHandler {
  const { newsletter, origin, logger, meter } = options;
  let hasWarned = false;
  let hasLoggedClosed = false;
  return async (request, response) => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined;
    if (isForwarded && !hasWarned && request.app.get('trust proxy') === trustNobody) {
      hasWarned = true; // Once: anybody can send that header.
      logger.warn('a proxy stands in front and TRUST_PROXY is 0: all visitors share one limit');
    }
    const reject = (error: SubscriptionError, email?: string) => {
      meter.subscribed(error);
      return sendError(options, request, response, error, email);
    };

    // Before the body is even read: nothing of it is wanted.
    if (newsletter.state === 'closed') return reject('not-open');
    if (newsletter.localOnly && !isLocalRequest(request)) {
      if (!hasLoggedClosed) logger.warn('a visitor’s address was not taken: set MAIL or SMTP_URL');
      hasLoggedClosed = true;
      return reject('not-open');
    }
    if (!isSameOrigin(request, origin)) return reject('cross-site');
    const result = await readBody(request, [urlencoded]);
    if (result.kind === 'invalid') return rejectBody(response, result.status, result.reason);
    const fields = parseFields(result.bytes);
    if (!fields) return rejectBody(response, 400, 'Send each field once, in UTF-8.');

    const email = fields.get('email') ?? '';
    const accept = () => {
      if (wantsJson(request)) response.json({ outcome: 'accepted' });
      else response.redirect(303, '/thank-you?type=newsletter');
    };
    if (fields.get(honeypotField)) {
      meter.subscribed('honeypot');
      await newsletter.discard();
      return accept(); // A program learns nothing from it, and not from the time either.
    }
    const outcome = await newsletter.subscribe(email, getClientSubnet(request.ip));
    switch (outcome.kind) {
      case 'accepted':
        meter.subscribed('accepted');
        return accept();
      case 'invalid':
      case 'non-ascii':
        return reject(outcome.kind, email);
      case 'limited':
        response.setHeader('retry-after', outcome.retryAfterSeconds);
        return reject('limited');
      case 'unavailable':
        return reject('unavailable');
    }
  };
}

/** The form's script wants JSON, a browser without JavaScript a page. */
function wantsJson(request: Request): boolean {
  return request.accepts(['html', 'json']) === 'json';
}

/** @param email as it was entered, which the form shows again */
async function sendError(
  options: NewsletterRoutesOptions,
  request: Request,
  response: Response,
  error: SubscriptionError,
  email = '',
): Promise<void> {
  const isInvalid = error === 'invalid' || error === 'non-ascii';
  const outcome = isInvalid ? 'invalid' : error;
  if (wantsJson(request)) {
    setRetryAfter(response, outcome);
    describeResponse(response, `newsletter-${outcome}`);
    response.status(getPageById(`newsletter-${outcome}`).status).json({ outcome: error });
  } else if (isInvalid) {
    const entered = { email, outcome: error };
    await options.sendPage('newsletter-invalid', request, response, { entered });
  } else await sendOutcome(options, request, response, outcome);
}

/** Sends the page of an outcome. */
function sendOutcome(
  { sendPage }: NewsletterRoutesOptions,
  request: Request,
  response: Response,
  outcome: NewsletterOutcome,
): Promise<void> {
  setRetryAfter(response, outcome);
  return sendPage(`newsletter-${outcome}`, request, response);
}

function setRetryAfter(response: Response, outcome: NewsletterOutcome): void {
  if (outcome === 'unavailable') response.setHeader('retry-after', retryAfterSeconds);
}

function acceptConfirmation(options: NewsletterRoutesOptions): RequestHandler {
  return async (request, response) => {
    if (!(await isReadable(request, response))) return;
    const outcome = await options.newsletter.confirm(readToken(request));
    options.meter.confirmed(outcome);
    return sendOutcome(options, request, response, outcome);
  };
}

/** Also the one-click POST of mail programs (RFC 8058): without cookie, Origin or redirect. */
function acceptUnsubscription(options: NewsletterRoutesOptions): RequestHandler {
  return async (request, response) => {
    if (!(await isReadable(request, response))) return;
    const outcome = await options.newsletter.unsubscribe(readToken(request));
    options.meter.unsubscribed(outcome);
    return sendOutcome(options, request, response, outcome);
  };
}

/**
 * The token is all we need, so the body's size is only limited: our button sends an empty one, mail programs
 * `List-Unsubscribe=One-Click` as either type.
 */
async function isReadable(request: Request, response: Response): Promise<boolean> {
  const result = await readBody(request, [urlencoded, 'multipart/form-data']);
  if (result.kind === 'body') return true;
  rejectBody(response, result.status, result.reason);
  return false;
}

function rejectBody(response: Response, status: number, reason: string): void {
  response.status(status).type('text/plain').send(`${reason}\n`);
}

function readToken({ query }: Request): string {
  const { token } = query;
  return typeof token === 'string' ? token : '';
}
