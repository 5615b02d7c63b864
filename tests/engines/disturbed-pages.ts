import { expect } from 'playwright/test';
import { getPageById } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { headings } from '../helpers/browser/page-words.ts';
import { arrive, type Engine, heading, hydrated, isStillTheDocument, until } from './engine.ts';

/* Pages that an extension changes. */

/** A page that a password manager and a translator change before React hydrates it. */
export async function openChangedPage(engine: Engine): Promise<void> {
  await engine.runFirst(`
    if (location.hostname) localStorage.setItem('theme', 'dark'); // not of about:blank
    addEventListener('DOMContentLoaded', () => {
      const field = document.querySelector('#newsletter-email');
      field?.after(document.createElement('div'));
      if (field) field.value = 'asha@exa';
      for (const link of document.querySelectorAll('main a')) {
        const font = document.createElement('font');
        link.prepend(font);
        if (font.nextSibling) font.append(font.nextSibling);
      }
    });`);
  await arrive(engine, '/');
  await until(engine, 'document.documentElement.dataset.theme', 'dark');
  await until(
    engine,
    `document.querySelector('button[aria-label^=Theme]').ariaLabel`,
    'Theme: dark',
  );
  await until(engine, `document.querySelector('#newsletter-email').value`, 'asha@exa');
  const links = `document.querySelectorAll('head link[rel=manifest], head link[rel=canonical]').length`;
  await until(engine, links, 2);
  await leaveForBlog(engine);
  for (const tag of ['title', 'link[rel=canonical]', 'meta[name=description]']) {
    const counts = ['head', 'body'].map(
      (parent) => `document.querySelectorAll('${parent} ${tag}').length`,
    );
    await until(engine, `[${counts}]`, [1, 0]);
  }
  expect(await engine.evaluate(isStillTheDocument), 'It was no full load').toBe(true);
}

/** Clicks on a link after an extension has changed the hydrated page, so that React fails and the page is loaded. */
export async function clickInChangedPage(engine: Engine): Promise<void> {
  await engine.runFirst(
    `if (location.hostname) sessionStorage.setItem('loads', 'x' + (sessionStorage.getItem('loads') ?? ''));`,
  );
  for (const change of [
    'last.remove()',
    `last.before(document.createElement('font')), last.previousSibling.append(last)`,
  ]) {
    await arrive(engine, '/');
    await engine.evaluate(
      `void ((last) => (${change}))(document.querySelector('main').lastElementChild)`,
    );
    await leaveForBlog(engine);
    await until(engine, hydrated, true);
    expect(await engine.evaluate(isStillTheDocument), 'It was a full load').toBe(false);
    await engine.click('nav[aria-label=Main] a[href="/manifesto"]');
    await until(engine, heading, headings.manifesto);
  }
  // Two visits, and one load after each of the two clicks.
  expect(await engine.evaluate(`sessionStorage.getItem('loads')`)).toBe('xxxx');
}

async function leaveForBlog(engine: Engine) {
  await engine.click('nav[aria-label=Main] a[href="/blog"]');
  await until(engine, heading, headings.blog);
  await until(engine, 'document.title', `${getPageById('blog').title} · ${site.name}`);
}
