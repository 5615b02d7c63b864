/*
 * The manifesto, in six sections whose titles the specification fixes (section 2). To add a section:
 *   {
 *     id: 'lower-case-words',
 *     title: 'Short Title',
 *     statement: 'One sentence, set large.',
 *     paragraphs: ['First paragraph.', 'Second paragraph.'],
 *   },
 * Its numeral follows from its position in the list; its anchor is its `id`, which never changes.
 */

/** The page gets them as data (`page-data.ts`). */
export interface ManifestoTexts {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly {
    readonly id: string;
    readonly title: string;
    readonly statement: string;
    readonly paragraphs: readonly string[];
  }[];
}

export const manifesto: ManifestoTexts = {
  title: 'Manifesto',
  lead: 'A kolam is drawn before the door each morning as one line that never lifts. This is ours.',
  sections: [
    {
      id: 'why-we-exist',
      title: 'Why We Exist',
      statement: 'Some distances are measured in trust, and trust takes people.',
      paragraphs: [
        'Between India and Europe there is no shortage of ideas. What is missing is the short walk from one room to another: the introduction, the first cheque, the person who has done it before and says so.',
        'We exist to make that walk ordinary. We gather people who belong to both places, by birth or by affection, and we put what they know to work beside what they own.',
      ],
    },
    {
      id: 'what-we-believe',
      title: 'What We Believe',
      statement:
        'Culture is not the decoration on an economy. It\u00a0is\u00a0where an economy learns what is worth making.',
      paragraphs: [
        'A raga and a compiler ask for the same patience. We believe that art, culture and technology grow from one root, and that an investor who understands one of them has a head start in the others.',
        'We believe that good deals come from long conversations, and that a small circle which speaks plainly will see further than a large one which does not.',
      ],
    },
    {
      id: 'our-promise',
      title: 'Our Promise',
      statement: 'We will tell you what we know, what we do not know, and what could go wrong.',
      paragraphs: [
        'Every venture is read by people who understand its field. Every risk is written down in words that a newcomer can follow. No one is hurried, and no one invests alone unless they wish to.',
        'We promise founders an honest answer in good time. A clear refusal is worth more than a kind silence.',
      ],
    },
    {
      id: 'who-we-support',
      title: 'Who We Support',
      statement: 'Makers whose work begins in India, or returns to it.',
      paragraphs: [
        'We support founders, artists and researchers who draw on Indian craft, thought and engineering and who want to build something that lasts in Europe. Some were born in India. Some found it later.',
        'They may be making a film, a machine, an archive or a company. We do not ask which passport they hold. We ask what they have made so far, and what they would make next.',
        'We look for people who finish what they start.',
      ],
    },
    {
      id: 'how-we-do-it',
      title: 'How We Do It',
      statement: 'Capital first, and then everything that capital cannot buy.',
      paragraphs: [
        'We form syndicates around single ventures, with project finance, equity or grants as the work requires. Around the money we place mentors, partners and a first audience.',
        'The circle meets, reads, argues and decides together. What we learn from one venture, including the ones that fail, we write down for the next.',
      ],
    },
    {
      id: 'the-future-we-imagine',
      title: 'The Future We Imagine',
      statement:
        'In 2047, the 100th year of independence, the bridge is something people cross without noticing.',
      paragraphs: [
        'A studio in Jaipur has its second home in Lisbon. A company from Pune lists in Amsterdam. A child in Berlin learns to draw a kolam at school, and nobody thinks that it is unusual.',
        'That is the line we are drawing. It\u00a0is\u00a0longer than any one of us, and it\u00a0does\u00a0not\u00a0lift.',
      ],
    },
  ],
};
