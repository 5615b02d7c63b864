import { isUtf8 } from 'node:buffer';

/** For a body parser of Express: bytes that are not UTF-8 would become other characters than those that were sent. */
export function requireUtf8(_request: unknown, _response: unknown, bytes: Buffer): void {
  if (!isUtf8(bytes)) throw Object.assign(new Error('The body is not UTF-8'), { status: 400 });
}
