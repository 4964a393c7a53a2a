/** Administration of outgoing webhooks. `sender.ts` sends. */
import { randomUUID } from 'node:crypto';
import { TEST_EVENT } from '@waypost/contract/api/outgoing-events';
import {
  EVENT_MINUTES,
  MAX_REPLAYED_EVENTS,
  OUTGOING_SECRET_PREFIX,
  OUTGOING_WEBHOOKS_MAX,
  type OutgoingDelivery,
  type OutgoingDeliveryDetail,
  type OutgoingWebhook,
  type OutgoingWebhookWithSecret,
  type outgoingDeliveryQuery,
  type outgoingWebhookCreate,
  type outgoingWebhookUpdate,
  type replayRequest,
  type replayResult,
} from '@waypost/contract/api/outgoing-webhooks';
import type { z } from 'zod';
import { invalidField, Problem } from '../../platform/http/problems.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { chunksOf } from '../../platform/lib/chunks.ts';
import type { Person } from '../../platform/lib/person.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso, withIsoTimes } from '../../platform/lib/time.ts';
import { randomToken } from '../../platform/secrets/keys.ts';
import type { Database } from '../../platform/store/database.ts';
import { lastSeq } from '../../platform/store/exceptions.ts';
import { deleteJobsOfKey, openJobsByKey } from '../../platform/store/jobs.ts';
import { monitorVersion } from '../../platform/store/monitors.ts';
import {
  addOutgoingEvents,
  deleteOutgoingWebhook,
  type ListedOutgoingDelivery,
  listOutgoingDeliveries,
  lockOutgoingCursor,
  OUTGOING_JOB,
  type OutgoingWebhookRow,
  outgoingEventsBetween,
  readOutgoingDelivery,
  renewDelivery,
  writeOutgoingCursor,
} from '../../platform/store/outgoing-webhooks.ts';
import { addRow, rowOf, rowsOf, updateRow } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import { boardVersion } from '../../platform/store/watched-loads.ts';
import type { Uses } from '../../platform/uses.ts';
import { type Destinations, displayUrl } from './post.ts';
import { endPause, envelopeOf, NOT_FAILING, queueDelivery, queueFirst } from './sender.ts';

interface OutgoingWebhooksOptions extends Uses<'db' | 'box' | 'activity' | 'now'> {
  readonly destinations: Pick<Destinations, 'problemOf'>;
  readonly jobs: Pick<Jobs, 'add' | 'added' | 'cancel' | 'endWait'>;
}

const HOUR_MS = 3_600_000;
/** Each batch is one transaction. */
const REPLAYED_PER_BATCH = 200;
const secretContext = (id: string) => `outgoing_webhook/${id}`;
const DELETING = 'It is being deleted';
const TURNED_ON = { ...NOT_FAILING, off_at: null, off_by_name: null, off_reason: null } as const;

export class OutgoingWebhooks extends ServerPart<OutgoingWebhooksOptions> {
  async list(): Promise<OutgoingWebhook[]> {
    const { db } = this.options;
    const waiting = await openJobsByKey(db, OUTGOING_JOB);
    return (await rowsOf(db, 'outgoing_webhook', {}, ['-created_at', 'id'])).map((row) =>
      toOutgoingWebhook(row, waiting.get(row.id)),
    );
  }

  /** Throws 422 for a forbidden URL, and 409 when there are too many. */
  async create(
    { url, events, position_minutes, estimate_minutes }: z.output<typeof outgoingWebhookCreate>,
    by: Person,
  ): Promise<OutgoingWebhookWithSecret> {
    const { db, box } = this.options;
    this.#check(url);
    if ((await rowsOf(db, 'outgoing_webhook', {}, ['-created_at', 'id'])).length >= OUTGOING_WEBHOOKS_MAX)
      throw Problem.conflict(
        `There are already ${OUTGOING_WEBHOOKS_MAX} webhooks`,
        "Delete one you don't use",
      );
    const id = randomUUID();
    const secret = newSecret();
    const row: OutgoingWebhookRow = {
      id,
      url,
      events: JSON.stringify(events),
      signing_secret: box.seal(secret, secretContext(id)),
      created_at: this.now(),
      created_by_name: by.name,
      active_since: this.now(),
      ...TURNED_ON,
      last_delivered_at: null,
      position_minutes,
      estimate_minutes,
      previous_secret: null,
      previous_until: null,
    };
    await inTransaction(db, async (trx) => {
      await startCollecting(trx);
      await addRow(trx, 'outgoing_webhook', row);
      const detail = { url: displayUrl(url), events };
      await this.options.activity.record(trx, by, 'create_outgoing_webhook', row.id, detail);
    });
    return { webhook: toOutgoingWebhook(row), secret };
  }

