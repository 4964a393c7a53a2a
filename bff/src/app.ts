/** Every middleware in order, on one screen. */
import type { ApiRoute } from '@waypost/contract/api/route';
import { API_ROUTES } from '@waypost/contract/api/routes';
import express, { type Express, type RequestHandler } from 'express';
import { serveLogo } from './company/company.ts';
import { antiForgery, canonicalHost, jsonOnly, needsSession } from './http/guards.ts';
import { securityHeaders } from './http/headers.ts';
import { mountHealth } from './http/health.ts';
import { requestLog } from './http/log.ts';
import { describeApi } from './http/openapi.ts';
import { assets, compressed, mountAppConfig, shell } from './http/page.ts';
import { errorHandler, notFound, Problem } from './http/problems.ts';
import { rateLimits } from './http/rate-limits.ts';
import { allowedMethods, mountRoutes } from './http/route.ts';
import { mountRedirectPages } from './onboarding/redirect-pages.ts';
import type { Services } from './services.ts';
import { tileArchive } from './tiles/archive.ts';
import { proxyRoutes } from './upstream/proxy.ts';

/** Largest body that is read: a thousand load ids fit several times over. */
const BODY_LIMIT = '256kb';
/** A whole site book fits, with a note on each; and a job of two thousand rows. */
const IMPORT_LIMIT = '4mb';

/** A browser navigates to these; it cannot set a header there, and they change nothing without their own secrets. */
const NAVIGATED = new Set(['/bff/login', '/bff/callback']);
/** Public, and read by people and programs that have no page of ours open. */
const DESCRIPTION = API_ROUTES.openapi.path;
/** Pages for people without an account: one load each, whose token the server never sees in an address. */
const SHARED = /^\/share(\.html|\/|$)/i;
/** The identity provider calls this itself; the signed token in the body is what counts. */
const FROM_PROVIDER = '/bff/backchannel-logout';

export function createApp(services: Services): Express {
  const { config, log, auth, apiKeys, upstream, webhooks, capabilities } = services;
  const { sessions } = auth;
  const routes: ApiRoute[] = [...Object.values(API_ROUTES), ...proxyRoutes(upstream.endpoints)];

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.trustedProxies);

  app.use(compose(requestLog(log), compressed(), securityHeaders(config)));
  // Machines ask here, and the service delivers: before whatever is meant for browsers.
  const machines = express.Router();
  mountHealth(machines, { ...services, metricsToken: config.metricsToken });
  webhooks.mountReceiver(machines, services.accepts);
  app.use(below(/^\/(healthz|readyz|metrics|hooks)(\/|$)/i, machines));
  // A router of its own: what a browser sends opens nothing here, and a key opens nothing below.
  const byKey = express.Router();
  byKey.use(noStore, apiKeys.guard, jsonOnly, json);
  for (const capability of capabilities) capability.machineRoutes?.(byKey);
  byKey.use(methodNotAllowed(routes), notFound);
  byKey.use(apiKeys.recordRefusals);
  app.use(keyed, below(/^\/machine(\/|$)/i, byKey));
  app.use(canonicalHost(config.publicUrl));

  const guarded = antiForgery(
    config.publicUrl,
    (request) => request.originalUrl.split('?')[0] !== '/api/events',
  );
  // One router for what is ours, so that a call passes the guards below once and no others.
  const ours = express.Router();
  const guard = except(new Set([...NAVIGATED, DESCRIPTION, FROM_PROVIDER]), guarded);
  ours.use(compose(guard, noStore, rateLimits(config.requestsPerMinute)));
  auth.mountBackChannel(ours, FROM_PROVIDER);
  ours.use(compose(jsonOnly, json));

  const bff = express.Router();
  bff.use('/bff/sessions', needsSession(sessions));
  auth.mountSession(bff);
  mountAppConfig(bff, services);
  services.shareLinks.mountPublic(bff);
  ours.use(below(/^\/bff\//i, bff));
  mountRoutes(ours, API_ROUTES, { openapi: () => describeApi(routes, services.version) });
  ours.use(below(/^\/api(\/|$)/i, needsSession(sessions)));
  for (const capability of capabilities) capability.routes?.(ours);
  ours.use(methodNotAllowed(routes), notFound);
  ours.use(apiKeys.recordMisplaced);
  app.use(below(/^\/(api|bff)(\/|$)/i, ours));

  mountRedirectPages(app, { company: services.company, invitations: services.onboarding.invitations });
  services.mountPages(app);
  app.use(serveLogo(services.company));
  app.use(tileArchive(config.mapTiles));
  app.use(below(SHARED, compose(noIndex, shell(services.webDir, 'share.html'))));
  app.use(assets(services.webDir));
  app.use(shell(services.webDir));
  app.use(notFound);
  app.use(errorHandler(log));
  return app;
}

const BEARER = /^Bearer(\s|$)/i;
const ALSO_FOR_MACHINES = /^\/api(?=\/((?:posted-)?loads|exceptions)([/?]|$))/i;
/**
 * A request with a key to what a TMS expects below `/api` is a machine's from here on: no cookie counts, and it never comes to the
 * routes of browsers. A form or a link of another site cannot set this header.
 */
const keyed: RequestHandler = (request, _response, next) => {
  if (BEARER.test(request.get('Authorization') ?? ''))
    request.url = request.url.replace(ALSO_FOR_MACHINES, '/machine/v1');
  next();
};

/** Nobody finds a shared load by a search engine. */
const noIndex: RequestHandler = (_request, response, next) => {
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  next();
};

const readJson = express.json({ limit: BODY_LIMIT, strict: true });
const readImport = express.json({ limit: IMPORT_LIMIT, strict: true });
const LARGE: ReadonlySet<string> = new Set([
  API_ROUTES.importSites.path,
  API_ROUTES.importContacts.path,
  API_ROUTES.createBulkJob.path,
  API_ROUTES.checkBulkRows.path,
]);
/** Reads have no body to look for. */
const json: RequestHandler = (request, response, next) =>
  request.method === 'GET' || request.method === 'HEAD'
    ? next()
    : (LARGE.has(request.path) ? readImport : readJson)(request, response, next);

const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/** Only for paths like this one. Unlike a mounted path it leaves the address as it is, and costs next to nothing. */
function below(path: RegExp, handler: RequestHandler): RequestHandler {
  return (request, response, next) => (path.test(request.path) ? handler(request, response, next) : next());
}

function except(paths: ReadonlySet<string>, handler: RequestHandler): RequestHandler {
  return (request, response, next) =>
    paths.has(request.baseUrl + request.path) ? next() : handler(request, response, next);
}

function methodNotAllowed(routes: readonly ApiRoute[]): RequestHandler {
  return (request, _response, next) => {
    const allowed = allowedMethods(routes, request.baseUrl + request.path);
    if (allowed.length === 0) return next();
    throw new Problem(405, 'method_not_allowed', `${request.method} is not allowed here`, {
      detail: `Allowed methods: ${allowed.join(', ')}`,
      headers: { Allow: allowed.join(', ') },
    });
  };
}

// Small middlewares as one: the router's own walk from each to the next costs more than what most of them do.

/** Runs them one after the other, as the router would. None of them may be asynchronous: what one throws, the router catches. */
function compose(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const step = (from: number): void => {
      const handler = handlers[from];
      if (handler)
        void handler(request, response, (error?: unknown) => {
          if (error === undefined) step(from + 1);
          else next(error);
        });
      else next();
    };
    step(0);
  };
}
