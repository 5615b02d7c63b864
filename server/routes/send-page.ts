import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { createNegotiation } from '../cache/encodings.ts';
import { gzipPage } from '../render/gzip-page.ts';
import { joinBatch, type PageBatch } from '../render/page-batch.ts';

/**
 * Codings of what is sent once, because it belongs to one visitor or nothing is kept, best first. Gzip
 * before brotli: two thirds of a page have been compressed before (`render/page-start.ts`), which
 * brotli's format does not allow, so that gzip takes a quarter of the time of the brotli that makes
 * the same size.
 */
const codings = ['gzip', 'br', 'identity'] as const;
type Coding = (typeof codings)[number];

const findAccepted = createNegotiation(codings);

/** For the few who take brotli and no gzip: half the time of quality 4 for 5 % more bytes. */
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

/**
 * Sends a page's batches to its client, each as soon as it is ready. A page that is complete at once is
 * compressed here: the package `compression` works piece by piece on other threads, and took longer
 * than everything else together. A page that waits for something is left to it.
 */
export function createSendPage(
  { headers }: Request,
  response: Response,
): (batch: PageBatch) => void {
  let isFirst = true;
  return (batch) => {
    if (response.destroyed) return;
    if (!isFirst || !batch.isLast) {
      isFirst = false;
      response.write(joinBatch(batch));
      if (batch.isLast) response.end();
      else response.flush(); // What `compression` has not pushed out would wait with the rest.
      return;
    }
    const [coding = 'identity'] = findAccepted(headers['accept-encoding']);
    const body = encodeWhole(batch, coding);
    response.setHeader('vary', 'Accept-Encoding');
    if (coding !== 'identity') response.setHeader('content-encoding', coding);
    response.setHeader('content-length', body.length);
    response.end(body);
  };
}

function encodeWhole(batch: PageBatch, coding: Coding): Buffer {
  switch (coding) {
    case 'gzip':
      return batch.start ? gzipPage(batch.start, batch.rest) : gzipSync(batch.rest);
    case 'br':
      return brotliCompressSync(joinBatch(batch), fastBrotli);
    case 'identity':
      return joinBatch(batch);
  }
}
