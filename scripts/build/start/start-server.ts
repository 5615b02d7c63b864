import { loadProgram } from './load-program.ts';

/* dist/server/index.js: all that Node compiles at a start, and the rest comes out of the cache. */

loadProgram(__dirname).run(require);
