import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { formatLocalUrl, readEnvironment } from './config.ts';
import { createSite, WrongConfiguration } from './create-site.ts';
import { describeListenError, metricsVariables } from './describe-error.ts';
import { closeServer, stopGracefully } from './http/graceful-stop.ts';
import { createHttpServer } from './http/http-server.ts';
import { listen } from './http/listen.ts';
import { metricsPath } from './http/metrics-server.ts';
import { createLogDestination } from './observe/log-destination.ts';

void start(); // Not awaited: the bundle is CommonJS, see scripts/build/server.ts.

async function start() {
  const log = createLogDestination();
  const site = await createSite({
    environment: readEnvironment(),
    log: log.destination,
    isCaching: !process.argv.includes('--uncached'), // The benchmark measures rendering.
  }).catch((error: unknown) => {
    if (error instanceof WrongConfiguration) return exitWith(error.mistakes);
    throw error;
  });
  const { config, logger, app, readiness, metrics, metricsServer } = site;
  const server = createHttpServer(
    (request, response) => {
      if (!readiness.ready) response.shouldKeepAlive = false; // The load balancer opens its next connection to another replica.
      app(request, response);
    },
    { logger, metrics: metrics?.recorder },
  );
  metrics?.watchConnections(server);
  if (metricsServer && config.metrics) {
    const metricsUrl =
      (await listenOrExit(metricsServer, config.metrics, logger, metricsVariables)) + metricsPath;
    logger.info({ metricsUrl }, `metrics at ${metricsUrl}`);
  }
  const url = await listenOrExit(server, config, logger);

  stopGracefully({
    server,
    logger,
    setUnready: () => {
      readiness.ready = false;
    },
    delay: config.shutdownDelay,
    finishWork: site.finishWork,
    close: async () => {
      await site.close();
      if (metricsServer) await closeServer(metricsServer, 1_000); // last, so that Prometheus can observe the stop
    },
    exit: (code) => void log.end().then(() => process.exit(code)),
  });
  site.start(url); // Last: a program that reads the announcement may send a signal at once.
}

/** Returns the server's address on this machine. */
async function listenOrExit(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  logger: Logger,
  names: Parameters<typeof describeListenError>[2] = {},
): Promise<string> {
  await listen(server, { host, port, logger }).catch((error: unknown) =>
    exitWith([describeListenError(error, { host, port }, names)]),
  );
  const address = server.address();
  return formatLocalUrl(host, typeof address === 'object' && address ? address.port : port);
}

function exitWith(mistakes: readonly string[]): never {
  for (const mistake of mistakes) process.stderr.write(`${mistake.replace(/\s+/g, ' ')}\n`);
  process.exit(1);
}
