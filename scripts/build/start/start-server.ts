import { loadProgram } from './load-program.ts';

/* dist/server/index.js: all that Node compiles at a start, and the rest comes out of the cache. */

// libuv reads it when it makes the first thread. Each keeps what it once needed, for compressing a page
// some megabytes; the site asks little of them: two are enough, and ten megabytes less than four.
process.env['UV_THREADPOOL_SIZE'] ??= '2';

loadProgram(__dirname).run(require);
