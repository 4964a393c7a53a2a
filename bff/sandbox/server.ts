/** The embedded tracking service with its identity provider on one port, for tests and as a standalone process (main.ts). */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { SandboxLine } from '@waypost/contract/sandbox-line';
import type { SandboxConfig } from './config.ts';
import type { Events } from './events/events.ts';
import { createControl } from './handlers/control.ts';
import { sendError } from './http/answer.ts';
import { ContractBreach } from './http/problem.ts';
import { RateLimit } from './http/rate-limit.ts';
import { Access } from './identity/access.ts';
import { CLIENT_ID, CLIENT_SECRET } from './identity/client.ts';
import type { Keys } from './identity/keys.ts';
import { createIdentityProvider, type IdentityProvider, PATHS } from './identity/provider.ts';
import { IdentityStore } from './identity/store.ts';
import { createTokenEndpoint } from './identity/token.ts';
import { USERS } from './identity/users.ts';
import { INVITE_PREFIX } from './pages/invite-routes.ts';
import { createService } from './service.ts';
import { IDENTITY_PARTS, persistIdentity, State } from './state/state.ts';
import { systemTimers, type Timers } from './timers.ts';
import { type Clock, OffsetClock, systemClock } from './world/clock.ts';
import { readTracks } from './world/replay.ts';
import type { World } from './world/world.ts';

export interface SandboxParts {
  readonly clock?: Clock;
  readonly timers?: Timers;
  /** Generates ids of records that partners post. */
  readonly newId?: () => string;
  /** Generates the identity provider's keys when the state file has none; generating an RSA key is slow. */
  readonly newKeys?: () => Keys;
  /** Called for errors that were answered with 500. */
  readonly onError?: (error: unknown) => void;
  /**
   * Called when the sandbox was about to violate the contract; the connection is closed instead. Without it the error is thrown
   * uncaught, which ends the process.
   */
  readonly onBreach?: (breach: ContractBreach) => void;
}

export interface Sandbox {
  /** Request handler for a custom server; call `listen` first to determine the URLs. */
  readonly app: (request: IncomingMessage, response: ServerResponse) => void;
  readonly world: World;
  readonly events: Events;
  /** Resolves when connections are accepted; rejects when the port cannot be used. */
  readonly listen: () => Promise<SandboxLine>;
  /** Saves pending changes to the state file synchronously. */
  readonly saveSync: () => void;
  /** Moves the service's clock ahead. */
  readonly advance: (milliseconds: number) => void;
  /** Resolves when all changes so far are in the state file. */
  readonly flush: () => Promise<void>;
  /** Closes every connection without saving, like a killed process. */
  readonly kill: () => Promise<void>;
  /** Saves, then closes every connection. */
  readonly close: () => Promise<void>;
}

const AUTH = '/auth';
const ANY_ADDRESS = new Set(['0.0.0.0', '::', '[::]']);

