import packageJson from '../package.json' with { type: 'json' };

/*
 * The first import of the entry, so that it runs before modules that an older Node cannot load. Without it a server
 * on an older Node starts, and then fails each request.
 */

const required = Number.parseInt(packageJson.engines.node.replace('>=', ''), 10);

if (Number.parseInt(process.versions.node, 10) < required) {
  process.stderr.write(
    `This server needs Node ${required} or later; this is Node ${process.versions.node}.\n`,
  );
  process.exit(1);
}
