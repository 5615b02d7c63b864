/*
 * The privacy page. Every sentence describes what this software does: when the software changes,
 * this text changes in the same commit. How to add a section: see legal-text.ts.
 */

import { formatPublisher, listImprint } from '../legal/imprint.ts';
import { deliveryDays, linkHours, unconfirmedDays } from '../legal/retention.ts';
import { site } from '../site.ts';
import type { LegalText } from './legal-text.ts';

/** Days until a copy of the newsletter's database is deleted: scripts/deploy/backup.sh does it. */
export const backupDays = 30;

export const privacy: LegalText = {
  title: 'Privacy Policy',
  lead: 'What we learn about you here, why we need it and how long we keep it. In short: no cookies, no analytics, and nothing that follows you to other sites.',
  sections: [
    {
      id: 'information-we-collect',
      title: 'Information We Collect',
      paragraphs: [
        `The controller for this site, in the sense of the General Data Protection Regulation (GDPR), is ${formatPublisher(site)}. You can read every page without telling us who you are. We receive information in these cases:`,
      ],
      list: [
        'When you open a page, our server log notes a random number, the time, method, path, status, size and duration of the request. It holds no names and no addresses, neither email nor network addresses. Your network address does reach the server, as it must for the answer to find its way back. Apart from that we use it only for limits: how many pages, forms and reports one network may ask us for in a short time, and how many connections it holds: when all are taken, a network with many gives one up first. The server counts that in its memory and forgets it within minutes, requests of the newsletter form after an hour.',
        'When something fails on a page, or when its security policy stops something, your browser reports it to us by itself. The report says what failed, on which page and where in our scripts, in the words of the browser. It holds no name and no address, and becomes a line of the server log.',
        'When you subscribe to the newsletter, we store your email address, the times of your request and confirmation, the wording you agreed to and which editions we sent you. Until you confirm we also note when we last sent you a mail to confirm, and how many, so that nobody can have you flooded with them.',
        'When you request an invite, you fill in a form of an external form service, which opens in a new tab. We receive what you enter there.',
        'When you open the contact page, a form appears in a frame. Where an external form service provides it, your browser loads it from that service, which then learns your network address and what you enter, and passes your message on to us.',
        'When you write to us by email, we receive your address and your message.',
      ],
    },
    {
      id: 'how-we-use-information',
      title: 'How We Use Information',
      paragraphs: [
        'We use each piece of information for the purpose you gave it for, and for nothing else. We make no profiles and take no automated decisions. These are the purposes and their legal bases:',
      ],
      list: [
        'Newsletter: to send it to you. The basis is your consent (Article\u00a06(1)\u2060(a) GDPR). It counts only once you have confirmed your address by a link in a mail that we send you (double opt-in), so that nobody else can subscribe you.',
        'Invite requests and messages: to answer you and, if you wish, to prepare your membership. The basis is the steps you asked us to take before a contract (Article\u00a06(1)\u2060(b) GDPR) or our legitimate interest in answering our mail (Article\u00a06(1)\u2060(f) GDPR).',
        'Server logs, reports of browsers and limits against abuse: to keep the site working and to find faults. The basis is our legitimate interest in a secure and reliable site (Article\u00a06(1)\u2060(f) GDPR).',
        'The proof of your consent and the list of those who have left: to be able to show that we keep to the law, and to keep to your wish not to hear from us. The basis is our legitimate interest in both (Article\u00a06(1)\u2060(f) GDPR).',
      ],
    },
    {
      id: 'sharing',
      title: 'Sharing',
      paragraphs: [
        'We do not sell information and do not lend it. The companies that host this site and carry our mail process information for us, on our instructions and under a contract (Article 28 GDPR). The services behind the invite form and the contact form receive what you enter into them. We give information to authorities only where the law obliges us to.',
        'If you follow a link to another site, such as LinkedIn, that site has its own rules. Before you follow it, it learns nothing from us.',
      ],
    },
    {
      id: 'retention',
      title: 'Retention',
      paragraphs: ['We keep information no longer than its purpose needs:'],
      list: [
        'Server logs, with the reports of browsers: their files are limited in size or age, so that new lines push out the oldest.',
        `Newsletter addresses that were never confirmed: deleted after ${unconfirmedDays} days. The link by which they are confirmed works for ${linkHours} hours.`,
        'Confirmed newsletter addresses, with the time and the text of your consent: until you unsubscribe. After that only a keyed hash of your address stays on our suppression list, a fingerprint by which we can recognise the address but not read it, so that we do not write to you again by mistake. The same remains of an address whose mail server tells us that it does not exist.',
        `Which editions we sent you: deleted ${deliveryDays} days after the sending of each began.`,
        `Backups of the newsletter’s database: ${backupDays} days at most. What has been deleted meanwhile is in them until then.`,
        'Messages and invite requests: until the matter is settled, and two years at most after our last exchange, unless you become a member or the law asks us to keep them longer.',
      ],
    },
    {
      id: 'your-rights',
      title: 'Your Rights',
      paragraphs: [
        'Under the GDPR you have the rights below. To use one of them, write to {email}; we answer within one month, free of charge. You leave the newsletter at any time by the link in every mail, with no need to write to us.',
      ],
      list: [
        'To know what we hold about you, and to receive a copy (Article 15).',
        'To have mistakes corrected (Article 16).',
        'To have your information erased (Article 17) or its use restricted (Article 18).',
        'To receive what you gave us in a common format, or have it passed on (Article 20).',
        'To object, on grounds of your own situation, to any use that rests on our legitimate interest (Article 21).',
        'To withdraw your consent at any time. What was done before remains lawful (Article 7(3)).',
        'To complain to a supervisory authority (Article 77): the one where you live, or ours, the Berlin Commissioner for Data Protection and Freedom of Information.',
      ],
    },
    {
      id: 'cookies-and-analytics',
      title: 'Cookies and Analytics',
      paragraphs: [
        'This site sets no cookies and uses no analytics, which is why it shows no banner. Its fonts, pictures and scripts come from our own server. The only thing a page fetches from elsewhere is the external form in the frame of the contact page, where one is configured; that service may set cookies of its own within its frame.',
        "If you choose a light or dark theme, your browser remembers the choice in its localStorage. It stays on your device and is never sent to us; you can remove it by clearing this site's data in your browser. Our mails contain no tracking pixels and no tracking links.",
      ],
    },
    {
      id: 'security',
      title: 'Security',
      paragraphs: [
        'Connections to this site are encrypted. A strict content security policy tells your browser to run only our own scripts. The links by which you confirm a newsletter address contain a random key, of which we store only a hash. Only the few people who need the information for their work here have access to it.',
        'No site can promise perfect security. If something happens that puts you at risk, we will tell the authority and you, as the GDPR requires. If you find a weakness, please write to {email}.',
      ],
    },
    {
      id: 'international-transfers',
      title: 'International Transfers',
      paragraphs: [
        'This site, its newsletter and its mail are hosted in the European Union, and we do not send your information to other countries on our own account.',
        'The services behind the invite form and the contact form, and sites that you reach by a link, may work from outside the European Union. If you would rather not use a form, write to {email} instead and tell us there what you would have entered.',
      ],
    },
    {
      id: 'changes-to-this-policy',
      title: 'Changes to This Policy',
      paragraphs: [
        'When the site changes, so does this text. You are reading the version in force on the date shown at the top of this page. If we ever want to use your address for something new, we will ask you first.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      paragraphs: [
        'For any question about your information, write to {email}, or to the address below.',
        'Imprint. Who publishes this site:',
      ],
      list: listImprint(site).map(([label, value]) => `${label}: ${value}`),
    },
  ],
};