/** Throws a ConfigError when recorded tracks cannot be read. */
export function createSandbox(config: SandboxConfig, parts: SandboxParts = {}): Sandbox {
  const clock = parts.clock ?? systemClock;
  const now = () => clock.now();
  const crash = (breach: ContractBreach) => {
    setImmediate(() => {
      throw breach;
    });
  };
  const onBreach = parts.onBreach ?? crash;
  const onError = parts.onError ?? (() => {});

  const timers = parts.timers ?? systemTimers;
  const newId = parts.newId ?? randomUUID;

  const tracks = config.replay === null ? [] : readTracks(config.replay);
  const state = new State({ file: config.state, timers, onError });
  const store = new IdentityStore(now);
  const keys = persistIdentity(state, store, parts.newKeys);
  const access = new Access(store);
  const authenticate = (token: string) => access.authenticate(token);
  // People, tokens, limits and outages use real time; only the service's own times follow its clock.
  const serviceClock = new OffsetClock(clock);
  let base = '';
  const begin = () =>
    createService({
      config,
      tracks,
      state,
      timers,
      newId,
      authenticate,
      onError,
      baseUrl: () => base,
      clock: serviceClock,
      realClock: clock,
    });
  let service = begin();
  let provider: IdentityProvider | null = null;
  let downUntil = Number.NEGATIVE_INFINITY;
  const sockets = new Set<Socket>();

  const received = new ReceivedLog();
  const reset = () => {
    service.close();
    serviceClock.reset();
    received.clear();
    state.reset(IDENTITY_PARTS);
    service = begin();
  };
  const outage = (seconds: number) => {
    downUntil = now() + seconds * 1000;
    for (const socket of sockets) socket.destroy();
  };
  const control = (request: IncomingMessage, response: ServerResponse) =>
    createControl({
      ...service,
      outage,
      received,
      reset,
      clock: serviceClock,
      tokens: () => store.tokens(),
      secrets: service.secrets,
    })(request, response);
  const identity = async (request: IncomingMessage, response: ServerResponse) => {
    if (!provider) throw new Error('the sandbox is not listening yet');
    await provider.serve(request, response);
  };
  const tokens = createTokenEndpoint({
    access,
    rateLimit: new RateLimit(config.token_rate_limit, 60_000),
    lifetimeSeconds: config.token_lifetime_seconds,
    now,
    provider: identity,
  });

  function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (path === AUTH + PATHS.token || path === AUTH + PATHS.revocation) {
      if (request.method !== 'POST') {
        sendError(response, 405, `${path} knows POST`, { Allow: 'POST' });
        return Promise.resolve();
      }
      return path === AUTH + PATHS.token ? tokens.token(request, response) : tokens.revoke(request, response);
    }
    if (path.startsWith(`${AUTH}/`)) return identity(request, response);
    if (config.control && path.startsWith('/_sandbox/')) return control(request, response);
    if (path.startsWith(INVITE_PREFIX)) return service.invite(request, response);
    return service.api(request, response);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('X-Request-Id', randomUUID());
    const { method = '', url = '/' } = request;
    // Browsers compute cookie expiry from the Date header, so sign-in pages send the real time.
    const time = url.startsWith(`${AUTH}/`) ? now() : serviceClock.now();
    response.setHeader('Date', new Date(time).toUTCString());
    if (!url.startsWith('/_sandbox/'))
      response.on('finish', () => received.add(now(), method, url, response.statusCode));
    try {
      await route(request, response);
    } catch (error) {
      if (error instanceof ContractBreach) {
        request.socket.destroy();
        return onBreach(error);
      }
      if (request.socket.destroyed) return;
      onError(error);
      if (response.headersSent) request.socket.destroy();
      else sendError(response, 500);
    }
  }

  const app = (request: IncomingMessage, response: ServerResponse): void => {
    if (now() < downUntil) request.socket.destroy();
    else void answer(request, response);
  };
  const server = createServer(app);
  server.on('connection', (socket) => {
    if (now() < downUntil) return socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  const kill = () =>
    new Promise<void>((resolve) => {
      service.close();
      state.close();
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });

  return {
    app,
    get world() {
      return service.world;
    },
    get events() {
      return service.events;
    },
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(config.port, config.host, () => {
          server.removeListener('error', reject);
          const { port } = server.address() as AddressInfo;
          const host = ANY_ADDRESS.has(config.host) ? 'localhost' : config.host;
          const base_url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
          base = base_url;
          const issuer = base_url + AUTH;
          provider = createIdentityProvider({
            issuer,
            store,
            keys,
            tokenLifetimeSeconds: config.token_lifetime_seconds,
            backchannelLogoutUri: config.backchannel_logout_uri,
            password: config.password,
          });
          const info: SandboxLine = {
            base_url,
            token_url: issuer + PATHS.token,
            authorization_url: issuer + PATHS.authorization,
            issuer,
            revocation_url: issuer + PATHS.revocation,
            client_id: CLIENT_ID,
            client_secret: CLIENT_SECRET,
            users: USERS.map(({ username, password, roles }) => ({
              username,
              password: config.password ?? password,
              roles,
            })),
          };
          // The keys and the world's start must be saved before any token is issued.
          void state.flush().then(() => resolve(info));
        });
      }),
    saveSync: () => state.flushSync(),
    advance: (milliseconds) => serviceClock.advance(milliseconds),
    flush: () => state.flush(),
    kill,
    close: () => {
      state.flushSync();
      return kill();
    },
  };
}

/** A recently received request, for tests that check what a client sent. Excludes control routes. */
export interface ReceivedRequest {
  /** Real time. */
  readonly at: string;
  readonly method: string;
  /** Includes the query on /v2 only, because elsewhere it contains sign-in codes. */
  readonly path: string;
  readonly status: number;
}

const MAX_REQUESTS = 1000;

export class ReceivedLog {
  #requests: ReceivedRequest[] = [];

  /** Oldest first. */
  get all(): readonly ReceivedRequest[] {
    return this.#requests;
  }

  add(at: number, method: string, url: string, status: number): void {
    const path = url.startsWith('/v2/') ? url : (url.split('?')[0] ?? url);
    this.#requests.push({ at: new Date(at).toISOString(), method, path, status });
    if (this.#requests.length > MAX_REQUESTS) this.#requests.shift();
  }

  clear(): void {
    this.#requests = [];
  }
}
