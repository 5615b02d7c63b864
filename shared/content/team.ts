import type { WithPhotograph } from '../design/photographs.ts';

/*
 * The people on the about page. They and their profiles are samples. README.md shows how to add a
 * person, with a photograph or without.
 */

/** A person of the network. Field names are those of the specification, section 3. */
export interface TeamMember extends Pick<WithPhotograph, 'photograph'> {
  readonly id: number;
  readonly name: string;
  readonly role: string;
  /** One sentence, in the third person. */
  readonly bio: string;
  /**
   * A photograph in `photographs/`, by its name, or a drawing, as a path below `public/` that starts with a
   * slash; `undefined` shows the initials.
   */
  readonly photoUrl?: string | undefined;
  /** Undefined for a person without a profile. */
  readonly linkedinUrl?: string | undefined;
}

export const team: readonly TeamMember[] = [
  {
    id: 1,
    name: 'Ananya Rao',
    role: 'Founder and Managing Partner',
    bio: 'Ananya spent fifteen years in European growth funds before she began to bring friends into the deals she liked best.',
    photoUrl: '/portraits/ananya-rao.svg',
    linkedinUrl: 'https://www.linkedin.com/in/ananya-rao-sample',
  },
  {
    id: 2,
    name: 'Lukas Brandt',
    role: 'Partner, Culture',
    bio: 'Lukas has produced exhibitions and films in Berlin and Chennai, and reads every proposal as a future audience would.',
    photoUrl: '/portraits/lukas-brandt.svg',
    linkedinUrl: 'https://www.linkedin.com/in/lukas-brandt-sample',
  },
  {
    id: 3,
    name: 'Meera Iyer',
    role: 'Partner, Technology',
    bio: 'Meera built and sold a logistics company, and now spends her days with founders who are building their first.',
    photoUrl: '/portraits/meera-iyer.svg',
    linkedinUrl: 'https://www.linkedin.com/in/meera-iyer-sample',
  },
];
