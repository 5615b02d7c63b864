import { isUtf8 } from 'node:buffer';
import { decodePath } from '../http/split-url.ts';

/** The `verify` option of Express's body parsers. Without it, invalid UTF-8 would be decoded to other characters. */
export function requireUtf8(_request: unknown, _response: unknown, bytes: Buffer): void {
  if (!isUtf8(bytes)) throw Object.assign(new Error('The body is not UTF-8'), { status: 400 });
}

/** The same for a form with escaped values. Without it, values that cannot be decoded would be used undecoded. */
export function requireUtf8Form(request: unknown, response: unknown, bytes: Buffer): void {
  requireUtf8(request, response, bytes);
  if (decodePath(bytes.toString()) !== undefined) return;
  throw Object.assign(new Error('The form cannot be decoded'), { status: 400 });
}
