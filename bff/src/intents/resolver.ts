/**
 * Finds out what became of intents whose end is unknown: by looking at the service after a while, by an event that carries the tag,
 * or because a person asks. Nothing is settled by not being found.
 */
import type { IntentKind } from '@waypost/contract/api/intents';
import { BackgroundWorker } from '../lib/background-worker.ts';
import type { Database } from '../store/database.ts';
import {
  markAbandonedUnknown,
  type IntentRow,
  intentsToCheck,
  hasLaterForSameSubject,
  nextCheckAt,
  markSendingUnknown,
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
  /** Token of a person whose sign-in has not ended; null when there is none any more. */
  readonly tokenOf: (sub: string) => Promise<TokenSource | null>;
  readonly listeners?: readonly IntentListener[];
}

export const FIRST_CHECK_MS = 2_000;
/** Waits before the second and each later look; after the last only an event or a person settles it. */
const CHECK_AFTER_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000, 43_200_000] as const;
/** An invitation is not repeated by itself later than this: people have moved on, and it may have been answered. */
const REPEAT_WITHIN_MS = 3600_000;
/** Sending takes seconds. Older ones were given up by their process because the store did not take their end. */
const ABANDONED_AFTER_MS = 120_000;
const LONGEST_REST_MS = 60_000;

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
      retryMs: LONGEST_REST_MS,
      run: (signal) => this.#turn(signal),
    });
  }

  /** At the start of the process: whatever was being sent has an unknown end. */
  async open(): Promise<void> {
    const { db, log } = this.options;
    const unknown = await markSendingUnknown(db, this.now(), RESTARTED);
    if (unknown > 0) log.warn({ unknown }, 'create requests were cut off by the previous server stop');
  }

  /** Operations and monitors carry their tag in every event. */
  listen(processor: Processor): void {
    processor.on('geofence_monitor', (event, store) =>
      this.#settleByEvent('monitor', event.records, (record) => tagIn(record.name), store),
    );
    processor.on('resource_operation', (event, store) =>
      this.#settleByEvent('user', event.records, (record) => tagIn(record.partner_ref), store),
    );
  }

  /** Looks for one now. Throws ServiceError when the service cannot be asked. */
  async check(row: IntentRow, priority: Priority): Promise<void> {
    const { db, activity, listeners = [] } = this.options;
    const token = await this.#tokenFor(row);
    const look = token === null ? 'cannot' : await this.#look(row, priority, token);
    if (typeof look === 'object') {
      // Its end, and what others keep of what was found, together; null when it had ended already.
      const afters = await db
        .transaction()
        .execute(async (store) =>
          (await this.#settle(store, row, look)) ? doneBy(listeners, store, row, look.answer) : null,
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
    const wait = look === 'cannot' ? undefined : CHECK_AFTER_MS[row.checks];
    await updateRow(
      db,
      'intent',
      { id: row.id, state: 'unknown' },
      {
        checks: row.checks + 1,
        next_check_at: wait === undefined ? null : this.now() + wait,
        message: messageOf(row, look, token),
      },
    );
  }

  /** Returns for how many milliseconds there is nothing to do. */
  async #turn(signal: AbortSignal): Promise<number> {
    const { db, log } = this.options;
    const now = this.now();
    await markAbandonedUnknown(db, now - ABANDONED_AFTER_MS, now, ABANDONED);
    for (const row of await intentsToCheck(db, now)) {
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
            // The service being away is no look: it goes on until it answers.
            checks: isAnswer(error) ? row.checks + 1 : row.checks,
            next_check_at: wait === undefined ? null : this.now() + wait,
          },
        );
      }
    }
    const next = await nextCheckAt(db);
    return Math.min(LONGEST_REST_MS, next === null ? LONGEST_REST_MS : next - this.now());
  }

  /** Only an invitation is sent again, and only with the credentials of the first time: null when those are gone. */
  async #tokenFor(row: IntentRow): Promise<TokenSource | undefined | null> {
    if (row.kind !== 'invitation' || row.credentials === 'organization') return undefined;
    return this.options.tokenOf(row.created_by);
  }

  async #look(row: IntentRow, priority: Priority, token: TokenSource | undefined): Promise<FindResult> {
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

  /** The end of an unknown one that was found. */
  async #settle(store: Database, row: IntentRow, { answer, status }: Found): Promise<boolean> {
    const { box, assumptions } = this.options;
    const kind = KINDS[row.kind];
    const shown = kind.shown(answer, this.#requestOf(row) as never, assumptions);
    // Also one that a person held for not created, or that is still being sent: it is there.
    return updateRow(
      store,
      'intent',
      { id: row.id, state: ['sending', 'unknown', 'failed'] },
      {
        ...endOf(box, row, shown),
        // A look that finds it is one too: what was sent once more to look is answered as a refresh, and is none.
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

/** Lets those keep what they want who keep something beside an intent. Returns what is to be called after the commit. */
export async function doneBy(
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

/** Why it is still not known. */
function messageOf(row: IntentRow, look: 'absent' | 'cannot', token: TokenSource | undefined | null): string {
  if (look === 'absent') return NOT_THERE;
  if (token === null) return SIGN_IN_ENDED(row.created_by_name);
  return row.kind === 'load' ? NO_LIST_OF_LOADS : NO_LIST;
}

const isAnswer = (error: unknown) =>
  error instanceof ServiceError && error.status !== null && error.status < 500;
