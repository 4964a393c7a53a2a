/** Reads the configuration, creates the services, listens, and shuts down gracefully. */
import { createServer, type RequestListener } from 'node:http';
import { Server as NetServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './platform/config/config.ts';
import { hidePassword } from './platform/config/database-url.ts';
import { createLog, exitAfterLog } from './platform/http/log.ts';
import { respondWhileStarting } from './platform/http/starting.ts';
import type { Tracing, TracingConfig } from './platform/tracing/tracing.ts';
import { root, version } from './root.ts';
import { createServices } from './services.ts';

/** Time in which kept-alive connections still get a response with `Connection: close`, instead of being cut off. */
const KEEP_ALIVE_GRACE_MS = 500;

async function main(): Promise<void> {
  const config = readConfig(process.env, join(root, 'data'));
  const log = createLog(config.logLevel);
  // Until there is something to stop. The first process of a container ignores signals that it does not listen to.
  let stop = async (_signal: string): Promise<void> => process.exit(0);
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  for (const warning of config.warnings) log.warn(warning);
  // The port comes first: a second Waypost must not migrate the database or start polling before it notices the first.
  let respond: RequestListener = respondWhileStarting(version);
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 10_000 },
    (request, response) => respond(request, response),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, config.host, config.port);
  });
  // Before the database is opened, whose queries it records.
  const tracing = config.traces && (await startTraces(config.traces, config, log));
  const services = await createServices(config, log, version, join(root, 'web', 'dist'));
  respond = createApp(services, tracing?.requests);
  services.dependencies.start();

  const database = hidePassword(config.databaseUrl);
  log.info({ version, public_url: config.publicUrl.origin, database }, 'listening');
  if (config.mapTiles && 'schema' in config.mapTiles)
    log.info({ path: config.mapTiles.path, schema: config.mapTiles.schema }, 'street map');
  // Signals readiness to the parent process (`pnpm start`, the tests).
  process.send?.({ listening: server.address() });

  const stopNow = new AbortController();
  let stopping = false;
  stop = async (signal) => {
    // A second signal ends the delay.
    if (stopping) return stopNow.abort();
    stopping = true;
    // Whoever interrupts it at a terminal does not wait, and an uncaught error leaves nothing to go on with.
    const delaySeconds = signal === 'SIGTERM' ? config.stopDelaySeconds : 0;
    log.info({ signal, delay_seconds: delaySeconds }, 'stopping');
    // Connections that a proxy keeps open end with their next response, so that none is in use when the port closes.
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
    services.announceStop();
    if (delaySeconds > 0)
      await after(delaySeconds * 1_000, undefined, { signal: stopNow.signal }).catch(() => undefined);
    // Not the HTTP server's own `close`: that cuts idle connections immediately, even if their next request is on its way.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    const requests = async () => {
      await new Promise((resolve) => setTimeout(resolve, KEEP_ALIVE_GRACE_MS));
      server.closeIdleConnections();
      await closed;
    };
    await services.stop({ requests, dependencies: () => services.dependencies.stop() });
    await tracing?.stop();
    exitAfterLog(log, Number(process.exitCode ?? 0));
  };
  // An uncaught error: the state is unknown, so the process shuts down as gracefully as it still can.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      process.exitCode = 1;
      void stop(event);
    });
}

/** Its libraries are loaded only here. */
async function startTraces(traces: TracingConfig, { trustedProxies }: Config, log: Logger): Promise<Tracing> {
  const { startTracing } = await import('./platform/tracing/tracing.ts');
  return startTracing({ ...traces, log, version, hasProxy: trustedProxies > 0 });
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new ConfigError([
      `PORT: ${port} is in use on ${host}, perhaps by another Waypost. Stop it, or use another port: PORT=${port + 1}`,
    ]);
  if (error.code === 'EACCES')
    return new ConfigError([`PORT: this user is not allowed to listen on ${port}. Example: PORT=8080`]);
  if (error.code === 'EADDRNOTAVAIL')
    return new ConfigError([`HOST: "${host}" is not an address of this machine. Example: HOST=127.0.0.1`]);
  return error;
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Waypost cannot start.\n${message}\n`);
  process.exit(1);
});
