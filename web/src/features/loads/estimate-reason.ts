/** Why an estimate is what it is, and how often such estimates were right: for dispatchers, and in plain words for their customers. */
import type { ArrivalRecord, PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import { distanceText, speedText } from '../../ui/quantities.ts';
import { countText } from '../../ui/units.ts';

const REST: Readonly<Record<PredictedArrival['rest'], string>> = {
  before: 'a 10-hour rest on the way',
  perhaps: 'possibly a 10-hour rest on the way',
  none: 'no long rest',
};

/** `120 mi to go, 51 mph from door to door as this truck has driven, no long rest`. @param where after the distance */
export function reasonText(prediction: PredictedArrival, where = ''): string {
  const { meters_to_go, rest } = prediction;
  return [`${distanceText(meters_to_go)} to go${where}`, paceText(prediction), REST[rest]].join(', ');
}

function paceText({ speed_mps, speed_by = 'usual', record }: PredictedArrival): string {
  const speed = speedText(speed_mps);
  if (speed_by === 'truck') return `${speed} from door to door as this truck has driven`;
  if (speed_by === 'fleet')
    return `${speed} from door to door by the last arrivals ${record?.of === 'fleet' ? 'of its fleet' : 'here'}`;
  return `${speed} from door to door, stops included, as is usual`;
}

const PLAIN_REST: Readonly<Record<PredictedArrival['rest'], string>> = {
  before: ' The driver has to rest for 10 hours on the way.',
  perhaps: ' The driver may have to rest for 10 hours on the way.',
  none: '',
};

/**
 * `124 mi to go to the city, not the dock, at about 56 mph. Our last 50 estimates: 41 were right.` What was not counted is not
 * mentioned.
 */
export function plainReason({ meters_to_go, place_by, speed_mps, rest, record }: PredictedArrival): string {
  const where = place_by === 'city' ? ' to the city, not the dock,' : '';
  const way = `${distanceText(meters_to_go)} to go${where} at about ${speedText(speed_mps)}.`;
  const hits = record?.hits ?? null;
  const right = hits === null ? '' : ` Of our last ${record?.cases} estimates, ${hits} were right.`;
  return way + PLAIN_REST[rest] + right;
}

/** What an estimate from a doubted position depends on. */
export function doubtText(truck_in_doubt: boolean, tracking_health: string | null): string {
  if (truck_in_doubt) return 'if it is the right truck';
  return tracking_health === 'stale' ? 'if it is still on its way' : 'if its position is right';
}

/** `Right in 41 of the last 50 here`; without enough cases no rate is claimed. */
export function recordText(record: ArrivalRecord | undefined): string {
  if (!record || record.arrivals === 0) return 'No arrivals counted yet';
  const { of, hits, cases, arrivals, width_factor } = record;
  if (hits === null) return `${countText(arrivals, 'arrival')} counted, too few to say how often it is right`;
  const width =
    width_factor === 1 ? '' : width_factor > 1 ? ', so it was made wider' : ', so it was made narrower';
  return `Right in ${hits} of the last ${cases} ${of === 'fleet' ? 'of its fleet' : 'here'}${width}`;
}
