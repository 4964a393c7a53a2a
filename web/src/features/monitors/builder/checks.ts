/** All checks before sending, errors first. A draft without errors can be sent. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { uuid } from '@waypost/contract/common';
import { MONITOR_NAME_MAX } from '@waypost/contract/monitors';
import { truckDoubt } from '@waypost/triage/doubt';
import { plateProblems, vinProblem } from '../../../live/truck.ts';
import { isolated } from '../../../ui/bidi.ts';
import { readableName } from '../../../ui/readable-name.ts';
import { fullDateTime, shortDateTime } from '../../../ui/time.ts';
import {
  type Check,
  type CheckContext,
  type CheckRule,
  circles,
  error,
  originBehind,
  overlaps,
  parkedAtOrigin,
  rhythm,
  times,
  tooMany,
  warning,
} from './checks-journey.ts';
import { toCreateRequest } from './convert.ts';
import { type Draft, windowOf } from './draft.ts';
import type { FieldName } from './fields.ts';

const vehicleIdentification: CheckRule = ({ vehicle }) => {
  if (vehicle.by === 'vin') return vinChecks(vehicle.vin.trim().toUpperCase());
  if (vehicle.by === 'plate')
    return plateProblems(vehicle).map(({ field, sentence, reason }) => error(field, field, sentence, reason));
  const id = vehicle.vehicle_id.trim();
  if (id !== '' && uuid.safeParse(id).success) return null;
  return id === ''
    ? error(
        'vehicle',
        'vehicle_id',
        'No truck chosen.',
        'A monitor tracks one truck. Choose it, or enter its VIN or full plate.',
      )
    : error(
        'vehicle',
        'vehicle_id',
        `“${id.slice(0, 40)}” does not match a truck yet.`,
        'Choose one from the list, paste a vehicle ID (UUID), or use its VIN or full plate.',
      );
};

function vinChecks(vin: string): Check | null {
  if (vin === '') return error('vin', 'vin', 'The VIN is missing.', 'A monitor tracks one truck.');
  const problem = vinProblem(vin);
  if (problem === null) return null;
  const id = problem.severity === 'error' ? 'vin' : 'vin-check-digit';
  return { id, field: 'vin', ...problem };
}

function vehicleField({ vehicle }: Pick<Draft, 'vehicle'>): FieldName {
  return vehicle.by === 'plate' ? 'license_plate_number' : vehicle.by;
}

const locationSharing: CheckRule = (draft, { facts, now, zone }) => {
  const field = vehicleField(draft);
  if (facts?.location_shared === 'no')
    return warning(
      'not-shared',
      field,
      "No active agreement shares this truck's location with us.",
      'A monitor needs vehicle locations. This one will most likely be rejected.',
    );
  const until = facts?.location_shared_until ?? null;
  const window = windowOf(draft);
  if (until === null || !window || Date.parse(until) >= window.expires) return null;
  return warning(
    'shared-until',
    field,
    `The fleet shares this truck's location only until ${shortDateTime(until, now, zone)}.`,
    'That is before tracking ends. Nothing would be seen after that.',
  );
};

/** One warning, however many monitors overlap. */
const alreadyTracked: CheckRule = (draft, { facts, now, zone }) => {
  const window = windowOf(draft);
  const overlapping = (facts?.monitors ?? []).filter(({ starts_at, expires_at }) => {
    if (!window) return true;
    const from = starts_at === null ? -Infinity : Date.parse(starts_at);
    const to = expires_at === null ? Infinity : Date.parse(expires_at);
    return from < window.expires && to > window.starts;
  });
  const [first] = overlapping;
  if (!first) return null;
  const name = first.name === null || first.name === '' ? 'a monitor without a name' : `“${first.name}”`;
  const more = overlapping.length > 1 ? ` and ${overlapping.length - 1} more` : '';
  const until = first.expires_at === null ? '' : `, until ${shortDateTime(first.expires_at, now, zone)}`;
  return warning(
    'watched',
    vehicleField(draft),
    `This truck is already tracked at that time by ${name}${more}${until}.`,
    'Two monitors would report the same stops. This trip may already have one.',
  );
};

