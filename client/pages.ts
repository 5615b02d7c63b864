import { isNewsletterPage, type NewsletterPageId } from '#shared/newsletter/outcomes.ts';
import type { PageId } from '#shared/routes.ts';
import type { PageModule } from './data/page-module.ts';
import * as about from './pages/about/about-page.tsx';
import * as blog from './pages/blog-page.tsx';
import * as contactForm from './pages/contact/contact-form-page.tsx';
import * as contact from './pages/contact/contact-page.tsx';
import * as events from './pages/events/events-page.tsx';
import * as home from './pages/home/home-page.tsx';
import * as investorFaq from './pages/investor-faq/investor-faq-page.tsx';
import * as legal from './pages/legal-page.tsx';
import * as manifesto from './pages/manifesto/manifesto-page.tsx';
import * as newsletterOutcome from './pages/newsletter-outcome-page.tsx';
import * as notFound from './pages/problems/not-found-page.tsx';
import {
  BadRequestPage,
  FailurePage,
  MethodNotAllowedPage,
} from './pages/problems/problem-pages.tsx';
import * as thankYou from './pages/thank-you-page.tsx';

/** The module of every row of the page table; a row without one is a compile error. */
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
  'bad-request': { Page: BadRequestPage },
  'method-not-allowed': { Page: MethodNotAllowedPage },
  failure: { Page: FailurePage },
};

/** The module of a page. All outcomes of the newsletter share one. */
export function getPageModule(id: PageId): PageModule {
  return isNewsletterPage(id) ? newsletterOutcome : modules[id];
}
