/**
 * Create requests that survive a crash (rule 25). An intent is committed before the call and its outcome after it; after a crash, a
 * timeout or a 5xx the outcome is unknown. Unknown intents are searched for (resolver.ts) and never repeated automatically, except
 * invitations, which are unique per `fleet_ref`.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { IntentKind, IntentResolution } from '@waypost/contract/api/intents';
import type { Assumptions } from '@waypost/contract/assumptions';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { Action } from '../../platform/activity/activity.ts';
import { Problem } from '../../platform/http/problems.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import type { Database } from '../../platform/store/database.ts';
import { type IntentEnd, type IntentRow, resendFailed } from '../../platform/store/intents.ts';
import { addRow, indexedText, rowOf, updateRow } from '../../platform/store/query.ts';
import { errorCode } from '../../platform/store/store-errors.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Actor } from '../upstream/actor.ts';
import type { ServiceClient } from '../upstream/client.ts';
import { ServiceError, type ServiceErrorKind } from '../upstream/errors.ts';
import type { Priority } from '../upstream/request-scheduler.ts';
import type { TokenSource } from '../upstream/token-source.ts';
import { newTag } from './ids.ts';
import { type Bodies, endOf, KINDS, type Kind, requestContext, resultOf } from './kinds.ts';
import type { After, IntentListener } from './listener.ts';
import { actOf, callListeners, FIRST_CHECK_MS, type Resolver, runAfters } from './resolver.ts';

interface IntentsOptions extends Uses<'db' | 'box' | 'log' | 'activity' | 'now'> {
  readonly assumptions: Assumptions;
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: ServiceEndpoints;
  readonly resolver: Resolver;
  readonly listeners?: readonly IntentListener[];
  /** Interval at which a call in progress says that it is. */
  readonly aliveMs?: number;
}

/** Well below the time after which a call counts as abandoned (resolver.ts). */
const ALIVE_MS = 30_000;

/** Another server took the call for abandoned before its turn came. */
class Abandoned extends Error {}

interface CreateCommand<K extends IntentKind> {
  readonly kind: K;
  readonly body: Bodies[K];
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** `bulk` for rows of a bulk job. */
  readonly priority?: Priority;
  /** Values added by Waypost, not part of the command, so a retry may contain different ones. */
  readonly added?: Partial<Bodies[K]>;
  /** The client's idempotency key; without one every command is new. */
  readonly intent_id?: string | undefined;
}

export interface Outcome {
  readonly row: IntentRow;
  readonly result: unknown;
}

interface Pending {
  /** Resolves when its intent is stored, or was found to be there already. */
  readonly begun: Promise<void>;
  readonly call: Promise<unknown>;
}

export class Intents extends ServerPart<IntentsOptions> {
  /** Calls in progress in this process, the last one of each id. */
  readonly #pending = new Map<string, Pending>();