/** Why the truck's positions may not be this load's: one warning, of the worst reason, with a link to it. */
const truckInDoubt: CheckRule = (draft, { facts, load, now }) => {
  const field = vehicleField(draft);
  const [doubted, ...others] = (facts?.loads ?? []).filter(({ agreement }) => agreement === 'disagree');
  if (doubted) {
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    const name = isolated(doubted.load_ref ?? 'its load');
    return {
      ...warning(
        'disagree',
        field,
        `Possible wrong truck: the tracking service doubts that it carries ${name}${more}.`,
        'The monitor would track the wrong truck. Ask the carrier which truck is driving.',
      ),
      why: doubted.load_id,
    };
  }
  if (!load || !isTruckOf(draft, load)) return null;
  const name = isolated(load.load_ref ?? 'this load');
  const [other, ...rest] = load.same_truck_loads;
  switch (truckDoubt(load, now)?.reason) {
    case 'same_truck':
      return {
        ...warning(
          'same-truck',
          field,
          `This truck is in doubt: times from it may belong to ${isolated(other?.load_ref ?? 'another load')}${rest.length > 0 ? ` or ${rest.length} more` : ''}.`,
          `It is assigned to ${name} at the same time. Ask the carrier which load it carries.`,
        ),
        why: load.load_id,
      };
    case 'vehicle_changed':
      return {
        ...warning(
          'vehicle-changed-lately',
          field,
          `This truck is in doubt: ${name} was assigned to it${load.vehicle_changed_at ? ` ${fullDateTime(load.vehicle_changed_at)}` : ' lately'}, in place of another.`,
          'Times from it may belong to another load. Ask the carrier which truck is driving.',
        ),
        why: load.load_id,
      };
    default:
      return null;
  }
};

function isTruckOf({ vehicle, load_id }: Draft, load: BoardLoad): boolean {
  const assigned = load.vehicle_assignment?.vehicle;
  if (!assigned || load_id !== load.load_id) return false;
  if (vehicle.by === 'vin') return vehicle.vin.trim().toUpperCase() === assigned.vin?.toUpperCase();
  if (vehicle.by === 'plate')
    return vehicle.license_plate_number.trim() === (assigned.license_plate_number ?? '');
  return vehicle.vehicle_id.trim().toLowerCase() === assigned.id.toLowerCase();
}

/** The service may have assigned another truck to the load since the draft was saved. */
const vehicleChangedOnLoad: CheckRule = (draft, { load }) => {
  const vehicle = load?.vehicle_assignment?.vehicle;
  if (!vehicle || draft.load_id !== load?.load_id || draft.vehicle.by !== 'vehicle_id') return null;
  const draft_vehicle_id = draft.vehicle.vehicle_id.trim().toLowerCase();
  if (draft_vehicle_id === '' || draft_vehicle_id === vehicle.id.toLowerCase()) return null;
  const name = isolated(vehicle.vehicle_name ?? 'another truck');
  const since = load.vehicle_changed_at === null ? '' : ` since ${fullDateTime(load.vehicle_changed_at)}`;
  return warning(
    'vehicle-changed',
    'vehicle_id',
    `${isolated(load.load_ref ?? 'The load')} is on ${name}${since}, not on this truck.`,
    'The monitor would not cover this load.',
    {
      label: `Use ${name}`,
      action: {
        type: 'vehicle',
        change: { vehicle_id: vehicle.id, vehicle_name: vehicle.vehicle_name ?? '' },
      },
    },
  );
};

const nameLength: CheckRule = ({ name }) => {
  const { length } = name.trim();
  if (length <= MONITOR_NAME_MAX) return null;
  return error('name', 'name', `The name has ${length} characters.`, `The maximum is ${MONITOR_NAME_MAX}.`);
};

const subscription: CheckRule = ({ webhook_group_id }) => {
  const id = webhook_group_id.trim();
  if (id === '' || uuid.safeParse(id).success) return null;
  return error(
    'webhook_group_id',
    'webhook_group_id',
    'This is not a subscription ID.',
    'Subscription IDs look like 3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60.',
  );
};

const RULES: readonly CheckRule[] = [
  vehicleIdentification,
  circles,
  tooMany,
  times,
  nameLength,
  subscription,
  locationSharing,
  alreadyTracked,
  truckInDoubt,
  vehicleChangedOnLoad,
  parkedAtOrigin,
  originBehind,
  overlaps,
  rhythm,
];

export function checksOf(draft: Draft, context: CheckContext): readonly Check[] {
  const found = RULES.flatMap((rule) => rule(draft, context)).filter((one) => one !== null);
  const errors = found.filter(({ severity }) => severity === 'error');
  const warnings = found.filter(({ severity }) => severity === 'warning');
  return [...errors, ...(errors.length === 0 ? schemaErrors(draft) : []), ...warnings];
}

function schemaErrors(draft: Draft): Check[] {
  const request = toCreateRequest(draft);
  if (request.ok) return [];
  return request.issues.map(({ field, message }, at) =>
    error(
      `schema:${at}`,
      field ?? 'name',
      `${field === null ? 'This monitor' : readableName(field)} ${message}.`,
      'The tracking service would reject it.',
    ),
  );
}
