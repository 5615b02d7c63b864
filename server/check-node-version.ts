import packageJson from '../package.json' with { type: 'json' };

/* The first import of the application: a server on an older Node starts, and then fails each request. */

const required = packageJson.engines.node.replace('>=', '');

if (required.localeCompare(process.versions.node, 'en', { numeric: true }) > 0) {
  process.stderr.write(
    `This server needs Node ${required} or later; this is Node ${process.versions.node}. In a checkout npx and npm run use the right one.\n`,
  );
  process.exit(1);
}
