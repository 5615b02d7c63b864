import { isNewsletterPage, type NewsletterPageId } from '#shared/newsletter/outcomes.ts';
import type { PageId } from '#shared/routes.ts';
import type { PageModule } from './data/page-module.ts';
import * as about from './pages/about-page.tsx';
import * as badRequest from './pages/bad-request-page.tsx';
import * as blog from './pages/blog-page.tsx';
import * as contactForm from './pages/contact-form-page.tsx';
import * as contact from './pages/contact-page.tsx';
import * as events from './pages/events-page.tsx';
import * as failure from './pages/failure-page.tsx';
import * as home from './pages/home-page.tsx';
import * as investorFaq from './pages/investor-faq-page.tsx';
import * as legal from './pages/legal-page.tsx';
import * as manifesto from './pages/manifesto-page.tsx';
import * as methodNotAllowed from './pages/method-not-allowed-page.tsx';
import * as newsletterOutcome from './pages/newsletter-outcome-page.tsx';
import * as notFound from './pages/not-found-page.tsx';
import * as thankYou from './pages/thank-you-page.tsx';

/**
 * The module of every row of the page table; a row without one is a compile error. All pages are in the browser's one
 * bundle: ten small pages cost less than the requests for them.
 */
const modules: Readonly<Record<Exclude<PageId, NewsletterPageId>, PageModule>> = {
  home,
  about,
  blog,
  'investor-faq': investorFaq,
  manifesto,
  contact,
  'contact-form': contactForm,
  events,
  'thank-you': thankYou,
  privacy: legal,
  terms: legal,
  'not-found': notFound,
  'bad-request': badRequest,
  'method-not-allowed': methodNotAllowed,
  failure,
};

/** The module of a page. All outcomes of the newsletter share one. */
export function getPageModule(id: PageId): PageModule {
  return isNewsletterPage(id) ? newsletterOutcome : modules[id];
}
