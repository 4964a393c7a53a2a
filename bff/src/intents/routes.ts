/** What became of what was created at the service (rule 25). */
import { INTENT_HEADER, type IntentState } from '@waypost/contract/api/intents';
import { API_ROUTES } from '@waypost/contract/api/routes';
import { may } from '@waypost/contract/api/session';
import { uuid } from '@waypost/contract/common';
import type { Request, Router } from 'express';
import type { Auth } from '../auth/create.ts';
import { invalidField, Problem } from '../http/problems.ts';
import { mountRoutes } from '../http/route.ts';
import type { Database } from '../store/database.ts';
import { rowsOf } from '../store/query.ts';
import type { Intents, Outcome } from './intents.ts';
import { KINDS } from './kinds.ts';
import { toIntentResponse } from './serialize.ts';

export interface IntentRoutesOptions {
  readonly db: Database;
  readonly intents: Intents;
  readonly actorOf: Auth['actorOf'];
}

/** Unknown ones are few; this only bounds the answer. */
const MAX_LISTED = 500;

export function mountIntents(router: Router, { db, intents, actorOf }: IntentRoutesOptions): void {
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
      return toIntentResponse(await intents.resolve(row, body, actorOf(session)));
    },
  });
}

/** The client's own name for what it wants created. Throws 422 when it is no UUID. */
export function intentIdOf(request: Request): string | undefined {
  const given = request.get(INTENT_HEADER);
  if (given === undefined) return undefined;
  if (!uuid.safeParse(given).success) throw invalidField(`header.${INTENT_HEADER}`, given, 'must be a UUID');
  return given.toLowerCase();
}

/** `statuses` are those of success, the usual one first; 202 for what nobody knows yet. */
export function createdAnswer({ row, result }: Outcome, statuses: readonly number[]) {
  const body = { intent: toIntentResponse(row), result };
  const done: IntentState = 'done';
  if (row.state !== done) return { status: 202, body };
  const answered = row.service_status ?? 0;
  return { status: statuses.includes(answered) ? answered : (statuses[0] ?? 200), body };
}
