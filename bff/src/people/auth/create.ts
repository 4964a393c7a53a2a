/** Authentication: identity provider, sessions, tokens and pending revocations. */

import { PEOPLE_ROUTES } from '@waypost/contract/api/people-routes';
import type { Preferences } from '@waypost/contract/api/preferences';
import { WALL_SCREEN_ROUTES } from '@waypost/contract/api/wall-screen-routes';
import type { Router } from 'express';
import type { NotifyBus } from '../../platform/cluster/notify-bus.ts';
import type { Config } from '../../platform/config/config.ts';
import type { CurrentSession } from '../../platform/http/current.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Topic } from '../../platform/lib/async.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Actor } from '../../service/upstream/actor.ts';
import type { TokenSource } from '../../service/upstream/token-source.ts';
import { mountBackChannel } from './back-channel.ts';
import { OidcProvider } from './identity-provider.ts';
import { People } from './people.ts';
import { Revocations } from './revocations.ts';
import { mountSession } from './session-routes.ts';
import { Sessions } from './sessions.ts';
import { SignInFailures } from './sign-in-failures.ts';
import { RefreshFailed, type SessionEndReason, SessionTokens } from './tokens.ts';
import { WallScreens } from './wall-screens.ts';

interface AuthOptions extends Uses<'log' | 'db' | 'box' | 'activity'> {
  readonly config: Config;
  readonly jobs: Jobs;
  readonly bus: NotifyBus;
  readonly preferencesOf: (sub: string) => Promise<Preferences>;
}

export interface EndedSession {
  readonly id_hash: string;
  /** Null: the person signed out, or the time is over. */
  readonly reason: SessionEndReason | null;
}

export interface Auth extends Capability {
  readonly sessions: Sessions;
  readonly tokens: SessionTokens;
  /** Publishes the sessions that end on any server. */
  readonly onSessionEnd: Topic<EndedSession>;
  /** The person's own token when sign-in is at the service itself; undefined: use our credentials. */
  readonly tokenOf: (session: CurrentSession) => Promise<TokenSource | undefined>;
  readonly actorOf: (session: CurrentSession) => Actor;
  /** Token of a person with an active session; null when there is none. */
  readonly tokenOfPerson: (sub: string) => Promise<TokenSource | null>;
  /** Rejects while the identity provider cannot be used. */
  readonly reachProvider: () => Promise<unknown>;
  readonly signInFailures: SignInFailures;
  readonly mountSession: (router: Router) => void;
  readonly mountBackChannel: (router: Router, path: string) => void;
}

export function createAuth({ config, log, db, box, activity, bus, jobs, preferencesOf }: AuthOptions): Auth {
  const provider = new OidcProvider(config);
  const signInFailures = new SignInFailures(activity);
  const onSessionEnd = new Topic<EndedSession>();
  const publishEnd = (id_hash: string, reason: SessionEndReason | null) => {
    bus.publish('session', JSON.stringify({ id_hash, reason } satisfies EndedSession));
    onSessionEnd.publish({ id_hash, reason });
  };
  const tokens = new SessionTokens({
    db,
    box,
    log,
    refresh: (refresh_token) => provider.refresh(refresh_token),
    personOf: (access_token) => provider.personOf(access_token),
    onPerson: (id_hash, person) => sessions.update(id_hash, person),
    end: (id_hash, reason) => sessions.end(id_hash, reason),
  });
  const revocations = new Revocations({
    box,
    jobs,
    revoke: (refresh_token) => provider.revoke(refresh_token),
  });
  const walls = new WallScreens({
    db,
    activity,
    onRevoke: (id_hash) => publishEnd(id_hash, 'wall_revoked'),
  });
  const sessions: Sessions = new Sessions({
    db,
    box,
    log,
    activity,
    tokens,
    revocations,
    walls,
    rolesOfGroups: config.rolesOfGroups,
    defaultRoles: config.defaultRoles,
    idleSeconds: config.sessionIdleSeconds,
    absoluteSeconds: config.sessionAbsoluteSeconds,
    onEnd: publishEnd,
  });
  const people = new People({ db, activity, sessions });
  bus.subscribe('session', (detail) => onSessionEnd.publish(JSON.parse(detail) as EndedSession));
  onSessionEnd.subscribe(({ id_hash, reason }) => {
    sessions.onEnded(id_hash, reason);
    tokens.evict(id_hash);
  });
  const issuesServiceTokens = () =>
    provider.issuesServiceTokens().catch((cause: unknown) => {
      throw new RefreshFailed('the identity provider is not responding', { cause });
    });
  const tokenOf = async (session: CurrentSession) =>
    (await issuesServiceTokens()) ? sessions.tokenSource(session) : undefined;
  return {
    sessions,
    tokens,
    onSessionEnd,
    tokenOf,
    actorOf: (session) => ({ ...session, token: () => tokenOf(session) }),
    tokenOfPerson: async (sub) => {
      const [session] = (await issuesServiceTokens()) ? await sessions.list(sub) : [];
      return session ? sessions.tokenSource(session) : null;
    },
    reachProvider: () => provider.rediscover(),
    signInFailures,
    mountSession: (router) =>
      mountSession(router, {
        sessions,
        walls,
        provider,
        failures: signInFailures,
        preferencesOf,
        rolesClaim: config.rolesClaim,
        log,
        activity,
      }),
    mountBackChannel: (router, path) => mountBackChannel(router, path, { provider, sessions, activity, log }),
    routes: (router) => {
      mountRoutes(router, PEOPLE_ROUTES, {
        listPeople: async ({ session }) => ({ items: await people.list(session.id_hash) }),
        signOutPerson: async ({ params, body, session }) => ({
          ended: await people.signOut(params.sub, body.session_id, session),
        }),
      });
      mountRoutes(router, WALL_SCREEN_ROUTES, {
        listWallScreens: async () => ({ items: await walls.list() }),
        createWallScreen: ({ body, session }) => walls.create(body, session),
        revokeWallScreen: ({ params, session }) => walls.revoke(params.wall_screen_id, session),
      });
    },
    start: () => {
      // Not awaited: the board must start even while the provider is down.
      provider.signInWarning().then(
        (warning) => warning && log.warn(warning),
        () => undefined,
      );
    },
    stop: () => signInFailures.stop(),
  };
}
