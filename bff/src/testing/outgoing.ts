/** Outgoing webhooks with a board, exceptions and a receiver, with manual time. */
import { randomBytes } from 'node:crypto';
import type { Agreement } from '@waypost/contract/agreements';
import type { BoardMonitor, BoardMonitorStop } from '@waypost/contract/api/monitors';
import { outgoingWebhookCreate } from '@waypost/contract/api/outgoing-webhooks';
import { afterEach } from 'vitest';
import { OutgoingCollector } from '../integrations/outgoing-webhooks/collector.ts';
import { Destinations } from '../integrations/outgoing-webhooks/post.ts';
import { OutgoingSender } from '../integrations/outgoing-webhooks/sender.ts';
import { OutgoingWebhooks } from '../integrations/outgoing-webhooks/webhooks.ts';
import { Activity } from '../platform/activity/activity.ts';
import { SINGLE_SERVER } from '../platform/cluster/notify-bus.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { parseNetworks } from '../platform/lib/networks.ts';
import { SecretBox } from '../platform/secrets/keys.ts';
import { nextMonitorVersion, saveMonitor } from '../platform/store/monitors.ts';
import type { OpenDatabase } from '../platform/store/open-database.ts';
import { inTransaction } from '../platform/store/transaction.ts';
import { id, silentLog } from './tracking.ts';
import { MINUTE, TestWorld } from './triage.ts';
import { webhookReceiver } from './webhook-receiver.ts';

export const HOUR = 60 * MINUTE;
export const KEEP_MS = 24 * HOUR;
const box = new SecretBox([{ id: 'k', key: randomBytes(32) }]);
const local = parseNetworks('', true);
if ('problem' in local) throw new Error(local.problem);
const destinations = new Destinations(local.networks);
const OF_EXCEPTIONS_AND_STOPS = [
  'exception.opened',
  'exception.changed',
  'exception.closed',
  'stop.arrived',
  'stop.departed',
];
export const request = (url: string, events: readonly string[] = OF_EXCEPTIONS_AND_STOPS) =>
  outgoingWebhookCreate.parse({ url, events });

/** Called after the test. */
export const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

export async function outgoingWorld({ db, dialect }: Pick<OpenDatabase, 'db' | 'dialect'>) {
  const now_is = new TestWorld(db);
  const { now } = now_is;
  const server = await now_is.server();
  await server.board.watch([id(1), id(2)], 'person', null);
  await server.read(1, { health: 'live' });
  const activity = new Activity(db, silentLog, now);
  const known = new Map<string, BoardMonitor>();
  const monitors = {
    find: async (monitor_id: string) => known.get(monitor_id) ?? null,
    peek: () => undefined,
    catchUp: async () => undefined,
  };
  /** Agreements as the tracking service lists them. */
  const agreements: Agreement[] = [];
  const directory = { agreementsWithin: async () => agreements };
  const shared = { db, activity, destinations, log: silentLog, now };
  /** A freshly started server. */
  const start = () => {
    const jobs = new Jobs({ ...shared, dialect, bus: SINGLE_SERVER });
    closing.push(() => jobs.stop());
    const common = { ...shared, jobs };
    const webhooks = new OutgoingWebhooks({ ...common, box });
    new OutgoingSender({ ...common, secretsOf: webhooks.secretsOf.bind(webhooks) });
    const collector = new OutgoingCollector({
      ...common,
      board: server.board,
      triage: server.triage,
      monitors,
      directory,
      keepMs: KEEP_MS,
    });
    const run = async () => {
      while (await collector.collect());
      await jobs.runDue();
    };
    return { webhooks, jobs, collector, run, stop: () => jobs.stop() };
  };
  const receiver = await webhookReceiver(200);
  closing.push(receiver.close);
  /** Stores a monitor change with these times at its first stop. */
  const monitorChanged = async (
    arrived_at: string | null,
    departed_at: string | null,
    no_dock: Pick<BoardMonitorStop, 'city_center' | 'around_truck'> = {},
  ) => {
    const monitor_id = id(77);
    await inTransaction(db, async (trx) => {
      const version = await nextMonitorVersion(trx);
      await saveMonitor(trx, {
        id: monitor_id,
        tag: null,
        state: '{}',
        events: 1,
        last_event_at: null,
        read_at: null,
        first_seen_at: now(),
        ended_at: null,
        ended_as: null,
        born_at: now(),
        version,
        outside_origin_at: null,
      });
    });
    known.set(monitor_id, {
      id: monitor_id,
      name: 'BOL 7',
      stops: [
        {
          sequence: 0,
          name: 'Denver',
          latitude: 39.7,
          longitude: -104.9,
          arrived_at,
          departed_at,
          arrived_by: arrived_at && 'event',
          departed_by: departed_at && 'event',
          arrived_at_start: false,
          ...no_dock,
          planned_arrival_at: null,
          planned_departure_at: null,
        },
      ],
      links: [
        { load_id: id(1), load_ref: 'LD-1', source: 'name', state: 'linked' },
        { load_id: id(2), load_ref: 'LD-2', source: 'vehicle_time', state: 'suggested' },
      ],
    } as unknown as BoardMonitor);
  };
  const names = () => receiver.received.map(({ body }) => body.event_name);
  return { db, dialect, clock: now_is, server, activity, start, receiver, monitorChanged, names, agreements };
}
