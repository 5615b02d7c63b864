import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '#scripts/bench/ask.ts';
import { buildNaive } from '#scripts/bench/build-naive.ts';
import { findDifferences, readPageContent } from '#scripts/bench/page-content.ts';
import { findReferences, weighPage } from '#scripts/bench/page-size.ts';
import { describeNaive, type RunningServer, startServer } from '#scripts/bench/servers.ts';
import { createApp } from '#server/app.ts';

let folder: string;
let server: RunningServer;
let html: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'setu-test-'));
  server = await startServer(describeNaive(await buildNaive(folder)));
  const { body } = await ask(`${server.origin}/`, { 'accept-encoding': 'identity' });
  html = body.toString();
}, 60_000);

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

it('the naive home page says and offers what ours does', async () => {
  const ours = await request(createApp()).get('/');
  expect(findDifferences(readPageContent(ours.text), readPageContent(html))).toEqual([]);
  expect(readPageContent(html).words).toContain('Backing Indian Art, Culture &amp; Tech Ventures');
});

it('the naive page is compressed with brotli for a browser that takes it and gzip', async () => {
  const { headers, body } = await ask(`${server.origin}/`, { 'accept-encoding': 'gzip, br' });
  expect(headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(body).toString()).toBe(html);
});

it('everything that the naive page loads is there', async () => {
  const { scripts, styles } = findReferences(html);
  const images = [...html.matchAll(/(?:src|srcSet)="(\/[^"]+\.svg)"/g)].map(
    ([, path = '']) => path,
  );
  expect([scripts.length, styles.length, new Set(images).size]).toEqual([1, 1, 6]);
  for (const path of [...scripts, ...styles, ...images]) {
    expect([path, (await ask(`${server.origin}${path}`, {})).status]).toEqual([path, 200]);
  }
});

it('an address that the naive site has not is a 404', async () => {
  expect((await ask(`${server.origin}/nowhere`, {})).status).toBe(404);
});

it('a page is weighed as it is sent, and as the best compression would send it', async () => {
  const sent = await weighPage(server.origin, '/');
  const best = await weighPage(server.origin, '/', 'best');
  const { body } = await ask(`${server.origin}/client.js`, { 'accept-encoding': 'br' });
  expect(sent.scripts).toBe(body.length);
  expect(best.scripts).toBe(brotliCompressSync(brotliDecompressSync(body)).length);
  expect(best.scripts).toBeLessThan(sent.scripts);
  expect(sent.document).toBeGreaterThan(best.document);
  expect([sent.fonts, sent.styles > 0]).toEqual([0, true]);
});
