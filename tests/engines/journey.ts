import { randomUUID } from 'node:crypto';
import { expect, test } from 'playwright/test';
import { newsletterOutcomes } from '#shared/content/newsletter-outcomes.ts';
import { thankYou } from '#shared/content/thank-you.ts';
import { selectAll } from '#shared/events/filter-events.ts';
import { formatEventsUrl, plainQuery } from '#shared/events/filter-query.ts';
import { getBackground } from '../helpers/browser/get-background.ts';
import { itsOptions, listTitles, someEvent } from '../helpers/content/some-event.ts';
import type { MailSite } from '../helpers/newsletter/mail-site.ts';
import { readLink } from '../helpers/newsletter/smtp.ts';
import { arrive, type Engine, heading, hydrated, isStillTheDocument, until } from './engine.ts';

const { slug } = someEvent;
const { month, city } = itsOptions;
const cityUrl = formatEventsUrl({ ...plainQuery, selection: { ...selectAll, city: city.value } });
const address = 'location.pathname + location.search';
const pageColour = 'getComputedStyle(document.body).backgroundColor';
const titles = `[...document.querySelectorAll('main article :is(h2, h3)')].map((title) => title.textContent)`;
const footerLink = `document.querySelector('nav[aria-label=Footer] [aria-current]')`;

/**
 * The computed styles of all elements in the main part. They are the same after a navigation, which inserts the page's
 * styles by script, and after a load of the document.
 * A loaded title uncovers its line above a pale copy, which a page reached by a link does not have.
 */
const looks = `[...document.querySelectorAll('main, main *')].map((element) => {
  const style = getComputedStyle(element);
  return [element.localName.replace('use', 'path'), style.display, style.color, style.backgroundColor, style.fontSize,
    style.fontWeight, style.marginTop, style.paddingTop, style.gridTemplateColumns].join(' ');
}).filter((each, place, all) => !each.startsWith('path') || each !== all[place - 1])`;

/** The main journey of a visitor, in any browser. Each step names what it promises. */
export async function takeMainJourney(engine: Engine, { waitForMail }: MailSite): Promise<void> {
  const email = `visitor-${randomUUID()}@example.com`;
  await test.step('Home hydrates', () => arrive(engine, '/'));
  await test.step('links and Back change the page without a load', () => navigate(engine));
  await test.step('Back from another site restores the page and its scroll position', () =>
    returnFromAnotherSite(engine));
  await test.step('a page reached by a link looks as when loaded', () => compareLooks(engine));
  await test.step('filters change list and address, and Back restores both', () => filter(engine));
  await test.step('details open and close, and return the focus', () => openDetails(engine));
  await test.step('the theme changes, and survives a load', () => changeTheme(engine));
  await test.step('Tab shows the tooltip', () => showTooltip(engine));
  await test.step('the form explains an invalid address and subscribes a valid one', () =>
    subscribe(engine, email));
  await test.step('the link of the mail confirms', async () => {
    await arrive(engine, readLink(await waitForMail(email), 'confirm'));
    await engine.click('main form[method=post] button[type=submit]');
    await until(engine, heading, newsletterOutcomes.confirmed.heading);
    await until(engine, hydrated, true);
  });
}

async function navigate(engine: Engine) {
  await engine.click('nav[aria-label=Main] a[href="/manifesto"]');
  const arrival = `[${address}, document.activeElement?.localName, scrollY]`;
  await until(engine, arrival, ['/manifesto', 'h1', 0]);
  await engine.click('nav[aria-label=Footer] a[href="/events"]');
  await until(engine, address, '/events');
  await until(engine, titles, listTitles({}));
  expect(await engine.evaluate(isStillTheDocument), 'It was no full load').toBe(true);
  await engine.back();
  await until(engine, address, '/manifesto');
  expect(await engine.evaluate(isStillTheDocument), 'Back was no full load').toBe(true);
}

async function compareLooks(engine: Engine) {
  await engine.click('nav[aria-label=Footer] a[href="/events"]');
  await until(engine, address, '/events');
  await until(engine, titles, listTitles({}));
  await untilStill(engine);
  const inserted = await engine.evaluate(looks);
  expect(await engine.evaluate(isStillTheDocument), 'It was no full load').toBe(true);
  await arrive(engine, '/events');
  // WebKit ignores a `text-decoration` with a thickness: then there is no line.
  await until(engine, `getComputedStyle(${footerLink}).textDecorationLine`, 'underline');
  await untilStill(engine);
  expect(inserted, 'Styles as in a loaded page').toEqual(await engine.evaluate(looks));
}

