import type { Problem } from './failure.ts';

export const badRequest: Problem = {
  title: 'This address cannot be read',
  text: 'Part of it is not written as web addresses are; often it is a percent sign in the wrong place. If you typed it, please check it once more. If a link brought you here, the link is at fault.',
  action: 'Return to Home',
};
