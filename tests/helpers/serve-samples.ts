import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer } from '#scripts/build/server.ts';
import { publishedContent } from '#shared/site-content.ts';
import { sampleContent } from './sample-content.ts';

/* The built site, for the browser tests of a site that has no events yet: with those of the tests. */

const folder = mkdtempSync(join(tmpdir(), 'setu-samples-'));
cpSync('dist', folder, { recursive: true });
await buildServer(folder, { ...publishedContent, programme: sampleContent.programme });
await import(join(folder, 'server/index.js'));
process.once('exit', () => rmSync(folder, { recursive: true }));
