/**
 * Determines the outcome of unknown intents: by periodic checks at the service, by events with their tag, or on a person's request. A
 * missing resource never settles an intent.
 */
import type { IntentKind } from '@waypost/contract/api/intents';
import type { Assumptions } from '@waypost/contract/assumptions';
import type { Logger } from 'pino';
import { BackgroundWorker } from '../../platform/lib/background-worker.ts';
import type { Database } from '../../platform/store/database.ts';
import {
  hasLaterForSameSubject,
  type IntentRow,
  intentsToCheck,
  markSendingUnknown,
  nextCheckAt,
} from '../../platform/store/intents.ts';
import { rowOf, updateRow } from '../../platform/store/query.ts';
import { afterCommit, inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';
import { ServiceError } from '../upstream/errors.ts';
import type { Priority } from '../upstream/request-scheduler.ts';
import type { TokenSource } from '../upstream/token-source.ts';
import type { Handled, Processor } from '../webhooks/processor.ts';
import type { Finder, FindResult, Found } from './finder.ts';
import { tagIn } from './ids.ts';
import { type Bodies, endOf, KINDS, openedJson, requestContext } from './kinds.ts';
import type { After, IntentListener } from './listener.ts';

interface ResolverOptions extends Uses<'db' | 'box' | 'log' | 'activity' | 'now'> {
  readonly assumptions: Assumptions;
  readonly finder: Finder;
  /** Token of a person with an active session; null when there is none. */
  readonly tokenOf: (sub: string) => Promise<TokenSource | null>;
  readonly listeners?: readonly IntentListener[];
}

export const FIRST_CHECK_MS = 2_000;
/** Delays before the second and later checks; after the last one only an event or a person settles it. */
const CHECK_AFTER_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000, 43_200_000] as const;
/** Invitations are not repeated automatically after this, because people may have reacted in the meantime. */
const REPEAT_WITHIN_MS = 3600_000;
/** A call in progress is marked as alive more often, so these ended, or could not store their outcome. */
const ABANDONED_AFTER_MS = 120_000;
const MAX_IDLE_MS = 60_000;
/** Prolonged while a server checks; after it, that server counts as dead. */
const CHECK_CLAIM_MS = 20_000;

const RESTARTED =
  'The Waypost server stopped while sending. Not confirmed yet: checking whether it was created';
const ABANDONED = 'The outcome could not be saved. Not confirmed yet: checking whether it was created';
const NO_LIST =
  'Not confirmed: the tracking service has no list to check. An event may confirm it, or you can mark it yourself';
const NO_LIST_OF_LOADS =
  'Not confirmed: the tracking service lists no loads to check. Ask its operator for this load number, then mark it yourself';
const NOT_THERE = 'Not found at the tracking service so far. Still checking whether it was created';

const SIGN_IN_ENDED = (name: string) =>
  `Sent by ${name}, whose session has ended, so Waypost can't check it or send it again. If you know whether it was created, mark it`;

type Fields = Readonly<Record<string, unknown>>;

export class Resolver extends BackgroundWorker<ResolverOptions> {
  constructor(options: ResolverOptions) {
    super(options, {
      task: 'check unconfirmed requests',
      retryMs: MAX_IDLE_MS,
      run: (signal) => this.#checkDue(signal),
    });
  }

  /** At process start: the outcome of interrupted intents is unknown. */
  async open(): Promise<void> {
    const { db, log } = this.options;
    const unknown = await inTransaction(db, async (store) => {
      const rows = await markSendingUnknown(store, Number.MAX_SAFE_INTEGER, this.now(), RESTARTED);
      await this.#recordUnknown(store, rows);
      return rows.length;
    });
    if (unknown > 0) log.warn({ unknown }, 'create requests were cut off by the previous server stop');
  }

  listen(processor: Processor): void {
    processor.on('geofence_monitor', (event, store) =>
      this.#settleByEvent('monitor', event.records, (record) => tagIn(record.name), store),
    );
    processor.on('resource_operation', (event, store) =>
      this.#settleByEvent('user', event.records, (record) => tagIn(record.partner_ref), store),
    );
  }

