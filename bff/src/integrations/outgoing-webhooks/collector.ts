/**
 * Turns changes into events for outgoing webhooks, on one server: of exceptions, monitors, loads, invitations and agreements. The
 * position is stored together with the events, so that a restart neither loses nor duplicates any.
 */
import { randomUUID } from 'node:crypto';
import { OUTGOING_EVENTS, type OutgoingEvent } from '@waypost/contract/api/outgoing-events';
import { EVENT_MINUTES } from '@waypost/contract/api/outgoing-webhooks';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { BackgroundWorker } from '../../platform/lib/background-worker.ts';
import { archivedLoadsBetween } from '../../platform/store/archived-loads.ts';
import type { MonitorRow } from '../../platform/store/monitors.ts';
import { monitorsSince } from '../../platform/store/monitors.ts';
import {
  addOutgoingEvents,
  lockOutgoingCursor,
  type NewOutgoingEvent,
  type OutgoingCursor,
  type OutgoingLoadRow,
  type OutgoingWebhookRow,
  readOutgoingCursor,
  writeOutgoingCursor,
} from '../../platform/store/outgoing-webhooks.ts';
import { deleteRowsIn, putRows, rowsIn, rowsOf } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Directory } from '../../service/directory/directory.ts';
import type { Board } from '../../tracking/board/board.ts';
import type { Monitors } from '../../tracking/monitors/monitors.ts';
import type { Triage } from '../../tracking/triage/triage.ts';
import { type LoadSubscriber, toLeftEvents, toLoadEvents } from './load-events.ts';
import { agreementEvents, invitationEvents } from './onboarding-events.ts';
import { queueDelivery } from './sender.ts';
import type { SourceEvent } from './source-event.ts';
import { toExceptionEvent, toStopEvents } from './tracking-events.ts';

interface OutgoingCollectorOptions extends Uses<'db' | 'log' | 'now'> {
  readonly board: Pick<Board, 'get' | 'changedAfter'>;
  readonly triage: Pick<Triage, 'eventsSince'>;
  readonly monitors: Pick<Monitors, 'find' | 'peek' | 'catchUp'>;
  readonly directory: Pick<Directory, 'agreementsWithin'>;
  readonly jobs: Pick<Jobs, 'add' | 'added'>;
  /** How long events are stored (ms). */
  readonly keepMs: number;
}

const INTERVAL_MS = 1_000;
const BATCH_SIZE = 500;
/** Invitations and agreements have no numbers of their changes: all of them are looked at. */
const ONBOARDING_MS = 30_000;
const AGREEMENTS_MS = 5 * 60_000;
const ofOnboarding = (event: OutgoingEvent) => /^(invitation|agreement)\./.test(event);
const ONBOARDING_EVENTS = OUTGOING_EVENTS.filter(ofOnboarding);

/** Events, and what is stored with them. */
interface Collected {
  readonly events: readonly SourceEvent[];
  readonly cursor: Partial<OutgoingCursor>;
  readonly published?: readonly OutgoingLoadRow[];
  /** Loads that have left the board. */
  readonly left?: readonly string[];
  readonly more?: boolean;
}

const NOTHING: Collected = { events: [], cursor: {} };

export class OutgoingCollector extends BackgroundWorker<OutgoingCollectorOptions> {
  #onboardingAt = Number.NEGATIVE_INFINITY;

  constructor(options: OutgoingCollectorOptions) {
    super(options, {
      task: 'collect events for outgoing webhooks',
      isExclusive: true,
      retryMs: INTERVAL_MS,
      run: async () => ((await this.collect()) ? 0 : INTERVAL_MS),
    });
  }