  /** Throws 404, and 422 for a forbidden URL. */
  async update(
    id: string,
    { url, events, active, ...minutes }: z.output<typeof outgoingWebhookUpdate>,
    by: Person,
  ): Promise<OutgoingWebhook> {
    const { db, jobs } = this.options;
    const before = await this.#find(id);
    if (url !== undefined) this.#check(url);
    const was_on = before.off_at === null;
    const turns_off = active === false && was_on;
    const others = definedOf({ events, ...minutes });
    const change: Partial<OutgoingWebhookRow> = {
      ...definedOf({ url, ...minutes }),
      ...(events === undefined ? {} : { events: JSON.stringify(events) }),
      // A new URL has not failed yet.
      ...(url === undefined || url === before.url ? {} : NOT_FAILING),
      ...(active === true && !was_on ? { ...TURNED_ON, active_since: this.now() } : {}),
      ...(turns_off ? { off_at: this.now(), off_by_name: by.name, off_reason: null } : {}),
    };
    const after = await inTransaction(db, async (trx) => {
      if (active === true && !was_on) await startCollecting(trx);
      if (Object.keys(change).length > 0) await updateRow(trx, 'outgoing_webhook', { id }, change);
      await jobs.endWait(trx, OUTGOING_JOB, id);
      const only_turns_off = turns_off && url === undefined && Object.keys(others).length === 0;
      const action = only_turns_off ? 'turn_off_outgoing_webhook' : 'update_outgoing_webhook';
      await this.options.activity.record(trx, by, action, id, {
        ...others,
        ...definedOf({ active }),
        url: displayUrl(url ?? before.url),
      });
      return this.#toResponse(await this.#find(id, trx), trx);
    });
    jobs.added();
    return after;
  }

  /** For `overlap_hours`, deliveries are signed with both secrets. Throws 404. */
  async replaceSecret(id: string, overlap_hours: number, by: Person): Promise<OutgoingWebhookWithSecret> {
    const { db, box } = this.options;
    const secret = newSecret();
    const webhook = await inTransaction(db, async (trx) => {
      const before = await this.#find(id, trx);
      const change = {
        signing_secret: box.seal(secret, secretContext(id)),
        previous_secret: overlap_hours === 0 ? null : before.signing_secret,
        previous_until: overlap_hours === 0 ? null : this.now() + overlap_hours * HOUR_MS,
      };
      await updateRow(trx, 'outgoing_webhook', { id }, change);
      const detail = { url: displayUrl(before.url), overlap_hours };
      await this.options.activity.record(trx, by, 'replace_outgoing_secret', id, detail);
      return this.#toResponse({ ...before, ...change }, trx);
    });
    return { webhook, secret };
  }

  /** The secret, and the one before while it is valid. Throws when the key of the secret was removed. */
  secretsOf(row: OutgoingWebhookRow): { readonly current: string; readonly previous: string | null } {
    const { box } = this.options;
    const overlaps = row.previous_until !== null && row.previous_until > this.now();
    return {
      current: box.open(row.signing_secret, secretContext(row.id)),
      previous: overlaps ? box.tryOpen(row.previous_secret, secretContext(row.id)) : null,
    };
  }

