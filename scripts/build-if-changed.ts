import { isUpToDate } from './build/fingerprint.ts';
import { writeRelease } from './build/release.ts';

/* The first step of `npm start` and of the commands on the built site: `npm run build`, if anything has changed since
   the last build. It loads the build's tools only then. */

if (isUpToDate('dist'))
  writeRelease('dist'); // The same files may be another commit by now.
else await import('./build.ts');
