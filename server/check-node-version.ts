import packageJson from '../package.json' with { type: 'json' };

/*
 * The first import of the application: a server on an older Node, or one that `require()` has loaded, starts and then
 * fails each request.
 */

const required = packageJson.engines.node.replace('>=', '');

if (required.localeCompare(process.versions.node, 'en', { numeric: true }) > 0) {
  process.stderr.write(
    `This server needs Node ${required} or later; this is Node ${process.versions.node}. In a checkout npx and npm run use the right one.\n`,
  );
  process.exit(1);
}

// The pages would be a second copy of all modules, because they are imported on demand. A bundle's require has no cache.
const { filename } = import.meta;
if (typeof require === 'function' && filename in (require.cache ?? {})) {
  throw new Error('Write import { createApp }, not require(): the server is an ES module');
}
