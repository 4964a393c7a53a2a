/** All middleware, in order. */
import { ALIASED, machineDescription } from '@waypost/contract/api/machine-description';
import type { ApiRoute } from '@waypost/contract/api/route';
import { API_ROUTES } from '@waypost/contract/api/routes';
import express, { type Express, type RequestHandler, type Router } from 'express';
import { mountRedirectPages } from './fleets/onboarding/redirect-pages.ts';
import { type Company, serveLogo } from './people/company/company.ts';
import type { Config } from './platform/config/config.ts';
import { antiForgery, canonicalHost, needsSession, proxyCount } from './platform/http/guards.ts';
import { mountHealth } from './platform/http/health.ts';
import { requestLog } from './platform/http/log.ts';
import { apiDescription, describeApi } from './platform/http/openapi.ts';
import { errorHandler, notFound, Problem } from './platform/http/problems.ts';
import { requestLimits } from './platform/http/rate-limits.ts';
import { allowedMethods, mountRoutes } from './platform/http/route.ts';
import { securityHeaders } from './platform/page/headers.ts';
import { assets, compressed, shell } from './platform/page/page.ts';
import { tileArchive, tilesUrl } from './platform/tiles/archive.ts';
import { CallBudget } from './service/upstream/call-budget.ts';
import { proxyRoutes } from './service/upstream/proxy.ts';
import type { Services } from './services.ts';

/** Browsers navigate to these and cannot set the CSRF header; without their own secrets the routes change nothing. */
const NAVIGATED = new Set(['/bff/login', '/bff/callback']);
/** Public, and requested by clients without a Waypost page. */
const DESCRIPTION = API_ROUTES.openapi.path;
/** Pages for people without an account, each with one load. The token is not part of the URL. */
const SHARED = /^\/share(\.html|\/|$)/i;
/** Called by the identity provider; authorized by the signed token in the body. */
const FROM_PROVIDER = '/bff/backchannel-logout';

