/** Creating at the service, and what became of it (rule 25). */
import { randomUUID } from 'node:crypto';
import { INTENT_HEADER, type IntentKind, type IntentState } from '@waypost/contract/api/intents';
import { MONITOR_STOPS_MAX } from '@waypost/contract/api/monitors';
import { API_ROUTES } from '@waypost/contract/api/routes';
import { may } from '@waypost/contract/api/session';
import { uuid } from '@waypost/contract/common';
import type { Request, Router } from 'express';
import type { CurrentSession } from '../auth/sessions.ts';
import type { By, Creates, Outcome } from '../creates/creates.ts';
import { KINDS } from '../creates/kinds.ts';
import { toldIntent } from '../creates/rows.ts';
import type { Hooks } from '../hooks/hooks.ts';
import { invalidField, Problem } from '../http/problems.ts';
import { mount } from '../http/route.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import { ServiceError } from '../service/errors.ts';
import type { TokenSource } from '../service/service-token.ts';
import type { Database } from '../store/database.ts';
import { listIntents } from '../store/intents.ts';

export interface CreateRoutesOptions {
  readonly db: Database;
  readonly creates: Creates;
  readonly hooks: Hooks;
  readonly onboarding: Onboarding;
  readonly tokenOf: (session: CurrentSession) => Promise<TokenSource | undefined>;
}

/** Unknown ones are few; this only bounds the answer. */
const MOST = 500;

export function mountCreates(router: Router, options: CreateRoutesOptions): void {
  const { db, creates, hooks, onboarding, tokenOf } = options;
  const by = (session: CurrentSession): By => ({ ...session, token: () => tokenOf(session) });

  mount(router, API_ROUTES.createInvitation, async ({ body, session, request }) => {
    onboarding.listen(session);
    const added = await onboarding.added(body, session);
    const wish = { kind: 'invitation', body, added, intent_id: intentIdOf(request) } as const;
    const outcome = await creates.send(wish, by(session));
    // Its intent holds our name for it; what it is like is known elsewhere.
    const { key } = (outcome.result ?? {}) as { readonly key?: string };
    const row = key === undefined ? undefined : await onboarding.book.row(key);
    const result = row ? onboarding.invitations.item(row) : null;
    const { status, body: told } = createdAnswer({ ...outcome, result }, [201, 200]);
    const changed = onboarding.book.changedBy(outcome.row.id);
    return { status, body: { ...told, refreshed: status === 200, changed } };
  });

  mount(router, API_ROUTES.createUser, async ({ body, query, session, request }) => {
    onboarding.listen(session);
    const wish = { kind: 'user', body, query, intent_id: intentIdOf(request) } as const;
    const outcome = await creates.send(wish, by(session));
    onboarding.readOperationsSoon();
    return createdAnswer(outcome, [202, 200]);
  });

  mount(router, API_ROUTES.createMonitor, async ({ body, session, request }) => {
    const stops = body.stops?.length ?? 0;
    if (stops > MONITOR_STOPS_MAX)
      throw invalidField('body.stops', stops, `must be at most ${MONITOR_STOPS_MAX} stops`);
    const intent_id = intentIdOf(request) ?? randomUUID();
    const send = (webhook_group_id: string | null) => {
      const added = webhook_group_id === null ? {} : { webhook_group_id };
      return creates.send({ kind: 'monitor', body, added, intent_id }, by(session));
    };
    if (body.webhook_group_id !== undefined) return createdAnswer(await send(null), [201]);
    const hook = await hooks.ensureSubscription('geofence_monitor', session);
    try {
      return createdAnswer(await send(hook.webhook_group_id), [201]);
    } catch (error) {
      if (hook.webhook_group_id === null || !groupUnknown(error)) throw error;
      // The service has forgotten our subscription, so nothing was created: once more with a new one.
      await hooks.forget(hook, 'The service no longer knew this subscription');
      const renewed = await hooks.ensureSubscription('geofence_monitor', session);
      return createdAnswer(await send(renewed.webhook_group_id), [201]);
    }
  });

  mount(router, API_ROUTES.listIntents, async ({ query, session }) => {
    const all = may(session.roles, 'administer');
    const rows = await listIntents(db, {
      state: query.state,
      created_by: all ? null : session.sub,
      limit: MOST,
    });
    return { status: 200, body: { items: rows.map(toldIntent) } };
  });

  mount(router, API_ROUTES.resolveIntent, async ({ params, body, session }) => {
    const row = await creates.read(params.id);
    if (row.created_by !== session.sub && !may(session.roles, 'administer'))
      throw new Problem(404, 'not_found', 'There is no such intent');
    const { right } = KINDS[row.kind as IntentKind];
    if (!may(session.roles, right))
      throw new Problem(403, 'forbidden', `Your role does not allow this`, {
        detail: 'Ask an administrator of Waypost for the right role',
      });
    return { status: 200, body: toldIntent(await creates.resolve(row, body, by(session))) };
  });
}

export function intentIdOf(request: Request): string | undefined {
  const given = request.get(INTENT_HEADER);
  if (given === undefined) return undefined;
  if (!uuid.safeParse(given).success)
    throw invalidField(`header.${INTENT_HEADER}`, given, 'must be a UUID such as crypto.randomUUID() makes');
  return given.toLowerCase();
}

/** `statuses` are those of success, the usual one first; 202 for what nobody knows yet. */
export function createdAnswer({ row, result }: Outcome, statuses: readonly number[]) {
  const body = { intent: toldIntent(row), result };
  const done: IntentState = 'done';
  if (row.state !== done) return { status: 202, body };
  const told = row.service_status ?? 0;
  return { status: statuses.includes(told) ? told : (statuses[0] ?? 200), body };
}

/** A 422 about the group alone. */
function groupUnknown(error: unknown): boolean {
  const detail = error instanceof ServiceError && error.kind === 'refused' ? error.body?.detail : null;
  return (
    Array.isArray(detail) &&
    detail.length > 0 &&
    detail.every(({ path }) => path.split('.').at(-1) === 'webhook_group_id')
  );
}
