/** Checks of the vehicle: how it is named, and what is known of it. */
import { uuid } from '@waypost/contract/common';
import { plateProblems, vinProblem } from '../../../live/truck.ts';
import { isolated } from '../../../ui/bidi.ts';
import { fullDateTime, shortDateTime } from '../../../ui/time.ts';
import type { Check, CheckContext, CheckRule } from './check.ts';
import { type Draft, type VehicleDraft, windowOf } from './draft.ts';
import type { FieldName } from './fields.ts';

export const vehicleNaming: CheckRule = ({ vehicle }) => {
  if (vehicle.by === 'vin') return vinChecks(vehicle.vin.trim().toUpperCase());
  if (vehicle.by === 'plate') return plateChecks(vehicle);
  const id = vehicle.vehicle_id.trim();
  if (id !== '' && uuid.safeParse(id).success) return [];
  return [
    {
      id: 'vehicle',
      severity: 'error',
      field: 'vehicle_id',
      sentence: id === '' ? 'No truck chosen.' : `“${id.slice(0, 40)}” does not match a truck yet.`,
      reason:
        id === ''
          ? 'A monitor tracks one truck. Choose it, or enter its VIN or full plate.'
          : 'Choose one from the list, paste a vehicle ID (UUID), or use its VIN or full plate.',
    },
  ];
};

function vinChecks(vin: string): Check[] {
  const error = (sentence: string, reason: string): Check[] => [
    { id: 'vin', severity: 'error', field: 'vin', sentence, reason },
  ];
  if (vin === '') return error('The VIN is missing.', 'A monitor tracks one truck.');
  const problem = vinProblem(vin);
  if (problem === null) return [];
  const id = problem.severity === 'error' ? 'vin' : 'vin-check-digit';
  return [{ id, field: 'vin', ...problem }];
}

function plateChecks(vehicle: VehicleDraft): Check[] {
  return plateProblems(vehicle).map(({ field, sentence, reason }) => ({
    id: field,
    severity: 'error',
    field,
    sentence,
    reason,
  }));
}

/** The field that names the vehicle now. */
export function vehicleField({ vehicle }: Pick<Draft, 'vehicle'>): FieldName {
  return vehicle.by === 'plate' ? 'license_plate_number' : vehicle.by;
}

export const vehicleKnowledge: CheckRule = (draft, context) => {
  const { facts } = context;
  return [
    ...(facts
      ? [...sharing(draft, context), ...watchedAlready(draft, context), ...wrongTruck(draft, context)]
      : []),
    ...changedOnLoad(draft, context),
  ];
};

function sharing(draft: Draft, { facts, now, zone }: CheckContext): Check[] {
  const field = vehicleField(draft);
  if (facts?.location_shared === 'no')
    return [
      {
        id: 'not-shared',
        severity: 'warning',
        field,
        sentence: "No active agreement shares this truck's location with us.",
        reason: 'A monitor needs vehicle locations. This one will most likely be rejected.',
      },
    ];
  const until = facts?.location_shared_until ?? null;
  const window = windowOf(draft);
  if (until === null || !window || Date.parse(until) >= window.expires) return [];
  return [
    {
      id: 'shared-until',
      severity: 'warning',
      field,
      sentence: `The fleet shares this truck's location only until ${shortDateTime(until, now, zone)}.`,
      reason: 'That is before tracking ends. Nothing would be seen after that.',
    },
  ];
}

/** One row, however many there are. */
function watchedAlready(draft: Draft, { facts, now, zone }: CheckContext): Check[] {
  const window = windowOf(draft);
  const meeting = (facts?.monitors ?? []).filter(({ starts_at, expires_at }) => {
    if (!window) return true;
    const from = starts_at === null ? -Infinity : Date.parse(starts_at);
    const to = expires_at === null ? Infinity : Date.parse(expires_at);
    return from < window.expires && to > window.starts;
  });
  const [first] = meeting;
  if (!first) return [];
  const name = first.name === null || first.name === '' ? 'a monitor without a name' : `“${first.name}”`;
  const more = meeting.length > 1 ? ` and ${meeting.length - 1} more` : '';
  const until = first.expires_at === null ? '' : `, until ${shortDateTime(first.expires_at, now, zone)}`;
  return [
    {
      id: 'watched',
      severity: 'warning',
      field: vehicleField(draft),
      sentence: `This truck is already tracked at that time by ${name}${more}${until}.`,
      reason: 'Two monitors would report the same stops. This trip may already have one.',
    },
  ];
}

function wrongTruck(draft: Draft, { facts }: CheckContext): Check[] {
  const doubted = (facts?.loads ?? []).filter(({ agreement }) => agreement === 'disagree');
  const [first] = doubted;
  if (!first) return [];
  const others = doubted.length > 1 ? ` and ${doubted.length - 1} more` : '';
  return [
    {
      id: 'disagree',
      severity: 'warning',
      field: vehicleField(draft),
      sentence: `Another truck matches the route of ${isolated(first.load_ref ?? 'its load')}${others} better.`,
      reason: 'The monitor would track the wrong truck. Ask the carrier which truck is driving.',
    },
  ];
}

/** The draft was kept while the service gave the load another truck. */
function changedOnLoad(draft: Draft, { load }: CheckContext): Check[] {
  const vehicle = load?.vehicle_assignment?.vehicle;
  if (!vehicle || draft.load_id !== load?.load_id || draft.vehicle.by !== 'vehicle_id') return [];
  const kept = draft.vehicle.vehicle_id.trim().toLowerCase();
  if (kept === '' || kept === vehicle.id.toLowerCase()) return [];
  const name = isolated(vehicle.vehicle_name ?? 'another truck');
  const since = load.vehicle_changed_at === null ? '' : ` since ${fullDateTime(load.vehicle_changed_at)}`;
  return [
    {
      id: 'vehicle-changed',
      severity: 'warning',
      field: 'vehicle_id',
      sentence: `${isolated(load.load_ref ?? 'The load')} is on ${name}${since}, not on this truck.`,
      reason: 'The monitor would not cover this load.',
      fix: {
        label: `Use ${name}`,
        action: {
          type: 'vehicle',
          change: { vehicle_id: vehicle.id, vehicle_name: vehicle.vehicle_name ?? '' },
        },
      },
    },
  ];
}
