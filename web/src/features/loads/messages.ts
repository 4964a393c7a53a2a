/** Ready messages for people outside: copied, pasted into whatever the carrier or the fleet reads. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { EmbeddedVehicle } from '@waypost/contract/loads';
import { runningLate } from '@waypost/triage/plan';
import { isolated } from '../../ui/bidi.ts';
import { fullDateTime } from '../../ui/time.ts';
import { placePhrase } from '../../ui/units.ts';
import { plateText, vehicleName } from './vehicle-name.ts';

function truckLine(vehicle: EmbeddedVehicle): string {
  const plate = plateText(vehicle);
  const parts = [vehicleName(vehicle), vehicle.vin && `VIN ${vehicle.vin}`, plate && `plate ${plate}`];
  return [...new Set(parts.flatMap((part) => (part ? isolated(part) : [])))].join(', ');
}

const refOf = (load: BoardLoad) => isolated(load.load_ref ?? load.load_id);
const truckOf = (load: BoardLoad) =>
  load.vehicle_assignment ? `Truck: ${truckLine(load.vehicle_assignment.vehicle)}` : null;

function lastSeen(load: BoardLoad): string | null {
  const { last_position, place } = load;
  if (!last_position) return null;
  const where = place ? placePhrase(place) : '';
  return `Last position: ${fullDateTime(last_position.occurred_at)}${where}`;
}

function message(load: BoardLoad, lines: readonly (string | null)[]): string {
  return [`Load ${refOf(load)}`, ...lines].filter((line) => line !== null).join('\n');
}

const askWhichTruck = (load: BoardLoad) =>
  message(load, [
    truckOf(load),
    lastSeen(load),
    'Our tracking suggests that another truck may be carrying this load. Which truck is it? Please send unit number and VIN or plate.',
  ]);

const askWhetherChanged = (load: BoardLoad) =>
  message(load, [
    truckOf(load),
    lastSeen(load),
    'Our tracking now shows this truck; before, it showed another one. Which truck carries the load? Please send unit number and VIN or plate.',
  ]);

const askWhichLoad = (load: BoardLoad) =>
  message(load, [
    truckOf(load),
    `Our tracking shows this truck on ${load.same_truck_loads.map(({ load_id, load_ref }) => `load ${isolated(load_ref ?? load_id)}`).join(' and ')} at the same time. Which truck carries this load? Please send unit number and VIN or plate.`,
  ]);

const askForTruck = (load: BoardLoad) =>
  message(load, [
    'We see no truck on this load. Which truck carries it? Please send unit number and VIN or full plate (number, state or province, country).',
  ]);

const askToCheckIdentifiers = (load: BoardLoad) =>
  message(load, [
    'The truck identifiers that we have for this load match no truck in our tracking. Please check and resend: unit number, VIN and full plate (number, state or province, country).',
  ]);

const askToConfirm = (load: BoardLoad) =>
  message(load, [
    truckOf(load),
    lastSeen(load),
    'We matched this truck to the load by its location only. Is it the right one? Please confirm, with its VIN or full plate (number, state or province, country).',
  ]);

const askToShare = (load: BoardLoad) =>
  message(load, [
    truckOf(load),
    'You share this truck with us, but not its location. Please allow vehicle location in your share agreement with us.',
  ]);

const askToCheckDevice = (load: BoardLoad) =>
  message(load, [
    truckOf(load),
    `No pings from this truck yet. Please check its telematics device${load.vehicle_assignment?.vehicle.vin ? ', and that the VIN above is right' : ''}.`,
  ]);

const askWhereItIs = (load: BoardLoad) =>
  message(load, [
    truckOf(load),
    lastSeen(load),
    `We have received no position${load.last_position ? ' since' : ' from it'}. Is the truck under way, and is its device connected?`,
  ]);

const askForArrival = (load: BoardLoad) =>
  message(load, [
    truckOf(load),
    lastSeen(load),
    'The planned arrival has passed and the truck has not been seen there. When will it arrive?',
  ]);

const askHowLate = (load: BoardLoad) => {
  const stop = runningLate(load)?.stop;
  const at = stop?.estimated_arrival_at ? ` (planned for ${fullDateTime(stop.estimated_arrival_at)})` : '';
  return message(load, [
    truckOf(load),
    lastSeen(load),
    `By our estimate, the truck will be late to ${isolated(stop?.name ?? 'its next stop')}${at}. When will it arrive?`,
  ]);
};

const askWhyItDrives = (load: BoardLoad) =>
  message(load, [
    truckOf(load),
    lastSeen(load),
    'The planned arrival has passed and the truck is still driving. When will it arrive?',
  ]);

const tellWhoRunsIt = (load: BoardLoad) =>
  message(load, [
    `load_id: ${load.load_id}`,
    `The tracking service responded ${load.read_error?.status ?? 'with an error'}: ${load.read_error?.message ?? ''}`,
    'Please check our access to this load.',
  ]);

const MESSAGES = {
  which_truck: askWhichTruck,
  truck_changed: askWhetherChanged,
  one_truck_two_loads: askWhichLoad,
  name_truck: askForTruck,
  check_identifiers: askToCheckIdentifiers,
  confirm_truck: askToConfirm,
  share_location: askToShare,
  check_device: askToCheckDevice,
  where_is_it: askWhereItIs,
  when_will_it_arrive: askForArrival,
  running_late: askHowLate,
  still_driving: askWhyItDrives,
  check_access: tellWhoRunsIt,
} as const;
export type MessageKind = keyof typeof MESSAGES;

/** Which truck it is, with what speaks against the one that we see. */
export function wrongTruckMessage(load: BoardLoad, against: readonly string[]): string {
  const reasons = against.map((text) => `- ${text}`);
  return [askWhichTruck(load), ...(reasons.length > 0 ? ['What we see:', ...reasons] : [])].join('\n');
}

/** The message in full. Written when somebody wants it: rows only know which one it would be. */
export function messageOf(kind: MessageKind, load: BoardLoad): string {
  return MESSAGES[kind](load);
}
