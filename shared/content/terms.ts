/*
 * The terms page. Its legal facts (association, seat, law) are samples, to be read by a lawyer
 * before the site goes public. How to add a section: see legal-text.ts.
 */
import { formatPublisher } from '../legal/imprint.ts';
import { site } from '../site.ts';
import type { LegalText } from './legal-text.ts';

export const terms: LegalText = {
  title: 'Terms of Use',
  lead: 'The rules for using this website, in words we hope are plain. Please read the fourth section with care if you are thinking of investing.',
  sections: [
    {
      id: 'acceptance',
      title: 'Acceptance',
      paragraphs: [
        `This website is published by ${formatPublisher(site)}. By using it you accept these terms. If you do not agree with them, please do not use it.`,
        'These terms cover the website alone. Membership of the network and every investment have agreements of their own, which you receive before you decide and which come before these terms where the two differ.',
      ],
    },
    {
      id: 'description-of-the-service',
      title: 'Description of the Service',
      paragraphs: [
        `The website describes ${site.name}, a community of investors in Europe that backs ventures inspired by Indian art, culture and technology. It publishes a manifesto, essays, events and answers to common questions, offers a newsletter, and leads to the forms by which you can request an invite or write to us. It is free to use, and no account is needed.`,
        'We take care that what stands here is right and that the site can be reached, but we do not promise either at every moment. Events may be moved or cancelled. Requesting an invite does not make you a member, and nobody has a claim to be admitted.',
      ],
    },
    {
      id: 'conduct',
      title: 'Conduct',
      paragraphs: ['Please use the website fairly. In particular, you agree not to:'],
      list: [
        'attack it, overload it or try to reach parts of it that are not public;',
        'send us unlawful content, or content that infringes the rights of others;',
        'subscribe the address of somebody else, or pretend to be somebody you are not;',
        'collect information about the people named here in order to send them advertising.',
      ],
    },
    {
      id: 'investment-disclaimer',
      title: 'Investment Disclaimer',
      paragraphs: [
        'Nothing on this website is investment, legal or tax advice, and nothing here is an offer to sell or a request to buy a security or any other financial product. We describe what we do; we do not know your circumstances. You use the website, and what you read on it, at your own risk.',
        'Investments in young companies and cultural projects are risky. You may lose everything you put in, you may be unable to sell when you wish to, and past results say nothing certain about future ones. Before you invest, read the documents of the venture and speak to an adviser who is independent of us.',
      ],
    },
    {
      id: 'intellectual-property',
      title: 'Intellectual Property',
      paragraphs: [
        'The texts, drawings and design of this website belong to us or to those who have allowed us to use them. You may read, print and share pages for your own purposes, and quote from them if you name the source. For any other use, please ask us first at {email}.',
        'The typefaces are used under their open licences. Names and marks of others belong to their owners. What you send us remains yours; you allow us to use it to answer you.',
      ],
    },
    {
      id: 'privacy',
      title: 'Privacy',
      paragraphs: [
        'Our privacy policy says what information we receive through this website, why, and for how long we keep it. You will find it under Legal at the foot of every page.',
      ],
    },
    {
      id: 'liability',
      title: 'Liability',
      paragraphs: [
        'We are liable without limit for intent and gross negligence, for injury to life, body or health, and wherever the law does not allow liability to be limited.',
        'For slight negligence we are liable only if we breach a duty on which you may rely and without which this website could not serve its purpose, and then only for the damage that is typical and could be foreseen. Beyond that we are not liable. For the content of other sites to which we link, those who run them are responsible; if we learn that it is unlawful, we remove the link.',
      ],
    },
    {
      id: 'indemnification',
      title: 'Indemnification',
      paragraphs: [
        'If a third party makes a claim against us because you have culpably broken these terms or the law through your use of this website, you cover the damage that we suffer from it, including the reasonable cost of a legal defence. We tell you of such a claim without delay and do not settle it without hearing you. This does not apply if you are not at fault.',
      ],
    },
    {
      id: 'termination',
      title: 'Termination',
      paragraphs: [
        'You may stop using this website at any time, and leave the newsletter by the link in every mail. We may change the website or close it. If somebody abuses it, we may bar them from its forms and, if that is not enough, from the site.',
        'The sections on the investment disclaimer, intellectual property, liability, indemnification and governing law continue to apply afterwards.',
      ],
    },
    {
      id: 'governing-law',
      title: 'Governing Law',
      paragraphs: [
        'German law applies. If you are a consumer and live in another country, you keep the protection of those rules of its law from which a contract may not depart.',
        'If you are a merchant, or have no general place of jurisdiction in the European Union, the courts of Berlin are responsible. For everyone else, the courts named by law are. We are neither obliged nor willing to take part in dispute resolution before a consumer arbitration board. If one of these terms is invalid, the others remain in force.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      paragraphs: [
        'We may change these terms for the future, for example when the website offers something new or the law changes. You are reading the version in force on the date shown at the top of this page. It applies to each visit from then on.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      paragraphs: [
        'Questions about these terms go to {email}. By post, use the address in the first section.',
      ],
    },
  ],
};