  /** Creates the resource, once per intent. Throws the service's refusal; the outcome `unknown` may have been executed. */
  async send<K extends IntentKind>(command: CreateCommand<K>, actor: Actor): Promise<Outcome> {
    const id = command.intent_id ?? randomUUID();
    // Before the first await, so that a concurrent request with the same id begins after this one and waits for its outcome.
    const before = this.#pending.get(id);
    const begun = Promise.withResolvers<void>();
    const call = this.#send(id, command, actor, before, begun.resolve);
    const pending = { begun: begun.promise, call };
    this.#pending.set(id, pending);
    try {
      return await call;
    } finally {
      begun.resolve();
      if (this.#pending.get(id) === pending) this.#pending.delete(id);
    }
  }

  async #send<K extends IntentKind>(
    id: string,
    command: CreateCommand<K>,
    actor: Actor,
    before: Pending | undefined,
    hasBegun: () => void,
  ): Promise<Outcome> {
    await before?.begun;
    const kind = KINDS[command.kind] as Kind<Bodies[K]>;
    const fingerprint = fingerprintOf(kind.withoutSecrets(command.body), command.query);
    const token = await actor.token();
    const row = await this.#begin(
      id,
      fingerprint,
      command,
      actor,
      token === undefined ? 'organization' : 'person',
    );
    hasBegun();
    if (row !== null) return this.#carryOut(row, command, actor, token);
    await before?.call.catch(() => undefined);
    return this.#outcomeOfRepeat(id, fingerprint, command.kind, actor);
  }

  /** Settles an unknown intent by a person's statement, or searches for it. Throws 409 when it is not unknown. */
  async resolve(row: IntentRow, resolution: IntentResolution, actor: Actor): Promise<IntentRow> {
    const { db, resolver, log, listeners = [] } = this.options;
    // An event may have settled it in the meantime.
    if (row.state !== 'unknown' && resolution.outcome === 'check') return row;
    if (row.state !== 'unknown')
      throw Problem.conflict('This request is already resolved', 'Refresh the list');
    if (resolution.outcome === 'check') await resolver.check(row, 'person');
    else {
      const created = resolution.outcome === 'created';
      const result_id = created ? resolution.result_id : undefined;
      const afters = await inTransaction(db, async (store) => {
        const ended = await updateRow(
          store,
          'intent',
          { id: row.id, state: ['unknown'] },
          {
            state: created ? 'done' : 'failed',
            message: `${actor.name} marked it as ${created ? '' : 'not '}created`,
            request: null,
            next_check_at: null,
            updated_at: this.now(),
            ...(result_id ? { result_id } : {}),
          },
        );
        if (!ended) throw Problem.conflict('Someone else has just resolved this', 'Refresh the list');
        await this.#record(store, 'resolve_intent', row, actor, resolution.outcome);
        return result_id === undefined
          ? []
          : callListeners(listeners, (listener) => listener.identified?.(store, row, result_id));
      });
      await runAfters(log, afters);
    }
    return this.read(row.id);
  }

  async read(id: string): Promise<IntentRow> {
    const row = await rowOf(this.options.db, 'intent', { id });
    if (!row) throw Problem.notFound('Request not found');
    return row;
  }

  /** Stores a new intent, or restarts a failed one; null when the intent exists and must not be sent. */
  async #begin<K extends IntentKind>(
    id: string,
    fingerprint: string,
    { kind: name, body, added }: CreateCommand<K>,
    actor: Actor,
    credentials: 'person' | 'organization',
  ): Promise<IntentRow | null> {
    const { db, box } = this.options;
    const kind = KINDS[name] as Kind<Bodies[K]>;
    const now = this.now();
    const subject = kind.subject(body);
    const about = {
      subject: subject === null ? null : indexedText(subject),
      fingerprint,
      // Including our own values, so that a repetition after a crash is identical.
      request: box.seal(JSON.stringify(kind.withoutSecrets({ ...body, ...added })), requestContext(id)),
      // A repetition uses the same credentials.
      credentials,
      updated_at: now,
    };
    const row: IntentRow = {
      id,
      kind: name,
      state: 'sending',
      tag: newTag(),
      attempt: 1,
      result_id: null,
      result: null,
      service_status: null,
      message: null,
      created_by: actor.sub,
      created_by_name: actor.name,
      created_at: now,
      checks: 0,
      next_check_at: null,
      ...about,
    };
    const began = await inTransaction(
      db,
      async (store) =>
        (await addRow(store, 'intent', row, 'ignore')) && (await this.#notifyBegun(store, row, body)),
    );
    if (began) return row;
    const existing = await this.read(id);
    this.#assertOwnedBy(existing, name, actor);
    // Nothing was created, so this is not a duplicate; the request may have been corrected.
    const restarted =
      existing.state === 'failed' &&
      (await inTransaction(
        db,
        async (store) =>
          (await resendFailed(store, id, about)) && (await this.#notifyBegun(store, existing, body)),
      ));
    return restarted ? this.read(id) : null;
  }

  async #notifyBegun(store: Database, row: IntentRow, body: unknown): Promise<true> {
    for (const listener of this.options.listeners ?? []) await listener.begun?.(store, row, body);
    return true;
  }

  #assertOwnedBy(row: IntentRow, kind: IntentKind, actor: Actor): void {
    if (row.created_by !== actor.sub || row.kind !== kind)
      throw Problem.conflict('This Idempotency-Key belongs to another request', 'Send a new Idempotency-Key');
  }

  async #outcomeOfRepeat(id: string, fingerprint: string, kind: IntentKind, actor: Actor): Promise<Outcome> {
    let row = await this.read(id);
    this.#assertOwnedBy(row, kind, actor);
    if (row.fingerprint !== fingerprint)
      throw Problem.conflict(
        'This Idempotency-Key was already used with different data',
        'Send a new Idempotency-Key for a new request',
      );
    if (row.state === 'unknown') {
      await this.options.resolver.check(row, 'person');
      row = await this.read(id);
    }
    if (row.state === 'failed')
      throw Problem.conflict(row.message ?? 'Not created', 'Nothing was created. Send it again');
    return { row, result: resultOf(this.options.box, row) };
  }

  async #carryOut<K extends IntentKind>(
    row: IntentRow,
    command: CreateCommand<K>,
    actor: Actor,
    token: TokenSource | undefined,
  ): Promise<Outcome> {
    const { db, box, client, endpoints, assumptions, resolver, log, aliveMs = ALIVE_MS } = this.options;
    const kind = KINDS[command.kind] as Kind<Bodies[K]>;
    let sent = false;
    // A call may wait for its turn for long.
    const isAlive = () =>
      updateRow(db, 'intent', { id: row.id, state: 'sending' }, { updated_at: this.now() });
    const alive = setInterval(() => void isAlive().catch(() => undefined), aliveMs);
    try {
      const answer = await client.call(kind.endpoint(endpoints), {
        body: kind.toRequest({ ...command.body, ...command.added }, row.tag),
        query: command.query,
        priority: command.priority ?? 'person',
        token,
        beforeSend: async () => {
          if (!(await isAlive())) throw new Abandoned();
        },
        onSend: () => {
          sent = true;
        },
        onUnauthorized: () => {
          sent = false;
        },
      });
      const result = kind.toResult(
        answer.data as unknown as Record<string, unknown>,
        kind.withoutSecrets(command.body),
        assumptions,
      );
      const end = { ...endOf(box, row, result), service_status: answer.status };
      await runAfters(log, await this.#done(row, answer.data, end, kind.action, actor));
      return { row: await this.read(row.id), result };
    } catch (error) {
      if (error instanceof Abandoned) return this.#outcome(row.id);
      if (!(error instanceof ServiceError) && sent) throw error;
      const state = classifyFailure(error, sent);
      const message = error instanceof Error ? error.message : String(error);
      const end: IntentEnd = {
        state,
        service_status: error instanceof ServiceError ? error.status : null,
        message:
          state === 'failed' ? message : `${message}. Not confirmed yet: checking whether it was created`,
        ...(state === 'failed' ? { request: null } : { next_check_at: this.dueNow() + FIRST_CHECK_MS }),
      };
      const ended = await inTransaction(db, async (store) => {
        await this.#record(store, kind.action, row, actor, state, { reason: message });
        if (state === 'failed')
          for (const listener of this.options.listeners ?? [])
            await listener.refused?.(store, row, command.body, end.service_status ?? null);
        const change = { ...end, updated_at: this.now() };
        return updateRow(store, 'intent', { id: row.id, state: ['sending'] }, change);
      });
      if (state === 'failed') throw error;
      log.warn({ err: error, intent_id: row.id, kind: row.kind }, 'a create request has an unknown outcome');
      if (ended) resolver.wake();
      return await this.#outcome(row.id);
    } finally {
      clearInterval(alive);
    }
  }

  async #outcome(id: string): Promise<Outcome> {
    const row = await this.read(id);
    return { row, result: resultOf(this.options.box, row) };
  }

  /** Stores the outcome together with the listeners' data and the entry of the activity log. */
  #done(row: IntentRow, answer: unknown, end: IntentEnd, action: Action, actor: Actor): Promise<After[]> {
    const { db, listeners = [] } = this.options;
    return inTransaction(db, async (store) => {
      await updateRow(
        store,
        'intent',
        { id: row.id, state: ['sending', 'unknown'] },
        { ...end, updated_at: this.now() },
      );
      const afters = await callListeners(listeners, (listener) => listener.done(store, row, answer));
      const act = actOf(listeners, row);
      await this.#record(store, act?.action ?? action, row, actor, 'done', act?.detail);
      return afters;
    });
  }

  async #record(
    store: Database,
    action: Action,
    row: IntentRow,
    actor: Actor,
    outcome: string,
    detail: object = {},
  ): Promise<void> {
    await this.options.activity.record(
      store,
      actor,
      action,
      row.subject ?? row.id,
      { intent_id: row.id, kind: row.kind, ...detail },
      outcome,
    );
  }
}

function fingerprintOf(body: unknown, query: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([body, query ?? null]))
    .digest('base64url');
}

// Classifies errors by whether something may have been created; in doubt: unknown (rule 25).
type FailureClass = 'failed' | 'unknown';

/** The service has said that it does not do it. */
const REFUSALS = new Set<ServiceErrorKind>([
  'refused',
  'unauthorized',
  'forbidden',
  'not_found',
  'rate_limited',
  'not_implemented',
]);

/** Failures before a connection was established: nothing was sent. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** `sent`: whether the request was sent; before that it cannot have had any effect. */
export function classifyFailure(error: unknown, sent: boolean): FailureClass {
  if (!sent) return 'failed';
  if (!(error instanceof ServiceError)) return 'unknown';
  if (REFUSALS.has(error.kind)) return 'failed';
  // A 5xx may come from a proxy that does not know the outcome of the request.
  return error.kind === 'unreachable' && NEVER_CONNECTED.has(errorCode(error.cause)) ? 'failed' : 'unknown';
}
