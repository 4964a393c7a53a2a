/** One expired row for every purge, with all its child rows. */

import { activitySearchText } from '../platform/store/activity.ts';
import { addArchivedLoads, type NewArchivedLoad } from '../platform/store/archived-loads.ts';
import type { Database, Tables } from '../platform/store/database.ts';
import { newInvitationRow } from '../platform/store/onboarding.ts';
import { addRow } from '../platform/store/query.ts';

/** `name` is part of every id; the rows ended or arrived at `at` (ms). */
export async function addAgedRows(db: Database, name: string, at: number): Promise<void> {
  const by = { created_by: 's', created_by_name: 'Ann' };
  await db
    .insertInto('vehicle_position')
    .values({ vehicle_id: name, occurred_at: at, latitude: 1, longitude: 2 })
    .execute();
  const entry = { name: 'Ann', action: 'sign_in', target: null, outcome: 'done', detail: null };
  await db
    .insertInto('activity')
    .values({ id: name, at, sub: 's', ...entry, search: activitySearchText(entry) })
    .execute();
  await addRow(db, 'person', { sub: name, name: 'Ann', roles: '["viewer"]', last_seen_at: at });
  await db
    .insertInto('webhook_subscription')
    .values({
      id: name,
      purpose: name,
      base_url: 'https://x',
      secret_hash: name,
      path_secret: '',
      signing_secret: null,
      webhook_group_id: null,
      state: 'active',
      message: null,
      created_at: at,
    })
    .execute();
  for (const state of ['done', 'failed'] as const)
    await db
      .insertInto('webhook_delivery')
      .values({ ...deliveryRow(`${name} ${state}`, name, at), state })
      .execute();
  await db
    .insertInto('intent')
    .values({
      id: name,
      kind: 'user',
      state: 'done',
      tag: name,
      attempt: 1,
      subject: null,
      fingerprint: '',
      request: null,
      result_id: null,
      result: null,
      service_status: 200,
      message: null,
      ...by,
      created_at: at,
      updated_at: at,
      checks: 0,
      next_check_at: null,
    })
    .execute();
  const operation = { state: '{}', request: null, intent_id: null, created_by_name: null, status: 'success' };
  await db
    .insertInto('operation')
    .values({
      id: name,
      ...operation,
      connection_id: null,
      username: null,
      created_at: at,
      stored_at: at,
      repeated_as: null,
      last_event_at: null,
      last_read_at: at,
      version: 1,
    })
    .execute();
  await addMonitor(db, name, at);
  await addInvitation(db, name, at);
  await db
    .insertInto('bulk_job')
    .values({
      id: name,
      kind: 'user',
      name: null,
      state: 'done',
      is_sync: 0,
      ...by,
      total: 1,
      fingerprint: '',
      created_at: at,
      updated_at: at,
      finished_at: at,
      version: 1,
    })
    .execute();
  await db.insertInto('bulk_row').values(bulkRow(name, 0)).execute();
  await addArchivedLoads(db, [archivedLoadOf({ n: at, load_id: name, archived_at: at })]);
  await addException(db, name, at);
  await addOutgoing(db, name, at);
  await addRow(db, 'share_link', shareLinkRow(name, at));
}

const shareLinkRow = (name: string, expires_at: number): Tables['share_link'] => ({
  id: name,
  token_hash: name,
  load_id: name,
  shows_vehicle: 0,
  created_at: expires_at,
  created_by_name: 'Ann',
  expires_at,
  revoked_at: null,
  revoked_by_name: null,
  opened: 0,
  last_opened_at: null,
});

async function addOutgoing(db: Database, name: string, at: number): Promise<void> {
  await db
    .insertInto('outgoing_webhook')
    .values({
      id: name,
      url: 'https://x',
      events: '[]',
      signing_secret: '',
      created_at: at,
      created_by_name: 'Ann',
      active_since: at,
      failures: 0,
      rest_until: 0,
    })
    .execute();
  const event = { event_name: 'webhook.test', occurred_at: at, created_at: at, record: '{}' } as const;
  await db
    .insertInto('outgoing_event')
    .values({ id: name, seq: at, source: name, ...event })
    .execute();
  const delivery = { state: 'delivered', created_at: at, tries: 1 } as const;
  await db
    .insertInto('outgoing_delivery')
    .values({ id: name, webhook_id: name, event_id: name, seq: at, ...delivery, last_tries: '[]' })
    .execute();
}

let seq = 0;

