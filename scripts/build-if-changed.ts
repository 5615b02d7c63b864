import { isUpToDate } from './build/fingerprint.ts';

/* The first step of `npm start` and of the commands on the built site: `npm run build`, if anything has changed since
   the last build. It loads the build's tools only then. */

if (!isUpToDate('dist')) await import('./build.ts');
