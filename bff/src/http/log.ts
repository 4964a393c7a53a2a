/** Logs: one line a request with its id; nothing that could be a secret. */
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { type Logger, pino, stdSerializers } from 'pino';
import { pinoHttp } from 'pino-http';

/** Belt and braces: no code of ours logs these, but an error's fields may hold them. */
const SECRET_PATHS = [
  'password',
  'secret',
  'client_secret',
  'access_token',
  'refresh_token',
  'id_token',
  'authorization',
  'cookie',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

export function createLog(level: string): Logger {
  return pino({
    level,
    redact: { paths: SECRET_PATHS, censor: '[removed]' },
    serializers: {
      // Only what explains a failure: causes carry whole responses, and those carry tokens.
      err: (error: unknown) => {
        if (!(error instanceof Error)) return { message: String(error) };
        const { type, message, stack } = stdSerializers.err(new Error(error.message));
        const cause =
          error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined;
        return {
          type: error.name || type,
          message,
          cause,
          stack: (error.stack ?? stack)?.split('\n').slice(0, 12).join('\n'),
        };
      },
    },
  });
}

/** Path without its query, where codes, states and references stand, and without the secret part of a hook's address. */
const pathOnly = (url: string | undefined) =>
  (url ?? '').split('?')[0]?.replace(/^\/+hooks\/.*/i, '/hooks/[removed]');

export function requestLog(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: (_request, response) => {
      const id = randomUUID();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    customLogLevel: (_request, response, error) =>
      error || response.statusCode >= 500 ? 'error' : response.statusCode >= 400 ? 'info' : 'debug',
    serializers: {
      req: (request: { id: string; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: pathOnly(request.url),
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
  }) as unknown as RequestHandler;
}