  /** Checks an intent now. Throws ServiceError when the service cannot be read. */
  async check(row: IntentRow, priority: Priority): Promise<void> {
    const { db, log, listeners = [] } = this.options;
    const token = await this.#tokenFor(row);
    const result = token === null ? 'cannot' : await this.#find(row, priority, token);
    if (typeof result === 'object') {
      // Outcome, entry of the activity log and listeners' data in one transaction; nothing when it was settled already.
      const afters = await inTransaction(db, async (store) => {
        if (!(await this.#settle(store, row, result))) return [];
        const afters = await callListeners(listeners, (listener) => listener.done(store, row, result.answer));
        const outcome = row.kind === 'invitation' ? 'sent again' : 'found at the service';
        await this.#record(store, row, outcome, actOf(listeners, row)?.detail);
        return afters;
      });
      await runAfters(log, afters);
      return;
    }
    const wait = result === 'cannot' ? undefined : CHECK_AFTER_MS[row.checks];
    await updateRow(
      db,
      'intent',
      { id: row.id, state: 'unknown' },
      {
        checks: row.checks + 1,
        next_check_at: wait === undefined ? null : this.now() + wait,
        message: messageOf(row, result, token),
      },
    );
  }

  /** Returns the milliseconds until the next check. */
  async #checkDue(signal: AbortSignal): Promise<number> {
    const { db, log } = this.options;
    const now = this.now();
    // The earlier clock: a request that was just sent is not abandoned because the clock was set forward.
    const earlier = Math.min(now, this.monotonicNow());
    await inTransaction(db, async (store) => {
      const rows = await markSendingUnknown(store, earlier - ABANDONED_AFTER_MS, now, ABANDONED);
      await this.#recordUnknown(store, rows);
    });
    for (const row of await intentsToCheck(db, this.dueNow())) {
      if (signal.aborted) break;
      let { next_check_at } = row;
      const claim = async () => {
        const until = this.dueNow() + CHECK_CLAIM_MS;
        const due = { id: row.id, state: 'unknown', next_check_at } as const;
        const isOurs = await updateRow(db, 'intent', due, { next_check_at: until });
        if (isOurs) next_check_at = until;
        return isOurs;
      };
      // Another server checks it.
      if (!(await claim())) continue;
      const prolonging = setInterval(() => void claim().catch(() => undefined), CHECK_CLAIM_MS / 4);
      try {
        await this.check(row, 'background');
      } catch (error) {
        log.warn({ err: error, intent_id: row.id }, 'could not check an unconfirmed create request');
        const wait = CHECK_AFTER_MS[row.checks];
        await updateRow(
          db,
          'intent',
          { id: row.id, state: 'unknown' },
          {
            // An outage does not count as a check: checks continue until the service responds.
            checks: isAnswer(error) ? row.checks + 1 : row.checks,
            next_check_at: wait === undefined ? null : this.now() + wait,
          },
        );
      } finally {
        clearInterval(prolonging);
      }
    }
    const next = await nextCheckAt(db);
    return Math.min(MAX_IDLE_MS, next === null ? MAX_IDLE_MS : next - this.dueNow());
  }

  /** Only invitations are sent again, and only with the original credentials: null when these are gone. */
  async #tokenFor(row: IntentRow): Promise<TokenSource | undefined | null> {
    if (row.kind !== 'invitation' || row.credentials === 'organization') return undefined;
    return this.options.tokenOf(row.created_by);
  }

