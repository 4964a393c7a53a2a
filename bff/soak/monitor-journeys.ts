/** Simulated monitor journeys and their events; each event contains the monitor's state at that time. */
import { randomUUID } from 'node:crypto';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { envelopeOf } from '../src/testing/deliveries.ts';

export interface Journey {
  readonly id: string;
  readonly status: string;
  /** Final actual times by stop, ISO or null. */
  readonly stops: readonly { readonly arrived_at: string | null; readonly departed_at: string | null }[];
  /** In chronological order. */
  readonly events: readonly ReturnType<typeof envelopeOf>[];
}

export const EVENTS_PER_JOURNEY = 10;
const STOPS = 4;
const START = Date.parse('2026-11-20T06:00:00Z');
const NAMES = ASSUMPTIONS.events.geofence_monitor;

/** Ten events each: four stops, sometimes an early end, and unknown events for the rest. */
export function journeysOf(count: number, random: () => number): Journey[] {
  return Array.from({ length: count }, (_, n) => journey(n, random));
}

function journey(n: number, random: () => number): Journey {
  const [id, vehicle_id] = [randomUUID(), randomUUID()];
  const stops = Array.from({ length: STOPS }, (_, sequence) => ({
    id: randomUUID(),
    sequence,
    name: `Stop ${sequence}`,
    radius_meters: 400,
    point: { type: 'Point', coordinates: [-101.8 + sequence, 35.2] },
    arrived_at: null as string | null,
    departed_at: null as string | null,
  }));
  // One in five journeys ends early.
  const transitions = n % 5 === 0 ? 1 + Math.floor(random() * 6) : 2 * STOPS;
  const ending = transitions === 2 * STOPS ? 'completed' : n % 2 === 0 ? 'expired' : 'cancelled';
  let [at, current, status] = [START + Math.floor(random() * 3600_000), 0, 'active'];
  let [completed_at, cancelled_at]: (string | null)[] = [null, null];
  const events: Journey['events'][number][] = [];
  const emit = (event_name: string, stop: (typeof stops)[number] | null) => {
    const updated_at = new Date(at).toISOString();
    const monitor = {
      id,
      vehicle_id,
      status,
      updated_at,
      completed_at,
      cancelled_at,
      current_stop_sequence: current,
      name: `Soak ${n}`,
      starts_at: new Date(START).toISOString(),
      expires_at: new Date(START + 14 * 86_400_000).toISOString(),
      stops,
    };
    const record = { ...monitor, stop, occurred_at: updated_at };
    // Deep copy, so that later changes do not alter the event.
    events.push(envelopeOf(event_name, [JSON.parse(JSON.stringify(record))]));
  };
  for (let step = 0; step < transitions; step += 1) {
    // Sometimes two transitions at once, as for a truck that only passes through.
    at += random() < 0.1 ? 0 : 60_000 + Math.floor(random() * 3600_000);
    const stop = stops[step >> 1] as (typeof stops)[number];
    if (step % 2 === 0) stop.arrived_at = new Date(at).toISOString();
    else {
      stop.departed_at = new Date(at).toISOString();
      current = Math.min(current + 1, STOPS - 1);
    }
    emit(step % 2 === 0 ? NAMES.stop_arrived : NAMES.stop_departed, stop);
  }
  status = ending;
  if (ending === 'completed') completed_at = new Date(at).toISOString();
  if (ending === 'cancelled') cancelled_at = new Date(at).toISOString();
  emit(NAMES[ending], null);
  while (events.length < EVENTS_PER_JOURNEY) emit(`geofence_monitor.note_${events.length}`, null);
  const truth = stops.map(({ arrived_at, departed_at }) => ({ arrived_at, departed_at }));
  return { id, status, stops: truth, events };
}
