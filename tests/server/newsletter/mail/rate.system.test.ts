import { expect, test } from 'vitest';
import { hour, minute, second } from '#shared/dates/durations.ts';
import { greylist, limitMails, simulateSending } from './mail-simulation.ts';

/* Mail servers that limit mails per time, with and without MAIL_RATE, and a visitor's forms whose mails are deferred. */

const everyone = () => true;
const byHour = () => limitMails(100, hour);
const bySecond = () => limitMails(14, second);
const atHundredAnHour = { mailInterval: 36 * second };

test.each([
  ['100 an hour', 300, { decide: byHour() }, { hours: 3.2, refused: 2_000 }],
  ['100 an hour, known', 300, { decide: byHour(), ...atHundredAnHour }, { hours: 3.1, refused: 5 }],
  ['greylisting', 300, { decide: greylist(5 * minute) }, { hours: 0.2, refused: 900 }],
  [
    '14 a second, known',
    200,
    { decide: bySecond(), mailInterval: 72 },
    { hours: 0.1, refused: 20 },
  ],
])(
  '%s: all of %i readers get the mail in time',
  async (_name, readers, simulation, max) => {
    const { sent, hours, refused } = await simulateSending({ readers, ...simulation });
    expect(sent).toBe(readers);
    expect(hours).toBeLessThanOrEqual(max.hours);
    expect(refused).toBeLessThanOrEqual(max.refused);
  },
  300_000,
);

test.each([
  ['without a rate', {}, { hours: 0.1, minutes: 0.1 }],
  ['at 100 an hour', atHundredAnHour, { hours: 3.2, minutes: 25 }],
])(
  '%s, the forms of a visitor whose addresses are deferred hold up neither an edition nor visitors',
  async (_name, rate, max) => {
    const given = { readers: 200, visitors: 6, forms: 19, decide: everyone, ...rate };
    const { sent, hours, minutes } = await simulateSending(given);
    expect(sent).toBe(206);
    expect(hours).toBeLessThanOrEqual(max.hours);
    expect(minutes).toBeLessThanOrEqual(max.minutes);
  },
  300_000,
);
