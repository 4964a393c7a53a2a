import type { BoardLoad } from '@waypost/contract/api/board';
import type { EmbeddedVehicle, LoadStop } from '@waypost/contract/loads';
import { appointmentsOf, runningLate } from '@waypost/triage/plan';
import { isolated } from '../../ui/bidi.ts';
import { placePhrase } from '../../ui/quantities.ts';
import { fullDateTime } from '../../ui/time.ts';
import { stopZone } from './predicted.ts';
import { plateText, vehicleName } from './vehicle-name.ts';

function truckLine(vehicle: EmbeddedVehicle): string {
  const plate = plateText(vehicle);
  const parts = [vehicleName(vehicle), vehicle.vin && `VIN ${vehicle.vin}`, plate && `plate ${plate}`];
  return [...new Set(parts.flatMap((part) => (part ? isolated(part) : [])))].join(', ');
}

const refOf = ({ load_ref, load_id }: Pick<BoardLoad, 'load_ref' | 'load_id'>) =>
  isolated(load_ref ?? load_id);
const truckOf = (load: BoardLoad) =>
  load.vehicle_assignment ? `Truck: ${truckLine(load.vehicle_assignment.vehicle)}` : null;

function lastSeen({ last_position, place }: BoardLoad): string | null {
  if (!last_position) return null;
  return `Last position: ${fullDateTime(last_position.occurred_at)}${place ? placePhrase(place) : ''}`;
}

/** `Pickup: Amarillo DC 2, Nov 20, 2026, 08:00:00 CST`, and the same of the delivery: by them a carrier finds the load. */
function stopLines(load: BoardLoad): string[] {
  const stops = appointmentsOf(load.stops);
  const [first, last] = [stops[0], stops.at(-1)];
  const line = (role: string, stop: LoadStop | undefined) => {
    if (!stop?.name) return [];
    const { estimated_arrival_at: at, sequence } = stop;
    return [`${role}: ${isolated(stop.name)}${at ? `, ${fullDateTime(at, stopZone(load, sequence))}` : ''}`];
  };
  return [...line('Pickup', first), ...(last === first ? [] : line('Delivery', last))];
}

/** What precedes the question: nothing, the stops, also the truck's names, or also its last position. */
const LEADS = {
  none: () => [],
  stops: stopLines,
  truck: (load: BoardLoad) => [...stopLines(load), truckOf(load)],
  seen: (load: BoardLoad) => [...stopLines(load), truckOf(load), lastSeen(load)],
};

const MESSAGES = {
  which_truck: [
    'seen',
    'Our tracking suggests that another truck may be carrying this load. Which truck is it? Please send unit number and VIN or plate.',
  ],
  truck_changed: [
    'seen',
    'Our tracking now shows this truck; before, it showed another one. Which truck carries the load? Please send unit number and VIN or plate.',
  ],
  one_truck_two_loads: [
    'truck',
    ({ same_truck_loads }: BoardLoad) =>
      `Our tracking shows this truck on ${same_truck_loads.map((other) => `load ${refOf(other)}`).join(' and ')} at the same time. Which truck carries this load? Please send unit number and VIN or plate.`,
  ],
  name_truck: [
    'stops',
    ({ lost_truck }: BoardLoad) =>
      `We ${lost_truck ? `no longer see ${vehicleName(lost_truck.vehicle)}` : 'see no truck'} on this load. Which truck carries it? Please send unit number and VIN or full plate (number, state or province, country).`,
  ],
  check_identifiers: [
    'stops',
    'The truck identifiers that we have for this load match no truck in our tracking. Please check and resend: unit number, VIN and full plate (number, state or province, country).',
  ],
  confirm_truck: [
    'seen',
    'We matched this truck to the load by its location only. Is it the right one? Please confirm, with its VIN or full plate (number, state or province, country).',
  ],
  share_location: [
    'truck',
    'You share this truck with us, but not its location. Please allow vehicle location in your share agreement with us.',
  ],
  check_device: [
    'truck',
    ({ vehicle_assignment }: BoardLoad) =>
      `No pings from this truck yet. Please check its telematics device${vehicle_assignment?.vehicle.vin ? ', and that the VIN above is right' : ''}.`,
  ],
  where_is_it: [
    'seen',
    ({ last_position }: BoardLoad) =>
      `We have received no position${last_position ? ' since' : ' from it'}. Is the truck under way, and is its device connected?`,
  ],
  when_will_it_arrive: [
    'seen',
    'The planned arrival has passed and the truck has not been seen there. When will it arrive?',
  ],
  running_late: ['seen', howLate],
  still_driving: [
    'seen',
    'The planned arrival has passed and the truck is still driving. When will it arrive?',
  ],
  check_access: [
    'none',
    ({ load_id, read_error }: BoardLoad) =>
      [
        `load_id: ${load_id}`,
        `The tracking service responded ${read_error?.status ?? 'with an error'}: ${read_error?.message ?? ''}`,
        'Please check our access to this load.',
      ].join('\n'),
  ],
} as const satisfies Readonly<
  Record<string, readonly [keyof typeof LEADS, string | ((load: BoardLoad) => string)]>
>;
export type MessageKind = keyof typeof MESSAGES;

function howLate(load: BoardLoad): string {
  // This computer's clock is exact enough: it only decides whether a dispatcher's ETA is still ahead.
  const stop = runningLate(load, Date.now())?.stop;
  const at = stop?.estimated_arrival_at
    ? ` (planned for ${fullDateTime(stop.estimated_arrival_at, stopZone(load, stop.sequence))})`
    : '';
  return `By our estimate, the truck will be late to ${isolated(stop?.name ?? 'its next stop')}${at}. When will it arrive?`;
}

export function messageOf(kind: MessageKind, load: BoardLoad): string {
  const [lead, text] = MESSAGES[kind];
  const lines = [`Load ${refOf(load)}`, ...LEADS[lead](load), typeof text === 'string' ? text : text(load)];
  return lines.filter((line) => line !== null).join('\n');
}

/** Asks which truck it is, with the evidence against the one that we see. */
export function wrongTruckMessage(load: BoardLoad, against: readonly string[]): string {
  const reasons = against.map((text) => `- ${text}`);
  return [messageOf('which_truck', load), ...(reasons.length > 0 ? ['What we see:', ...reasons] : [])].join(
    '\n',
  );
}