async function addException(db: Database, name: string, at: number): Promise<void> {
  seq += 1;
  await db
    .insertInto('exception')
    .values({
      id: name,
      load_id: name,
      load_ref: null,
      cause: 'stale',
      opened_at: at,
      ended_at: at,
      ended_as: 'resolved',
      notes: 0,
      version: seq,
      change: seq,
    })
    .execute();
  await db
    .insertInto('exception_event')
    .values({ seq, exception_id: name, load_id: name, cause: 'stale', at, kind: 'ended' })
    .execute();
  await db
    .insertInto('arrival_case')
    .values({
      load_id: name,
      stop_sequence: 1,
      minutes_before: 60,
      shown_at: at - 3_600_000,
      shown_from: at,
      shown_likely: at,
      shown_to: at,
      time_factor: 1,
      width_factor: 1,
      arrived_at: at,
      hit: 1,
    })
    .execute();
  await db.insertInto('load_call').values({ load_id: name, change: seq, changed_at: at }).execute();
}

export const deliveryRow = (
  id: string,
  subscription_id: string,
  received_at: number,
): Tables['webhook_delivery'] => ({
  id,
  subscription_id,
  received_at,
  body: '',
  bytes: 0,
  content_type: null,
  content_encoding: null,
  headers: null,
  signed_at: null,
  event_id: id,
  event_name: null,
  state: 'done',
  outcome: null,
  tries: 1,
  handled_at: received_at,
});

export const bulkRow = (job_id: string, n: number): Tables['bulk_row'] => ({
  job_id,
  n,
  state: 'done',
  subject: null,
  issues: '[]',
  message: null,
  effect: 'create',
  service_status: 200,
  intent_id: `${job_id} ${n}`,
  invitation_key: null,
  operation_id: null,
  request: null,
  renews_accepted: 0,
  undo: null,
  undo_message: null,
  row_number: null,
});

async function addMonitor(db: Database, name: string, at: number): Promise<void> {
  const state = { fields: {}, ending: { status: 'expired', evidence: 2, at }, stops: {} };
  await db
    .insertInto('monitor')
    .values({
      id: name,
      tag: name,
      state: JSON.stringify(state),
      events: 1,
      last_event_at: at,
      read_at: null,
      first_seen_at: at,
      ended_at: at,
      version: 1,
    })
    .execute();
  const event = { tag: null, event_id: name, event_name: 'x', kind: 'expired', stop_sequence: null };
  for (const monitor_id of [name, null])
    await db
      .insertInto('monitor_event')
      .values({
        event_key: `${name} ${monitor_id}`,
        position: 0,
        monitor_id,
        ...event,
        occurred_at: at,
        received_at: at,
        delivery_id: name,
        record: '{}',
        fact: null,
      })
      .execute();
  await db
    .insertInto('monitor_link')
    .values({ monitor_id: name, load_id: name, source: 'person', state: 'linked', load_ref: null, at })
    .execute();
  const about = { body: '{}', load_ref: null, created_by_name: 'Ann', created_at: at };
  for (const monitor_id of [name, null])
    await db
      .insertInto('monitor_about')
      .values({ tag: `${name} ${monitor_id}`, intent_id: name, ...about, monitor_id })
      .execute();
}

async function addInvitation(db: Database, name: string, at: number): Promise<void> {
  await db
    .insertInto('invitation')
    .values({
      ...newInvitationRow({ key: name, sealed_id: '', first_seen_at: at }),
      state: '{"fields":{},"steps":[],"starts":[]}',
      fleet_ref: name,
      status: 'deleted',
      created_by_name: 'Ann',
      last_read_at: at,
      over_at: at,
      version: 1,
    })
    .execute();
  await db
    .insertInto('invitation_happening')
    .values({ invitation_key: name, what: 'deleted', at, by_name: 'Ann', note: null })
    .execute();
  await db
    .insertInto('email')
    .values({
      id: name,
      invitation_key: name,
      recipient: 'ops@mesa.example',
      language: 'en',
      zone: 'UTC',
      state: 'sent',
      created_by: 's',
      created_by_name: 'Ann',
      created_at: at,
      updated_at: at,
    })
    .execute();
}

export const archivedLoadOf = (
  row: Partial<NewArchivedLoad['row']> & Pick<NewArchivedLoad['row'], 'n' | 'load_id'>,
  more: Partial<Omit<NewArchivedLoad, 'row'>> = {},
): NewArchivedLoad => ({
  row: {
    load_ref: null,
    reason: 'removed',
    since: null,
    archived_at: row.n,
    archived_by: null,
    archived_by_name: null,
    watched_at: 1,
    origin: null,
    destination: null,
    vehicle_id: null,
    vehicle_name: null,
    fleet_id: null,
    fleet_ref: null,
    fleet_name: null,
    ...row,
  },
  references: [],
  numbers: [],
  item: '{}',
  ...more,
});
