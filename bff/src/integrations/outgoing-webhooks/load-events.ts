/** Events of loads on the board and of those that leave it. Pure functions. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { OutgoingEvent, outgoingDelivered } from '@waypost/contract/api/outgoing-events';
import type { ArchiveReason } from '@waypost/contract/api/url-enums';
import { isDelivered } from '@waypost/triage/cause';
import type { z } from 'zod';
import { toIso } from '../../platform/lib/time.ts';
import type { ListedLoadRow } from '../../platform/store/archived-loads.ts';
import type { OutgoingLoadRow, OutgoingWebhookRow } from '../../platform/store/outgoing-webhooks.ts';
import { newEvent, type SourceEvent } from './source-event.ts';

const MINUTE = 60_000;

/** A webhook, with what was last published to it about a load. */
export interface LoadSubscriber {
  readonly webhook: OutgoingWebhookRow;
  readonly minutes: { readonly position: number; readonly estimate: number };
  readonly subscribes: (event: OutgoingEvent, occurred_at: number) => boolean;
  readonly state: Pick<OutgoingLoadRow, 'position_at' | 'estimates'>;
}

interface LoadEvents {
  readonly events: readonly SourceEvent[];
  /** What is published to the webhooks with these events. */
  readonly published: readonly OutgoingLoadRow[];
}

const partOf = ({ load_id, load_ref, fleet }: BoardLoad) => ({ load_id, load_ref, fleet });

/** Of a load that has changed. @param now milliseconds since 1970 */
export function toLoadEvents(load: BoardLoad, webhooks: readonly LoadSubscriber[], now: number): LoadEvents {
  const events: SourceEvent[] = [];
  const { leaving } = load;
  const restored = toRestored(load, now);
  if (restored) events.push(restored);
  if (leaving && isDelivered(leaving)) events.push(toDelivered(partOf(load), leaving.reason, leaving.since));
  const rows = new Map(webhooks.map(({ webhook, state }) => [webhook.id, { ...state }]));
  const changed = new Set<string>();
  const markPublished = (id: string, change: Partial<OutgoingLoadRow>) => {
    Object.assign(rows.get(id) as object, change);
    changed.add(id);
  };
  const position = toPosition(load, webhooks);
  if (position) {
    events.push(position);
    for (const id of position.webhook_ids ?? []) markPublished(id, { position_at: position.occurred_at });
  }
  for (const one of webhooks) {
    const moved = toMovedEstimates(load, one, now);
    if (moved.length === 0) continue;
    events.push(...moved.map(({ event }) => event));
    const estimates = Object.fromEntries(moved.map(({ sequence, likely }) => [sequence, likely]));
    markPublished(one.webhook.id, { estimates: JSON.stringify({ ...estimatesOf(one.state), ...estimates }) });
  }
  return {
    events,
    published: [...changed].map((webhook_id) => ({
      webhook_id,
      load_id: load.load_id,
      position_at: null,
      estimates: '{}',
      ...rows.get(webhook_id),
    })),
  };
}

/** Longer than a load is unread after it was added; shorter than events are kept, which repeats of this one are found by. */
const RESTORED_MS = 24 * 60 * MINUTE;

/** Whoever adds a load from the archive keeps it on the board from then on; others are kept only later. Its reference is read after that. */
function toRestored(load: BoardLoad, now: number): SourceEvent | null {
  const { load_id, load_ref, kept, watched_at, read_at, read_error } = load;
  const at = Date.parse(watched_at);
  const is_restored = kept !== null && Date.parse(kept.at) <= at;
  if (!is_restored || now - at >= RESTORED_MS || (read_at === null && read_error === null)) return null;
  return {
    ...newEvent('load.restored', `restored/${load_id}/${at}`, at, load_ref),
    record: { ...partOf(load), restored_at: watched_at, restored_by_name: kept.by_name },
  };
}

/** One event for all webhooks whose interval is over. */
function toPosition(load: BoardLoad, webhooks: readonly LoadSubscriber[]): SourceEvent | null {
  const position = load.last_position;
  if (!position) return null;
  const at = Date.parse(position.occurred_at);
  const due = webhooks.filter(
    ({ subscribes, minutes, state }) =>
      subscribes('position.reported', at) &&
      (state.position_at === null || at - state.position_at >= minutes.position * MINUTE),
  );
  if (due.length === 0) return null;
  const vehicle_id = load.vehicle_assignment?.vehicle.id ?? null;
  return {
    ...newEvent('position.reported', `position/${load.load_id}/${at}`, at, load.load_ref),
    record: { ...partOf(load), ...position, place: load.place, vehicle_id },
    webhook_ids: due.map(({ webhook }) => webhook.id),
  };
}

const estimatesOf = ({ estimates }: LoadSubscriber['state']) =>
  JSON.parse(estimates) as Record<string, string>;

/** Webhooks have limits of their own, so each has events of its own. */
function toMovedEstimates(
  load: BoardLoad,
  { webhook, minutes, subscribes, state }: LoadSubscriber,
  now: number,
) {
  if (!subscribes('estimate.moved', now)) return [];
  const known = estimatesOf(state);
  return load.predicted_arrivals.flatMap(({ stop_sequence: sequence, from, likely, to }) => {
    const before = known[sequence] ?? null;
    const moved = before === null ? null : Math.abs(Date.parse(likely) - Date.parse(before));
    if (moved !== null && moved < minutes.estimate * MINUTE) return [];
    const source = `estimate/${webhook.id}/${load.load_id}/${sequence}/${load.version}`;
    const name = load.stops.find((stop) => stop.sequence === sequence)?.name ?? null;
    const event: SourceEvent = {
      ...newEvent('estimate.moved', source, now, load.load_ref),
      record: { ...partOf(load), stop: { sequence, name }, estimate: { from, likely, to }, before },
      webhook_ids: [webhook.id],
    };
    return [{ event, sequence, likely }];
  });
}

/** Of a load that has left the board; also that it was delivered, if it left before that event was published. */
export function toLeftEvents(row: ListedLoadRow): SourceEvent[] {
  const { load_id, load_ref, fleet_id, fleet_ref, fleet_name, since } = row;
  const fleet = fleet_id === null ? null : { fleet_id, fleet_ref, name: fleet_name };
  const load = { load_id, load_ref, fleet };
  const reason = row.reason as ArchiveReason;
  const by_waypost = row.archived_by === null;
  const event = by_waypost ? 'load.archived' : 'load.removed';
  return [
    ...(since !== null && isDelivered(row) ? [toDelivered(load, row.reason, toIso(since))] : []),
    {
      ...newEvent(event, `left/${load_id}/${row.n}`, row.archived_at, load_ref),
      record: {
        ...load,
        reason,
        since: toIso(since),
        archived_at: toIso(row.archived_at),
        archived_by_name: by_waypost ? null : row.archived_by_name,
      },
    },
  ];
}

function toDelivered(
  load: Pick<BoardLoad, 'load_id' | 'load_ref' | 'fleet'>,
  reason: string,
  at: string,
): SourceEvent {
  const source = `delivered/${load.load_id}/${Date.parse(at)}`;
  return {
    ...newEvent('load.delivered', source, Date.parse(at), load.load_ref),
    record: { ...load, at, reason: reason as z.input<typeof outgoingDelivered>['reason'] },
  };
}
