import { randomUUID } from 'node:crypto';
import type { OutgoingEvent, outgoingPosted } from '@waypost/contract/api/outgoing-events';
import { postedLoad } from '@waypost/contract/loads';
import type { z } from 'zod';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import type { IntentRow } from '../../platform/store/intents.ts';
import { addOutgoingEvents, lockOutgoingCursor } from '../../platform/store/outgoing-webhooks.ts';
import { rowsOf } from '../../platform/store/query.ts';
import { outgoingEventId } from '../../service/intents/ids.ts';
import type { IntentListener } from '../../service/intents/listener.ts';
import { queueDelivery } from './sender.ts';

const EVENT: OutgoingEvent = 'load.posted';

/** Adds the event of a posted load in the transaction that ends its request, so that none is missed and none is sent twice. */
export class PostedLoadEvents implements IntentListener {
  readonly #jobs: Pick<Jobs, 'add' | 'added'>;

  constructor(jobs: Pick<Jobs, 'add' | 'added'>) {
    this.#jobs = jobs;
  }

  async done(store: Database, row: IntentRow, answer: unknown) {
    const created = row.kind === 'load' ? postedLoad.safeParse(answer) : null;
    return created?.success ? this.#add(store, row, created.data.load_id) : undefined;
  }

  async identified(store: Database, row: IntentRow, id: string) {
    return row.kind === 'load' ? this.#add(store, row, id) : undefined;
  }

  async #add(store: Database, row: IntentRow, load_id: string) {
    const webhooks = (await rowsOf(store, 'outgoing_webhook', { off_at: null })).filter(({ events }) =>
      (JSON.parse(events) as string[]).includes(EVENT),
    );
    if (webhooks.length === 0) return undefined;
    await lockOutgoingCursor(store, null);
    const now = Date.now();
    const source = `posted/${row.id}`;
    const record: z.input<typeof outgoingPosted> = {
      load_id: load_id.toLowerCase(),
      load_ref: row.subject,
      posted_at: toIso(now),
      posted_by_name: row.created_by_name,
    };
    const event = {
      id: outgoingEventId(source),
      source,
      event_name: EVENT,
      occurred_at: now,
      created_at: now,
      load_ref: row.subject,
      record: JSON.stringify(record),
      webhook_ids: webhooks.map(({ id }) => id),
    };
    for (const delivery of await addOutgoingEvents(store, [event], randomUUID))
      await queueDelivery(store, this.#jobs, delivery);
    return async () => this.#jobs.added();
  }
}