/** The browser restores scroll positions between documents only. Within one our code does, also after Back. */
async function returnFromAnotherSite(engine: Engine) {
  await engine.evaluate(`(() => {
    window.modes = [];
    for (const kind of ['pagehide', 'pageshow']) {
      addEventListener(kind, () => window.modes.push(history.scrollRestoration));
    }
  })()`);
  if (engine.hasBackForwardCache) {
    // Uses a timer, because an expression has no value if its page is left before it returns.
    await engine.evaluate(
      `setTimeout(() => location.assign('http://localhost:' + location.port + '/terms'))`,
    );
    await until(engine, 'location.hostname + location.pathname', 'localhost/terms');
    await engine.back();
    await until(engine, address, '/manifesto');
    expect(await engine.evaluate(isStillTheDocument), 'It came from the cache').toBe(true);
  } else {
    await engine.evaluate(`['pagehide', 'pageshow'].map((kind) =>
      dispatchEvent(new PageTransitionEvent(kind, { persisted: true })))`);
  }
  await until(engine, 'window.modes', ['auto', 'manual']);
  expect(await engine.evaluate('history.scrollRestoration')).toBe('manual');
}

async function filter(engine: Engine) {
  await engine.choose('select[name=city]', city.label);
  await until(engine, address, cityUrl);
  await until(engine, titles, listTitles({ city: city.value }));
  await engine.choose('select[name=month]', month.label);
  await until(engine, address, cityUrl.replace('?', `?month=${month.value}&`));
  await until(engine, titles, listTitles({ month: month.value, city: city.value }));
  await engine.back();
  await until(engine, `document.querySelector('select[name=month]').value`, 'all');
  await until(engine, titles, listTitles({ city: city.value }));
}

async function openDetails(engine: Engine) {
  const button = `button[name=event][value=${slug}]`;
  await engine.click(button);
  await until(engine, address, `${cityUrl}&event=${slug}`);
  await until(engine, `document.querySelector('dialog')?.matches(':modal')`, true);
  await until(engine, 'document.activeElement?.id', 'event-title');
  await engine.press('Escape');
  await until(engine, `document.querySelector('dialog')`, null);
  await until(engine, address, cityUrl);
  await until(engine, `document.activeElement?.matches('${button}')`, true);
  // The pointer closes details that were loaded open.
  await arrive(engine, `/events?event=${slug}`);
  await until(engine, `document.querySelector('dialog')?.matches(':modal')`, true);
  await engine.click('dialog button[aria-label="Close details"]');
  await until(engine, `document.querySelector('dialog')`, null);
  await until(engine, address, '/events');
}

async function changeTheme(engine: Engine) {
  const button = 'button[aria-label^="Theme: "]';
  await engine.click(button);
  await until(engine, `document.querySelector('${button}').ariaLabel`, 'Theme: dark');
  const dark = await engine.evaluate(pageColour);
  expect(dark).toBe(getBackground('dark'));
  await arrive(engine, '/blog');
  expect(await engine.evaluate(pageColour), 'The choice survives a load').toBe(dark);
}

async function showTooltip(engine: Engine) {
  for (let stop = 0; stop < 5; stop += 1) await engine.press('Tab');
  await until(engine, 'document.activeElement?.ariaLabel', 'Theme: dark');
  const shown = `[...document.querySelectorAll('[role=tooltip]')]
    .filter((layer) => getComputedStyle(layer).display !== 'none').map((layer) => layer.textContent)`;
  await until(engine, shown, ['Theme: dark']);
  await engine.press('Escape');
  await until(engine, shown, []);
}

async function subscribe(engine: Engine, email: string) {
  await engine.type('#newsletter-email', 'nobody');
  await engine.press('Enter');
  await until(engine, `document.querySelector('#newsletter-error').hidden`, false);
  await until(engine, 'document.activeElement?.id', 'newsletter-email');
  await engine.evaluate(`document.querySelector('#newsletter-email').select()`);
  await engine.type('#newsletter-email', email);
  await engine.press('Enter');
  await until(engine, address, '/thank-you?type=newsletter');
  await until(engine, heading, thankYou.messages.newsletter.title);
  expect(await engine.evaluate(isStillTheDocument), 'It was no full load').toBe(true);
}

/** Waits until nothing moves and the fonts are loaded. */
async function untilStill(engine: Engine) {
  await until(engine, `document.fonts.status`, 'loaded');
  await until(engine, 'document.getAnimations().length', 0);
}
