import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import type { SubscriptionOutcome } from '#shared/newsletter/subscription.ts';
import { getPageById, type PageId } from '#shared/routes.ts';
import { isLocalRequest } from '../middleware/local-request.ts';
import { parseFields, readBody } from '../middleware/read-body.ts';
import { isSameOrigin } from '../middleware/same-origin.ts';
import { confirmPath, unsubscribePath } from '../newsletter/mail/compose.ts';
import type { Newsletter } from '../newsletter/newsletter.ts';
import type { ConfirmationState } from '../newsletter/store/store.ts';
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

/** The field that people do not see. Whoever fills it in is a program. */
const honeypotField = 'topic';

const urlencoded = 'application/x-www-form-urlencoded';

/**
 * The newsletter's form and the links of its mails. ResponseCache are never stored, never indexed, and
 * tell no other site their address, which holds the token. A GET shows a page and changes nothing:
 * mail scanners follow links.
 */
export function newsletterRoutes(choice: NewsletterRoutesOptions): Router {
  const { newsletter, sendPage } = choice;
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

  router.post('/newsletter', acceptForm(choice));
  router.get(confirmPath, async (request, response) => {
    const state = await newsletter.findConfirmation(readToken(request));
    return sendPage(confirmPages[state], request, response);
  });
  router.post(confirmPath, acceptConfirmation(choice));
  router.get(unsubscribePath, (request, response) => {
    const known = newsletter.isUnsubscribeLink(readToken(request));
    return sendPage(
      known ? 'newsletter-unsubscribe' : 'newsletter-link-unknown',
      request,
      response,
    );
  });
  router.post(unsubscribePath, acceptLeaving(choice));

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

/** What a link leads to. While the database is away nobody knows, and the button will tell. */
const confirmPages: Readonly<Record<ConfirmationState | 'unavailable', PageId>> = {
  valid: 'newsletter-confirm',
  'already-confirmed': 'newsletter-already-confirmed',
  expired: 'newsletter-link-expired',
  unavailable: 'newsletter-confirm',
};

function acceptForm(choice: NewsletterRoutesOptions): RequestHandler {
  const { newsletter, sendPage, origin, logger, meter } = choice;
  let hasWarned = false;
  let hasLoggedClosed = false;
  return async (request, response) => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined;
    if (isForwarded && !hasWarned && request.app.get('trust proxy') === trustNobody) {
      hasWarned = true; // Once: anybody can send that header.
      logger.warn('a proxy stands in front and TRUST_PROXY is 0: all visitors share one limit');
    }
    const isScript = request.accepts(['html', 'json']) === 'json';
    const answer = async (outcome: Refusal, email = '') => {
      const page = refusalPages[outcome];
      meter.subscribed(outcome);
      if (!isScript) {
        const entered = outcome === 'invalid' || outcome === 'letters';
        const state = entered ? { entered: { email, outcome } } : undefined;
        return sendPage(page, request, response, state);
      }
      describeResponse(response, page);
      response.status(getPageById(page).status).json({ outcome });
    };

    // Before the body is even read: nothing of it is wanted.
    if (newsletter.state === 'closed') return answer('not-open');
    if (newsletter.localOnly && !isLocalRequest(request)) {
      if (!hasLoggedClosed) logger.warn('a visitor’s address was not taken: set MAIL or SMTP_URL');
      hasLoggedClosed = true;
      return answer('not-open');
    }
    if (!isSameOrigin(request, origin)) return answer('refused');
    const result = await readBody(request, [urlencoded]);
    if (result.kind === 'invalid') return refuseBody(response, result.status, result.reason);
    const fields = parseFields(result.bytes);
    if (!fields) return refuseBody(response, 400, 'Send each field once, in UTF-8.');

    const email = fields.get('email') ?? '';
    const accept = () => {
      if (isScript) response.json({ outcome: 'accepted' });
      else response.redirect(303, '/thank-you?type=newsletter');
    };
    if (fields.get(honeypotField)) {
      meter.subscribed('trap');
      await newsletter.discard();
      return accept(); // A program learns nothing from it, and not from the time either.
    }
    const outcome = await newsletter.subscribe(email, getClientSubnet(request.ip));
    switch (outcome.kind) {
      case 'accepted':
        meter.subscribed('accepted');
        return accept();
      case 'refused':
        return answer(outcome.reason === 'letters' ? 'letters' : 'invalid', email);
      case 'limited':
        response.setHeader('retry-after', outcome.retryAfterSeconds);
        return answer('limited');
      case 'unavailable':
        response.setHeader('retry-after', retryAfterSeconds);
        return answer('unavailable');
    }
  };
}

type Refusal = Exclude<SubscriptionOutcome, 'accepted'>;

const refusalPages: Readonly<Record<Refusal, PageId>> = {
  invalid: 'newsletter-invalid',
  letters: 'newsletter-invalid',
  limited: 'newsletter-limited',
  unavailable: 'newsletter-unavailable',
  'not-open': 'newsletter-not-open',
  refused: 'newsletter-refused',
};

function acceptConfirmation(choice: NewsletterRoutesOptions): RequestHandler {
  const { newsletter, sendPage, meter } = choice;
  return async (request, response) => {
    if (!(await isReadable(request, response))) return;
    const outcome = await newsletter.confirm(readToken(request));
    meter.confirmed(outcome);
    switch (outcome) {
      case 'confirmed':
        return sendPage('newsletter-confirmed', request, response);
      case 'already-confirmed':
        return sendPage('newsletter-already-confirmed', request, response);
      case 'expired':
        return sendPage('newsletter-link-expired', request, response);
      case 'unavailable':
        response.setHeader('retry-after', retryAfterSeconds);
        return sendPage('newsletter-unavailable', request, response);
    }
  };
}

/** Also the one-click POST of mail programs (RFC 8058): without cookie, Origin or redirect. */
function acceptLeaving({ newsletter, sendPage, meter }: NewsletterRoutesOptions): RequestHandler {
  return async (request, response) => {
    if (!(await isReadable(request, response))) return;
    const outcome = await newsletter.unsubscribe(readToken(request));
    meter.left(outcome);
    switch (outcome) {
      case 'left':
        return sendPage('newsletter-left', request, response);
      case 'unknown-link':
        return sendPage('newsletter-link-unknown', request, response);
      case 'unavailable':
        response.setHeader('retry-after', retryAfterSeconds);
        return sendPage('newsletter-unavailable', request, response);
    }
  };
}

/**
 * The token says it all, so the body is only bounded: our button sends an empty one, mail programs
 * `List-Unsubscribe=One-Click` as either type.
 */
async function isReadable(request: Request, response: Response): Promise<boolean> {
  const result = await readBody(request, [urlencoded, 'multipart/form-data']);
  if (result.kind === 'body') return true;
  refuseBody(response, result.status, result.reason);
  return false;
}

function refuseBody(response: Response, status: number, reason: string): void {
  response.status(status).type('text/plain').send(`${reason}\n`);
}

function readToken({ query }: Request): string {
  const { token } = query;
  return typeof token === 'string' ? token : '';
}
