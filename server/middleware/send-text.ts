import type { Response } from 'express';
import { lifetimes } from '#shared/lifetimes.ts';

/** Sends an error as a line of text, which no cache keeps. */
export function sendText(response: Response, status: number, text: string): void {
  response.status(status).set('cache-control', lifetimes.error);
  response.type('text/plain').send(`${text}\n`);
}
