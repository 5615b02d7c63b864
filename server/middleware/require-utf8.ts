import { isUtf8 } from 'node:buffer';
import { decodePath } from '../split-url.ts';

/** For a body parser of Express: bytes that are not UTF-8 would become other characters than those that were sent. */
export function requireUtf8(_request: unknown, _response: unknown, bytes: Buffer): void {
  if (!isUtf8(bytes)) throw Object.assign(new Error('The body is not UTF-8'), { status: 400 });
}

/** The same for a form, whose values are escaped: what cannot be decoded would be taken as it stands. */
export function requireUtf8Form(request: unknown, response: unknown, bytes: Buffer): void {
  requireUtf8(request, response, bytes);
  if (decodePath(bytes.toString()) !== undefined) return;
  throw Object.assign(new Error('The form cannot be decoded'), { status: 400 });
}
