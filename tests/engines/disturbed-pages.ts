import { expect } from 'playwright/test';
import { getPageById } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { headings } from '../helpers/page-words.ts';
import { arrive, type Engine, heading, hydrated, isStillTheDocument, until } from './engine.ts';

/* Pages whose parts come late, and pages that an extension changes. */

/** A page with a late suspense query, a lazy component and a part that fails (`helpers/deferred/`). */
export async function waitForLateParts(engine: Engine): Promise<void> {
  // When it is complete, it has to be said in which order its words could be read.
  await engine.runFirst(`
    const seen = (window.seen = []);
    new MutationObserver(() => {
      for (const words of ['The words follow.', 'Words that come late']) {
        if (!seen.includes(words) && document.body?.innerText.includes(words)) seen.push(words);
      }
    }).observe(document, { childList: true, subtree: true });`);
  await arrive(engine, '/about');
  await until(engine, 'window.seen', ['The words follow.', 'Words that come late']);
  const words = `[...document.querySelectorAll('main p')].find(({ textContent }) => textContent === 'Words that come late')`;
  await until(engine, `getComputedStyle(${words}).letterSpacing`, '7px');
  await until(engine, `document.body.innerText.includes('This part cannot be shown.')`, true);
  await until(engine, `/ follows?\\./.test(document.body.innerText)`, false);
  await expect(async () => {
    await engine.click('main button');
    const text = `document.querySelector('main button').textContent`;
    expect(await engine.evaluate(text)).toMatch(/Pressed [1-9]/);
  }).toPass();
  // The browser asks for nothing that the server has tried.
  expect(await engine.evaluate(`'asked' in document.documentElement.dataset`)).toBe(false);
  await leaveForBlog(engine);
  expect(await engine.evaluate(isStillTheDocument), 'It was no full load').toBe(true);
}

/** What a password manager and a translator do before React sees the page. */
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
    const places = ['head', 'body'].map(
      (place) => `document.querySelectorAll('${place} ${tag}').length`,
    );
    await until(engine, `[${places}]`, [1, 0]);
  }
  expect(await engine.evaluate(isStillTheDocument), 'It was no full load').toBe(true);
}

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
  // Two pages, and one more load after each of the two clicks.
  expect(await engine.evaluate(`sessionStorage.getItem('loads')`)).toBe('xxxx');
}

async function leaveForBlog(engine: Engine) {
  await engine.click('nav[aria-label=Main] a[href="/blog"]');
  await until(engine, heading, headings.blog);
  await until(engine, 'document.title', `${getPageById('blog').title} · ${site.name}`);
}
