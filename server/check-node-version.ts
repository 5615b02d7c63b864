import packageJson from '../package.json' with { type: 'json' };

/*
 * This has to be the first import of the application. Without the checks, a server on an older Node, or one loaded by
 * `require()`, starts and then fails each request.
 */

const required = packageJson.engines.node.replace('>=', '');

if (required.localeCompare(process.versions.node, 'en', { numeric: true }) > 0) {
  process.stderr.write(
    `This server needs Node ${required} or later; this is Node ${process.versions.node}. In a checkout npx and npm run use the right one.\n`,
  );
  process.exit(1);
}

// After `require()` the pages, which are imported on demand, would load a second copy of all modules. In a bundle
// `require` has no cache.
const { filename } = import.meta;
if (typeof require === 'function' && filename in (require.cache ?? {})) {
  throw new Error('Write import { createApp }, not require(): the server is an ES module');
}