/** @param traced records requests, where traces are configured */
export function createApp(services: Services, traced?: RequestHandler): Express {
  const { config, log, auth, apiKeys, upstream, webhooks, capabilities } = services;
  const routes: ApiRoute[] = [...Object.values(API_ROUTES), ...proxyRoutes(upstream.endpoints)];

  const budget = new CallBudget(config.personCallsPerMinute);
  const limits = requestLimits({ ...config, sessions: auth.sessions });

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.trustedProxies);

  if (traced) app.use(traced);
  app.use(compose(requestLog(log, config.trustedProxies > 0), compressed(), securityHeaders(config)));
  // Requests of machines and webhooks of the service come before all browser middleware.
  const machines = express.Router();
  mountHealth(machines, { ...services, metricsToken: config.metricsToken });
  webhooks.mountReceiver(machines, services.accepts);
  app.use(below(/^\/(healthz|readyz|metrics|hooks)(\/|$)/i, machines));
  // A separate router: sessions are not accepted here, and API keys are not accepted below.
  const machineRouter = express.Router();
  mountRoutes(machineRouter, API_ROUTES, {
    machineOpenapi: apiDescription(() => machineDescription(config.publicUrl.origin)),
  });
  machineRouter.use(noStore, apiKeys.guard);
  for (const capability of capabilities) capability.machineRoutes?.(machineRouter);
  machineRouter.use(methodNotAllowed(routes), notFound);
  machineRouter.use(apiKeys.recordRefusals);
  app.use(keyed, below(/^\/machine(\/|$)/i, compose(limits.atOnce, machineRouter)));
  app.use(compose(proxyCount(config.trustedProxies, log), canonicalHost(config.publicUrl, log)));

  const csrf = antiForgery(
    config.publicUrl,
    (request) => request.originalUrl.split('?')[0] !== '/api/events',
  );
  // One router for our own routes, so that each request passes the guards below exactly once.
  const apiRouter = express.Router();
  const guard = except(new Set([...NAVIGATED, DESCRIPTION, FROM_PROVIDER]), csrf);
  apiRouter.use(compose(guard, noStore, limits.ofAddress), limits.ofSession);
  apiRouter.use((_request, response, next) => {
    const { session } = response.locals;
    if (session) budget.run(session.sub, next);
    else next();
  });
  auth.mountBackChannel(apiRouter, FROM_PROVIDER);

  const bffRouter = express.Router();
  bffRouter.use('/bff/sessions', needsSession(auth.sessions));
  auth.mountSession(bffRouter);
  mountAppConfig(bffRouter, services);
  services.shareLinks.mountPublic(bffRouter);
  apiRouter.use(below(/^\/bff\//i, bffRouter));
  mountRoutes(apiRouter, API_ROUTES, {
    openapi: apiDescription(() => describeApi(routes, services.version)),
  });
  apiRouter.use(below(/^\/api(\/|$)/i, needsSession(auth.sessions)));
  for (const capability of capabilities) capability.routes?.(apiRouter);
  apiRouter.use(methodNotAllowed(routes), notFound);
  apiRouter.use(apiKeys.recordMisplaced);
  app.use(below(/^\/(api|bff)(\/|$)/i, apiRouter));

  app.use(below(/^\/(onboarding|email)\//i, limits.ofStranger));
  mountRedirectPages(app, {
    company: services.company,
    invitations: services.onboarding.invitations,
    takesReplies: services.takesReplies,
  });
  services.mountPages(app);
  app.use(serveLogo(services.company));
  app.use(tileArchive(config.mapTiles, log));
  app.use(below(SHARED, compose(noIndex, shell(services.webDir, 'share.html'))));
  app.use(assets(services.webDir));
  app.use(shell(services.webDir));
  app.use(notFound);
  app.use(errorHandler(log, services.errors));
  return app;
}

const BEARER = /^Bearer(\s|$)/i;
const ALSO_FOR_MACHINES = new RegExp(`^/api(?=/(${ALIASED.join('|')})([/?]|$))`, 'i');
/**
 * Treats requests with an API key to the `/api` paths that TMSs use as machine requests: cookies are ignored, and they do not reach the
 * browser routes. Forms and links of other sites cannot set this header.
 */
const keyed: RequestHandler = (request, _response, next) => {
  if (BEARER.test(request.get('Authorization') ?? ''))
    request.url = request.url.replace(ALSO_FOR_MACHINES, '/machine/v1');
  next();
};

/** Keeps shared loads out of search engines. */
const noIndex: RequestHandler = (_request, response, next) => {
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  next();
};

const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/** Applies a handler to matching paths only. Unlike mounting it does not change the URL, and it is very fast. */
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

/** Combines synchronous middleware into one, because stepping through the router costs more than most of them do. */
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

interface AppConfigOptions {
  readonly config: Config;
  readonly version: string;
  readonly company: Company;
  /** True when the service turned out to be the sandbox: the page then labels its data as simulated. */
  readonly simulated: () => boolean;
}

function mountAppConfig(router: Router, { config, version, company, simulated }: AppConfigOptions): void {
  const { stale_after_minutes, monitor_stops_in_order } = config.assumptions.behavior;
  const { baseUrl } = config.service;
  mountRoutes(router, API_ROUTES, {
    config: () => ({
      simulated: simulated(),
      sandbox_sign_in: simulated() && (config.login?.issuer ?? baseUrl).origin === baseUrl.origin,
      map_style_url: config.mapStyleUrl?.href ?? null,
      map_tiles_url: tilesUrl(config.mapTiles),
      map_tiles_simulated:
        config.mapTiles !== null && 'simulated' in config.mapTiles && config.mapTiles.simulated,
      map_satellite: config.mapSatellite,
      version,
      access_contact: config.accessContact,
      company: company.identity,
      behavior: { stale_after_minutes, monitor_stops_in_order },
    }),
  });
}
