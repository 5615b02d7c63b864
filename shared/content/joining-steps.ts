import type { TitledText } from './closing.ts';

/** How to join: on the home page, and in the tenth answer of the investor FAQ. A title has no full stop. */
export const joiningSteps: readonly TitledText[] = [
  {
    title: 'Request an invite',
    text: 'The form asks who you are and what draws you to this work.',
  },
  {
    title: 'Hear from us',
    text: 'We review every request within 48 hours and send a confirmation by email.',
  },
  {
    title: 'Meet the circle',
    text: 'We talk for half an hour, and you come to one gathering as our guest.',
  },
  {
    title: 'Join, and read your first proposals',
    text: 'You invest when one of them convinces you, and not before.',
  },
];
