/** The draft as the body that is sent, and what its schema says against it, each on its field. */
import { type MonitorCommand, monitorCommand } from '@waypost/contract/api/monitors';
import type { Draft, DraftStop } from './draft.ts';
import { type FieldName, fieldOfPath } from './fields.ts';

export interface FieldIssue {
  /** Null: the whole. */
  readonly field: FieldName | null;
  /** Goes on after the name of the field: "must be …". */
  readonly message: string;
}

export type ToWish =
  | { readonly ok: true; readonly wish: MonitorCommand }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] };

const given = (text: string): string | undefined => text.trim() || undefined;

export function toWish(draft: Draft): ToWish {
  const parsed = monitorCommand.safeParse(bodyOf(draft));
  if (parsed.success) return { ok: true, wish: parsed.data };
  return {
    ok: false,
    issues: parsed.error.issues.map(({ path, message }) => ({
      field: fieldOfPath(path.join('.'), draft),
      message,
    })),
  };
}

/** What is missing in the draft is missing here: the schema says so. */
export function bodyOf(draft: Draft): Record<string, unknown> {
  const { stops } = draft;
  const planned = stops.slice(1, -1);
  return withoutAbsent({
    origin: circleOf(stops[0]),
    destination: circleOf(stops.at(-1)),
    stops:
      planned.length === 0
        ? undefined
        : planned.map((stop) => withoutAbsent({ name: given(stop.name), ...circleOf(stop) })),
    starts_at: draft.starts_at ?? undefined,
    expires_at: draft.expires_at ?? undefined,
    name: given(draft.name),
    webhook_group_id: given(draft.webhook_group_id),
    ...vehicleOf(draft),
    about: {
      load_id: draft.load_id,
      stops: stops.map((stop, sequence) => ({
        sequence,
        name: given(stop.name) ?? null,
        site_id: stop.site?.site_id ?? null,
        load_stop_sequence: stop.load_stop_sequence,
        planned_arrival_at: stop.planned_arrival_at,
        planned_departure_at: stop.planned_departure_at,
      })),
    },
  });
}

/** The one route of the three that was chosen; also for the question of what is known of the vehicle. */
export function vehicleOf({ vehicle }: Pick<Draft, 'vehicle'>): Record<string, string> {
  const { by } = vehicle;
  if (by === 'vehicle_id') return withoutAbsent({ vehicle_id: given(vehicle.vehicle_id) });
  if (by === 'vin') return withoutAbsent({ vin: given(vehicle.vin)?.toUpperCase() });
  return withoutAbsent({
    license_plate_number: given(vehicle.license_plate_number),
    license_plate_region: given(vehicle.license_plate_region)?.toUpperCase(),
    license_plate_country: given(vehicle.license_plate_country)?.toUpperCase(),
  });
}

function circleOf(stop: DraftStop | undefined): Record<string, unknown> {
  return withoutAbsent({
    latitude: stop?.center?.latitude,
    longitude: stop?.center?.longitude,
    radius_meters: stop?.radius_meters ?? undefined,
  });
}

function withoutAbsent<T>(value: Record<string, T | undefined>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, T] => entry[1] !== undefined),
  );
}
