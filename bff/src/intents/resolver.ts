/**
 * Determines the outcome of unknown intents: by periodic checks at the service, by events with their tag, or on a person's request. A
 * missing resource never settles an intent.
 */
import type { IntentKind } from '@waypost/contract/api/intents';
import { BackgroundWorker } from '../lib/background-worker.ts';
import type { Database } from '../store/database.ts';
import {
  hasLaterForSameSubject,
  type IntentRow,
  intentsToCheck,
  markAbandonedUnknown,
  markSendingUnknown,
  nextCheckAt,
} from '../store/intents.ts';
import { rowOf, updateRow } from '../store/query.ts';
import type { TokenSource } from '../upstream/client-credentials.ts';
import { ServiceError } from '../upstream/errors.ts';
import type { Priority } from '../upstream/request-scheduler.ts';
import type { Handled, Processor } from '../webhooks/processor.ts';
import type { Uses } from '../wiring.ts';
import type { Finder, FindResult, Found } from './finder.ts';
import { tagIn } from './ids.ts';
import type { IntentListener } from './intents.ts';
import { type Bodies, endOf, KINDS, openedJson, requestContext } from './kinds.ts';

interface ResolverOptions extends Uses<'db' | 'box' | 'log' | 'activity' | 'assumptions' | 'now'> {
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
/** Sending takes seconds, so older ones could not store their outcome. */
const ABANDONED_AFTER_MS = 120_000;
const MAX_IDLE_MS = 60_000;

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
    const unknown = await markSendingUnknown(db, this.now(), RESTARTED);
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
    const { db, activity, listeners = [] } = this.options;
    const token = await this.#tokenFor(row);
    const result = token === null ? 'cannot' : await this.#find(row, priority, token);
    if (typeof result === 'object') {
      // Outcome and listeners' data in one transaction; null when it was settled already.
      const afters = await db
        .transaction()
        .execute(async (store) =>
          (await this.#settle(store, row, result)) ? notifyDone(listeners, store, row, result.answer) : null,
        );
      if (afters !== null) {
        for (const after of afters) await after();
        await activity.record(
          null,
          'resolve_intent',
          row.subject ?? row.id,
          { intent_id: row.id, kind: row.kind },
          row.kind === 'invitation' ? 'sent again' : 'found at the service',
        );
      }
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
    await markAbandonedUnknown(db, earlier - ABANDONED_AFTER_MS, now, ABANDONED);
    for (const row of await intentsToCheck(db, this.dueNow())) {
      if (signal.aborted) break;
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
      if (await this.#settle(store, row, { answer: record, status: null })) settled.push(row);
    }
    if (settled.length === 0) return null;
    return {
      outcome: `handled: settled ${settled.map((row) => `${kind} intent ${row.id}`).join(', ')}`,
      after: async () => {
        for (const row of settled)
          await this.options.activity.record(
            null,
            'resolve_intent',
            row.subject ?? row.id,
            { intent_id: row.id, kind },
            'confirmed by an event',
          );
      },
    };
  }
}

export async function notifyDone(
  listeners: readonly IntentListener[],
  store: Database,
  row: IntentRow,
  answer: unknown,
): Promise<(() => Promise<void>)[]> {
  const afters: (() => Promise<void>)[] = [];
  for (const listener of listeners) {
    const after = await listener.done(store, row, answer);
    if (after) afters.push(after);
  }
  return afters;
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
