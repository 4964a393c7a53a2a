/** Creation of resources at the service: stored before the request is sent, and found again when the response is lost (rule 25). */
import { INTENT_HEADER, type IntentState, type intentHeaders } from '@waypost/contract/api/intents';
import { MACHINE_ROUTES } from '@waypost/contract/api/machine-routes';
import { API_ROUTES } from '@waypost/contract/api/routes';
import { may } from '@waypost/contract/api/session';
import { uuid } from '@waypost/contract/common';
import type { Request, Router } from 'express';
import type { z } from 'zod';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Config } from '../../platform/config/config.ts';
import type { CurrentSession } from '../../platform/http/current.ts';
import { invalidField, Problem } from '../../platform/http/problems.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Person } from '../../platform/lib/person.ts';
import { rowsOf } from '../../platform/store/query.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Actor } from '../upstream/actor.ts';
import type { Upstream } from '../upstream/create.ts';
import type { TokenSource } from '../upstream/token-source.ts';
import type { Webhooks } from '../webhooks/create.ts';
import { Finder } from './finder.ts';
import { keyIntentId } from './ids.ts';
import { Intents, type Outcome } from './intents.ts';
import { KINDS, resultOf, toIntentResponse } from './kinds.ts';
import type { IntentListener } from './listener.ts';
import { Resolver } from './resolver.ts';

/** Also used by capabilities that store data with an intent. */
export interface CreateIntentsOptions extends Uses<'log' | 'db' | 'box' | 'activity'> {
  readonly config: Config;
  readonly cluster: Cluster;
  readonly upstream: Upstream;
  readonly webhooks: Webhooks;
  readonly auth: {
    readonly tokenOf: (session: CurrentSession) => Promise<TokenSource | undefined>;
    readonly actorOf: (session: CurrentSession) => Actor;
    /** Null: the person has no session any more. */
    readonly tokenOfPerson: (sub: string) => Promise<TokenSource | null>;
  };
}

export interface IntentsCapability extends Capability {
  readonly intents: Intents;
  /** Must be called before the start. */
  readonly addListener: (listener: IntentListener) => void;
}

export function createIntents(options: CreateIntentsOptions): IntentsCapability {
  const { config, auth, cluster, upstream, webhooks, ...common } = options;
  const { client, endpoints } = upstream;
  const listeners: IntentListener[] = [];
  const shared = { ...common, assumptions: config.assumptions, listeners };
  const finder = new Finder({ client, endpoints });
  const resolver = new Resolver({ ...shared, finder, tokenOf: auth.tokenOfPerson });
  const intents = new Intents({ ...shared, client, endpoints, resolver });
  return {
    intents,
    addListener: (listener) => void listeners.push(listener),
    routes: (router) => mountIntents(router, options, intents),
    machineRoutes: (router) =>
      mountRoutes(router, MACHINE_ROUTES, {
        machineReadRequest: async ({ params, machine }) => {
          const row = await intents.read(params.request_id);
          if (row.created_by !== machine.sub || row.kind !== 'load')
            throw Problem.notFound('Request not found');
          return { intent: toIntentResponse(row), result: resultOf(options.box, row) };
        },
      }),
    start: async () => {
      // While another server runs, it may be sending intents in progress.
      if (cluster.bus.isFirst) await resolver.open();
      resolver.listen(webhooks.processor);
      resolver.wake();
    },
    stop: () => resolver.stop(),
  };
}

/** Unknown intents are few; this only limits the response. */
const MAX_LISTED = 500;

function mountIntents(router: Router, { db, auth }: CreateIntentsOptions, intents: Intents): void {
  mountRoutes(router, API_ROUTES, {
    listIntents: async ({ query, session }) => {
      const all = may(session.roles, 'administer');
      const { state } = query;
      const where = all ? { state } : { state, created_by: session.sub };
      const rows = await rowsOf(db, 'intent', where, ['-created_at', 'id'], MAX_LISTED);
      return { items: rows.map(toIntentResponse) };
    },
    resolveIntent: async ({ params, body, session }) => {
      const row = await intents.read(params.id);
      if (row.created_by !== session.sub && !may(session.roles, 'administer'))
        throw Problem.notFound('Request not found');
      const { right } = KINDS[row.kind];
      if (!may(session.roles, right))
        throw Problem.forbidden(`Your role does not allow this`, 'Ask a Waypost administrator for access');
      return toIntentResponse(await intents.resolve(row, body, auth.actorOf(session)));
    },
  });
}

/** The client's id for a create request. Throws 422 when it is not a UUID. */
export function intentIdOf(request: Request): string | undefined {
  const header = request.get(INTENT_HEADER);
  if (header === undefined) return undefined;
  if (!uuid.safeParse(header).success)
    throw invalidField(`header.${INTENT_HEADER}`, header, 'must be a UUID');
  return header.toLowerCase();
}

/**
 * The same for a machine, whose key may be any text: a UUID is the id, as for people; another text is the same id for the same machine.
 */
export function machineIntentId(
  { sub }: Person,
  headers: z.output<typeof intentHeaders>,
): string | undefined {
  const key = headers[INTENT_HEADER];
  if (key === undefined) return undefined;
  return uuid.safeParse(key).success ? key.toLowerCase() : keyIntentId(sub, key);
}

/** `statuses`: success statuses, the default first; 202 while the outcome is unknown. */
export function createdAnswer({ row, result }: Outcome, statuses: readonly number[]) {
  const body = { intent: toIntentResponse(row), result };
  const done: IntentState = 'done';
  if (row.state !== done) return { status: 202, body };
  const status = row.service_status ?? 0;
  return { status: statuses.includes(status) ? status : (statuses[0] ?? 200), body };
}
