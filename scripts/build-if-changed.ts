import { resolve } from 'node:path';
import { isUpToDate } from './build/fingerprint.ts';

/* What `npm start` and the commands on the built site run first: `npm run build`, unless nothing has
   changed since the last one. Loads the build's tools only where they are needed. */

if (!isUpToDate(resolve(import.meta.dirname, '../dist'))) await import('./build.ts');
