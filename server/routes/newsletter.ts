import { Router } from 'express';
import type { AnswerPage } from './pages.ts';

/**
 * `POST /newsletter`. Subscriptions are not open: an honest 503, as a page or, for the site's own
 * script, as JSON. The body is not even read.
 */
export function newsletterRoutes(answerPage: AnswerPage): Router {
  const router = Router();
  router.post('/newsletter', async (request, response) => {
    if (request.accepts(['html', 'json']) !== 'json') {
      return answerPage('newsletter-not-open', request, response);
    }
    response.status(503).set('cache-control', 'no-store').json({ outcome: 'not-open' });
  });
  router.all('/newsletter', async (request, response) => {
    response.setHeader('allow', 'POST');
    await answerPage('method-not-allowed', request, response);
  });
  return router;
}