  /**
   * Sends all events of a period again, also those from before the webhook was turned on, with the same event ids. Throws 404, and 409
   * while it is off.
   */
  async replay(
    id: string,
    { since, until }: z.output<typeof replayRequest>,
    by: Person,
  ): Promise<z.input<typeof replayResult>> {
    const { db, jobs, activity } = this.options;
    const webhook = await this.#find(id);
    assertActive(webhook);
    const period = {
      since: Date.parse(since),
      until: until === undefined ? this.now() + 1 : Date.parse(until),
    };
    const names = JSON.parse(webhook.events) as string[];
    const events = await outgoingEventsBetween(db, names, period, MAX_REPLAYED_EVENTS + 1);
    const page = events.slice(0, MAX_REPLAYED_EVENTS);
    for (const some of chunksOf(page, REPLAYED_PER_BATCH))
      await inTransaction(db, async (trx) => {
        await lockOutgoingCursor(trx, null);
        for (const event of some) {
          const delivery = await renewDelivery(trx, id, event, randomUUID);
          await jobs.cancel(trx, OUTGOING_JOB, delivery.id);
          await queueDelivery(trx, jobs, delivery);
        }
      });
    await inTransaction(db, async (trx) => {
      await endPause(trx, jobs, id);
      const detail = { url: displayUrl(webhook.url), since, until, events: page.length };
      await activity.record(trx, by, 'replay_outgoing_events', id, detail);
    });
    jobs.added();
    return { events: page.length, next_since: toIso(events[MAX_REPLAYED_EVENTS]?.occurred_at ?? null) };
  }

  /** Throws 404. */
  async delete(id: string, by: Person): Promise<void> {
    const { db, activity } = this.options;
    await inTransaction(db, async (trx) => {
      const { url, off_reason } = await this.#find(id, trx);
      // Interrupted before its log was gone: a repeated request only continues.
      if (off_reason === DELETING) return;
      // Off first, so that nothing is added while its log is deleted.
      const off = { off_at: this.now(), off_by_name: by.name, off_reason: DELETING };
      await updateRow(trx, 'outgoing_webhook', { id }, off);
      await activity.record(trx, by, 'delete_outgoing_webhook', id, { url: displayUrl(url) });
    });
    await deleteOutgoingWebhook(db, id);
    await deleteJobsOfKey(db, OUTGOING_JOB, id);
  }

  /** Sends a test event at once. Throws 404, and 409 while it is off. */
  async test(id: string, by: Person): Promise<OutgoingDelivery> {
    const { db, jobs, activity } = this.options;
    const webhook = await this.#find(id);
    assertActive(webhook);
    const now = this.now();
    const event = {
      id: randomUUID(),
      source: `test/${randomUUID()}`,
      event_name: TEST_EVENT,
      load_ref: null,
      occurred_at: now,
      created_at: now,
      record: JSON.stringify({ message: `Test by ${by.name}. No load was changed.` }),
      webhook_ids: [id],
    } as const;
    const [row] = await inTransaction(db, async (trx) => {
      await lockOutgoingCursor(trx, null);
      const added = await addOutgoingEvents(trx, [event], randomUUID);
      for (const delivery of added) await queueFirst(trx, jobs, delivery);
      await activity.record(trx, by, 'test_outgoing_webhook', id, { url: displayUrl(webhook.url) });
      return added;
    });
    if (!row) throw new Error('a test event was not queued');
    jobs.added();
    const { event_name, load_ref } = event;
    return toOutgoingDelivery({ ...row, event_name, load_ref, next_at: this.dueNow() }, webhook);
  }

  /** Throws 404. */
  async deliveries(id: string, { state, cursor, size }: z.output<typeof outgoingDeliveryQuery>) {
    const webhook = await this.#find(id);
    const filter = { webhook_id: id, state, before: cursor, limit: size + 1 };
    const rows = await listOutgoingDeliveries(this.options.db, filter);
    const page = rows.slice(0, size);
    return {
      items: page.map((row) => toOutgoingDelivery(row, webhook)),
      next_page: rows.length > size ? (page.at(-1)?.seq ?? null) : null,
    };
  }