  async #find(row: IntentRow, priority: Priority, token: TokenSource | undefined): Promise<FindResult> {
    const { finder, db } = this.options;
    if (row.kind === 'monitor') return finder.monitor(row.tag, priority);
    const request = this.#requestOf(row);
    if (request === null || row.kind === 'load') return 'cannot';
    if (row.kind === 'user') return finder.user((request as Bodies['user']).connection_id, row.tag, priority);
    const mayRepeat =
      priority === 'person' ||
      (this.now() - row.created_at < REPEAT_WITHIN_MS && !(await hasLaterForSameSubject(db, row)));
    return mayRepeat ? finder.invitation(request as Bodies['invitation'], priority, token) : 'cannot';
  }

  #requestOf(row: IntentRow): unknown {
    return openedJson(this.options.box, row.request, requestContext(row.id));
  }

  async #settle(store: Database, row: IntentRow, { answer, status }: Found): Promise<boolean> {
    const { box, assumptions } = this.options;
    const kind = KINDS[row.kind];
    const shown = kind.toResult(answer, this.#requestOf(row) as never, assumptions);
    // Includes intents marked as not created, or still being sent: the resource exists.
    return updateRow(
      store,
      'intent',
      { id: row.id, state: ['sending', 'unknown', 'failed'] },
      {
        ...endOf(box, row, shown),
        // Counts as a check; a repeated invitation is answered as a renewal, although it is none.
        ...(status === null ? {} : { service_status: status, checks: row.checks + 1 }),
        updated_at: this.now(),
      },
    );
  }

  async #settleByEvent<R extends Fields>(
    kind: IntentKind,
    records: readonly R[],
    tagOf: (record: R) => string | null,
    store: Database,
  ): Promise<Handled | null> {
    const settled: IntentRow[] = [];
    for (const record of records) {
      const tag = tagOf(record);
      const row = tag === null ? undefined : await rowOf(store, 'intent', { kind, tag });
      if (!row || row.state === 'done') continue;
      if (!(await this.#settle(store, row, { answer: record, status: null }))) continue;
      await this.#record(store, row, 'confirmed by an event');
      settled.push(row);
    }
    if (settled.length === 0) return null;
    return {
      outcome: `handled: settled ${settled.map((row) => `${kind} intent ${row.id}`).join(', ')}`,
    };
  }

  #record(store: Database, row: IntentRow, outcome: string, more: object = {}): Promise<void> {
    const { id, kind, subject } = row;
    const detail = { intent_id: id, kind, ...more };
    return this.options.activity.record(store, null, 'resolve_intent', subject ?? id, detail, outcome);
  }

  /** The calls were interrupted or could not store their outcome: each create is logged as unknown. */
  async #recordUnknown(store: Database, rows: readonly IntentRow[]): Promise<void> {
    for (const { id, kind, subject, created_by: sub, created_by_name: name } of rows) {
      const detail = { intent_id: id, kind };
      const by = { sub, name };
      await this.options.activity.record(store, by, KINDS[kind].action, subject ?? id, detail, 'unknown');
    }
  }
}

/** Calls listeners in order; returns what they want to do after the commit. */
export async function callListeners(
  listeners: readonly IntentListener[],
  call: (listener: IntentListener) => Promise<After | undefined> | undefined,
): Promise<After[]> {
  const afters: After[] = [];
  for (const listener of listeners) {
    const after = await call(listener);
    if (after) afters.push(after);
  }
  return afters;
}

export async function runAfters(log: Logger, afters: readonly After[]): Promise<void> {
  for (const after of afters) await afterCommit(log, 'publish the outcome of a create request', after);
}

/** An act that was more than a creation, such as the renewal of what existed. */
export function actOf(listeners: readonly IntentListener[], row: IntentRow) {
  for (const listener of listeners) {
    const act = listener.act?.(row);
    if (act) return act;
  }
  return null;
}

function messageOf(
  row: IntentRow,
  result: 'absent' | 'cannot',
  token: TokenSource | undefined | null,
): string {
  if (result === 'absent') return NOT_THERE;
  if (token === null) return SIGN_IN_ENDED(row.created_by_name);
  return row.kind === 'load' ? NO_LIST_OF_LOADS : NO_LIST;
}

const isAnswer = (error: unknown) =>
  error instanceof ServiceError && error.status !== null && error.status < 500;
