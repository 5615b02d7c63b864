import { createServer, type Server } from 'node:http';
import { type Logger, pino } from 'pino';
import { createApp, rootDirectory } from './app.ts';
import { type Config, parseConfig, readEnvironment } from './config.ts';
import { noAssets, readAssetManifest } from './render/asset-manifest.ts';

/** The longest a stop may take, in milliseconds. */
const stopWithin = 9_000;

start();

function start() {
  const parsed = parseConfig(readEnvironment());
  if ('mistakes' in parsed) return refuse(parsed.mistakes);
  const { config } = parsed;
  const logger = pino({ level: config.logLevel });
  const readiness = { ready: false };
  const buildDirectory = config.assetsDirectory ?? rootDirectory;
  const app = createApp({
    site: config.site,
    indexing: config.indexing,
    assets: readAssets(config, buildDirectory),
    logger,
    readiness,
    buildDirectory,
  });
  const server = createServer(app);
  // Longer than a balancer keeps idle connections, or it sends requests into closed ones.
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 10_000;
  server.requestTimeout = 15_000;
  server.on('error', (error) =>
    refuse([`Cannot listen on ${config.host}:${config.port}: ${error.message}`]),
  );
  server.listen(config.port, config.host, () => {
    readiness.ready = true;
    announce(server, config, logger);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      readiness.ready = false;
      logger.info({ signal }, 'stopping');
      stop(server, () => process.exit(0));
    });
  }
}

function readAssets(config: Config, directory: string) {
  try {
    return readAssetManifest(directory);
  } catch (error) {
    if (!config.production) return noAssets;
    const reason = error instanceof Error ? error.message : String(error);
    return refuse([
      `The build in ${directory} is missing or broken: run "npm run build". ${reason}`,
    ]);
  }
}

/** One line per mistake on the error output, and the process ends. */
function refuse(mistakes: readonly string[]): never {
  for (const mistake of mistakes) process.stderr.write(`${mistake.replace(/\s+/g, ' ')}\n`);
  process.exit(1);
}

/** The address, as a log line and, for a person who looks on, in plain words. */
function announce(server: Server, { host, site }: Config, logger: Logger) {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  logger.info({ url }, `${site.name} is ready at ${url}`);
  if (process.stdout.isTTY) process.stdout.write(`\n  ${site.name} is ready at ${url}\n\n`);
}

/** Stops accepting, lets what is in flight finish, and cuts what has not finished in time. */
function stop(server: Server, done: () => void) {
  // `close` alone waits for idle keep-alive connections to time out.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), stopWithin);
  server.close(() => {
    clearInterval(sweep);
    clearTimeout(deadline);
    done();
  });
}
