/*
 * The programme, in the order of time. The three events are samples. README.md shows how to add an event,
 * and what to write when one is moved or cancelled.
 */
import type { EventEntry } from '../events/event-entry.ts';

export const eventEntries: readonly EventEntry[] = [
  {
    id: 1,
    title: 'Investor Circle Berlin',
    slug: 'investor-circle-berlin',
    start: '2025-10-16 18:30',
    end: '2025-10-16 21:00',
    timezone: 'Europe/Berlin',
    published: '2025-09-01',
    city: 'Berlin',
    country: 'Germany',
    venue: 'Musterhaus, Musterstraße 12, 10999 Berlin',
    format: 'offline',
    tags: ['investor-circle', 'offline'],
    summary:
      'An evening for investors and founders to meet at one table. Two ventures present their work, and the circle asks its questions in the open.',
    ventures: [
      {
        kind: 'Project finance',
        text: 'A Berlin publisher of picture books drawn in Kolkata, for its next two titles.',
      },
      {
        kind: 'Equity',
        text: 'A software company from Bengaluru that helps museums lend works to one another, for its first round in Europe.',
      },
    ],
    description: [
      'Each venture has fifteen minutes to present and thirty for questions.',
      'Founders hear every question, and members hear every answer. After the presentations there is supper, and time to talk in small groups. Nobody is asked to decide or to sign anything that evening.',
      'The table seats thirty. Members come first, and guests are welcome by invitation. The conversation is in English, and the rooms are free of steps.',
    ].join('\n\n'),
  },
  {
    id: 2,
    title: 'Soft-Landing Bootcamp',
    slug: 'soft-landing-bootcamp',
    start: '2025-11-12 14:00',
    end: '2025-11-12 17:00',
    timezone: 'Europe/Berlin',
    published: '2025-09-01',
    city: 'Online',
    country: '',
    venue: 'Online; the link comes with the confirmation',
    format: 'online',
    tags: ['bootcamp', 'online'],
    summary:
      'Three hours on the first steps in Europe: choosing a country, setting up a company, opening an account and finding the first customer.',
    description: [
      'The first hour compares four places to begin, Germany, the Netherlands, Portugal and Estonia, by what a company costs to set up, how long it takes and which visas its founders need. The second follows one company from the notary to its first bank account and its first tax return.',
      'The third hour belongs to customers. Two founders who came from Pune and Chennai show the letters they sent, the replies they received and the contract that came of it. You may bring your own first letter and have it read.',
      'The bootcamp is for founders and for artists who run a studio. It gives general information, not legal or tax advice; you will leave with a list of questions to put to an adviser. The presentations are recorded for those who registered, the questions are not.',
    ].join('\n\n'),
  },
  {
    id: 3,
    title: 'SaaS Trade Mission Preparation',
    slug: 'saas-trade-mission-preparation',
    start: '2025-12-04 11:00',
    end: '2025-12-04 13:00',
    timezone: 'Europe/Berlin',
    published: '2025-09-01',
    city: 'Online',
    country: '',
    venue: 'Online; the link comes with the confirmation',
    format: 'online',
    tags: ['saas', 'delegation', 'online'],
    summary:
      'For software founders joining the delegation. We go through meetings, pitch material and the questions European buyers ask first.',
    description: [
      'The delegation brings software companies from India to meet buyers, partners and investors in Europe. In this session we go through the plan of the mission day by day: whom you will meet, how long each meeting lasts and what the other side hopes to learn.',
      'Then we turn to the questions that come before any talk of price. Where is the data kept, and under whose law? Who answers when something breaks at six in the evening in Munich, late at night in Mumbai? Which customer may we call? You will write your answers down and hear how they sound.',
      'Please bring ten slides and one page with your prices in euros. We read each of them with you, and what you show stays within the group.',
    ].join('\n\n'),
  },
];
