import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer } from '#scripts/build/server.ts';
import { ownContent } from '../content/some-event.ts';

/* Serves the built site with sample events and posts, for browser tests of a site that has none. */

const folder = mkdtempSync(join(tmpdir(), 'setu-samples-'));
cpSync('dist', folder, { recursive: true });
await buildServer(folder, ownContent);
const pictures = join(folder, 'public/social');
const [picture = ''] = readdirSync(pictures).filter((name) => name.startsWith('events-'));
for (const { slug } of ownContent.programme.events) {
  cpSync(join(pictures, picture), join(pictures, picture.replace('events', `event-${slug}`)));
}
await import(join(folder, 'server/index.js'));
process.once('exit', () => rmSync(folder, { recursive: true }));