  /** Runs once. True when there is more. */
  async collect(): Promise<boolean> {
    const { db, jobs } = this.options;
    const webhooks = await rowsOf(db, 'outgoing_webhook', { off_at: null });
    if (webhooks.length === 0) return false;
    const cursor = await readOutgoingCursor(db);
    if (cursor === null) return false;
    const parts = [
      await this.#exceptions(cursor),
      await this.#stops(cursor),
      await this.#loads(cursor, webhooks),
      await this.#onboarding(cursor, webhooks),
    ];
    const next: OutgoingCursor = Object.assign({ ...cursor }, ...parts.map((part) => part.cursor));
    if (JSON.stringify(next) === JSON.stringify(cursor) && parts.every(({ events }) => events.length === 0))
      return false;
    const newEvents = parts
      .flatMap(({ events }) => events)
      .flatMap((one) => this.#toNewEvents(one, webhooks));
    const added = await inTransaction(db, async (trx) => {
      if (!(await lockOutgoingCursor(trx, cursor))) return [];
      const deliveries = await addOutgoingEvents(trx, newEvents, randomUUID);
      for (const delivery of deliveries) await queueDelivery(trx, jobs, delivery);
      await putRows(
        trx,
        'outgoing_load',
        ['webhook_id', 'load_id'],
        parts.flatMap(({ published = [] }) => published),
      );
      await deleteRowsIn(
        trx,
        'outgoing_load',
        'load_id',
        parts.flatMap(({ left = [] }) => left),
      );
      await writeOutgoingCursor(trx, next);
      return deliveries;
    });
    if (added.length > 0) jobs.added();
    return parts.some(({ more }) => more);
  }

  async #exceptions({ exceptions: after }: OutgoingCursor): Promise<Collected> {
    const { db, triage } = this.options;
    const rows = await triage.eventsSince(after, BATCH_SIZE);
    const ids = new Set(rows.flatMap(({ exception_id }) => exception_id ?? []));
    const exceptions = new Map((await rowsIn(db, 'exception', 'id', [...ids])).map((row) => [row.id, row]));
    const events = rows.flatMap((event) => {
      const exception = exceptions.get(event.exception_id ?? '');
      return (exception && toExceptionEvent(event, exception, this.#load(event.load_id))) ?? [];
    });
    const cursor = { exceptions: rows.at(-1)?.seq ?? after };
    return { events, cursor, more: rows.length === BATCH_SIZE };
  }

  async #stops({ monitors: after }: OutgoingCursor): Promise<Collected> {
    const rows = await monitorsSince(this.options.db, after);
    return { events: await this.#stopEvents(rows), cursor: { monitors: rows.at(-1)?.version ?? after } };
  }

  async #stopEvents(rows: readonly MonitorRow[]): Promise<SourceEvent[]> {
    const { monitors } = this.options;
    // The stored version may not be applied in memory yet.
    if (rows.some(({ id, version }) => (monitors.peek(id)?.row.version ?? version) < version))
      await monitors.catchUp();
    const found: SourceEvent[] = [];
    for (const { id } of rows) {
      const monitor = await monitors.find(id);
      if (monitor) found.push(...toStopEvents(monitor, (load_id) => this.#load(load_id)));
    }
    return found;
  }

  /** In the order of their changes; those that have left by the number of their removal. */
  async #loads(
    { loads: after }: OutgoingCursor,
    webhooks: readonly OutgoingWebhookRow[],
  ): Promise<Collected> {
    const { db, board } = this.options;
    const { items, version, more } = board.changedAfter(after ?? Number.MAX_SAFE_INTEGER, BATCH_SIZE);
    if (after === undefined) return { ...NOTHING, cursor: { loads: version } };
    if (version === after) return NOTHING;
    const load_ids = items.map(({ load_id }) => load_id);
    const webhook_ids = webhooks.map(({ id }) => id);
    const states = new Map(
      (await rowsOf(db, 'outgoing_load', { webhook_id: webhook_ids, load_id: load_ids })).map((row) => [
        `${row.webhook_id} ${row.load_id}`,
        row,
      ]),
    );
    const now = this.now();
    const changed = items.map((load) => {
      const subscribers = webhooks.map((webhook): LoadSubscriber => {
        const { position_minutes, estimate_minutes } = webhook;
        return {
          webhook,
          minutes: {
            position: position_minutes ?? EVENT_MINUTES,
            estimate: estimate_minutes ?? EVENT_MINUTES,
          },
          subscribes: (event, at) => this.#subscribes(webhook, event, at),
          state: states.get(`${webhook.id} ${load.load_id}`) ?? { position_at: null, estimates: '{}' },
        };
      });
      return toLoadEvents(load, subscribers, now);
    });
    const left = await archivedLoadsBetween(db, after, version);
    return {
      events: [...changed.flatMap(({ events }) => events), ...left.flatMap(toLeftEvents)],
      published: changed.flatMap(({ published }) => published),
      left: left.map(({ load_id }) => load_id),
      cursor: { loads: version },
      more,
    };
  }

  async #onboarding(cursor: OutgoingCursor, webhooks: readonly OutgoingWebhookRow[]): Promise<Collected> {
    const { db, directory } = this.options;
    const isWanted = webhooks.some((webhook) =>
      ONBOARDING_EVENTS.some((event) => this.#subscribes(webhook, event, this.now())),
    );
    if (!isWanted || this.monotonicNow() - this.#onboardingAt < ONBOARDING_MS) return NOTHING;
    this.#onboardingAt = this.monotonicNow();
    const now = this.now();
    const invitations = await invitationEvents(db, now - this.options.keepMs, now);
    const agreements = await directory.agreementsWithin(AGREEMENTS_MS, 'background');
    const { events, ongoing } = agreementEvents(agreements, cursor.agreements, now);
    return { events: await this.#unknown([...invitations, ...events]), cursor: { agreements: ongoing } };
  }

  /** Those that are not stored yet. */
  async #unknown(events: readonly SourceEvent[]): Promise<SourceEvent[]> {
    const sources = events.map(({ source }) => source);
    const rows = await rowsIn(this.options.db, 'outgoing_event', 'source', sources);
    const stored = new Set(rows.map(({ source }) => source));
    return events.filter(({ source }) => !stored.has(source));
  }

  /** What is older than the webhook, or may have been sent and purged, is not sent. */
  #subscribes(
    { events, active_since }: OutgoingWebhookRow,
    event: OutgoingEvent,
    occurred_at: number,
  ): boolean {
    return (
      occurred_at >= this.now() - this.options.keepMs &&
      occurred_at >= active_since &&
      (JSON.parse(events) as string[]).includes(event)
    );
  }

  #toNewEvents(sourceEvent: SourceEvent, webhooks: readonly OutgoingWebhookRow[]): NewOutgoingEvent[] {
    const { record, webhook_ids: only, ...event } = sourceEvent;
    const webhook_ids = webhooks
      .filter((webhook) => this.#subscribes(webhook, event.event_name, event.occurred_at))
      .map(({ id }) => id)
      .filter((id) => only?.includes(id) ?? true);
    if (webhook_ids.length === 0) return [];
    return [{ ...event, created_at: this.now(), record: JSON.stringify(record), webhook_ids }];
  }

  #load(load_id: string) {
    return this.options.board.get(load_id)?.item;
  }
}