  /** Throws 404. */
  async delivery(id: string): Promise<OutgoingDeliveryDetail> {
    const row = await readOutgoingDelivery(this.options.db, id);
    if (!row) throw noDelivery();
    return {
      ...toOutgoingDelivery(row, await this.#find(row.webhook_id)),
      body: envelopeOf(row, Math.max(1, row.tries)),
      last_tries: JSON.parse(row.last_tries) as OutgoingDeliveryDetail['last_tries'],
    };
  }

  /** Sends it at once, before older ones that wait. Throws 404, and 409 while the webhook is off. */
  async resend(id: string, by: Person): Promise<OutgoingDelivery> {
    const { db, jobs } = this.options;
    const before = await readOutgoingDelivery(db, id);
    if (!before) throw noDelivery();
    const webhook = await this.#find(before.webhook_id);
    assertActive(webhook);
    const row = await inTransaction(db, async (trx) => {
      await jobs.cancel(trx, OUTGOING_JOB, id);
      await updateRow(trx, 'outgoing_delivery', { id }, { state: 'waiting' });
      await queueFirst(trx, jobs, before);
      await this.options.activity.record(trx, by, 'resend_outgoing_delivery', id, {
        url: displayUrl(webhook.url),
        event_name: before.event_name,
        event_id: before.event_id,
        was: before.state,
      });
      return readOutgoingDelivery(trx, id);
    });
    if (!row) throw noDelivery();
    jobs.added();
    return toOutgoingDelivery(row, webhook);
  }

  #check(url: string): void {
    const problem = this.options.destinations.problemOf(new URL(url));
    if (problem !== null) throw invalidField('body.url', url, problem);
  }

  async #find(id: string, store: Database = this.options.db): Promise<OutgoingWebhookRow> {
    const row = await rowOf(store, 'outgoing_webhook', { id });
    if (!row) throw Problem.notFound('Outgoing webhook not found');
    return row;
  }

  async #toResponse(row: OutgoingWebhookRow, store: Database = this.options.db): Promise<OutgoingWebhook> {
    return toOutgoingWebhook(row, (await openJobsByKey(store, OUTGOING_JOB)).get(row.id));
  }
}

/** Events from a period without active webhooks are skipped: start at the current position. */
async function startCollecting(trx: Database): Promise<void> {
  if ((await rowsOf(trx, 'outgoing_webhook', { off_at: null })).length > 0) return;
  await writeOutgoingCursor(trx, {
    exceptions: await lastSeq(trx),
    monitors: await monitorVersion(trx),
    loads: await boardVersion(trx),
  });
}

function assertActive({ off_at }: OutgoingWebhookRow): void {
  if (off_at !== null) throw Problem.conflict('This webhook is off', 'Turn it on, then send');
}

/** The fields that are set. */
const definedOf = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

const newSecret = (): string => OUTGOING_SECRET_PREFIX + randomToken();

const noDelivery = () => Problem.notFound('Delivery not found');

function toOutgoingWebhook(
  { signing_secret: _, previous_secret: __, ...row }: OutgoingWebhookRow,
  waiting?: { readonly count: number; readonly next_at: number },
): OutgoingWebhook {
  const { failing_since, problem, off_at } = row;
  return {
    ...withIsoTimes(row),
    webhook_id: row.id,
    position_minutes: row.position_minutes ?? EVENT_MINUTES,
    estimate_minutes: row.estimate_minutes ?? EVENT_MINUTES,
    previous_secret_until: toIso(row.previous_until),
    events: JSON.parse(row.events) as OutgoingWebhook['events'],
    off: off_at === null ? null : { at: toIso(off_at), by_name: row.off_by_name, reason: row.off_reason },
    failing: failing_since === null || problem === null ? null : { since: toIso(failing_since), problem },
    waiting: waiting?.count ?? 0,
    next_try_at:
      waiting === undefined || off_at !== null ? null : toIso(Math.max(waiting.next_at, row.rest_until)),
  };
}

function toOutgoingDelivery(row: ListedOutgoingDelivery, webhook: OutgoingWebhookRow): OutgoingDelivery {
  const is_tried = row.state === 'waiting' && webhook.off_at === null;
  return {
    ...withIsoTimes(row),
    delivery_id: row.id,
    last_try_at: toIso(row.last_at),
    next_try_at: is_tried ? toIso(Math.max(row.next_at ?? 0, webhook.rest_until)) : null,
  };
}
