/** Why an estimate is what it is, in one line, and how often such estimates were right; the board and the share page say the same. */
import type { ArrivalRecord, PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import { countText, distanceText, speedText } from '../../ui/units.ts';

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
  return `${speed} by the usual highway speed as nothing was observed yet`;
}

/** `Right in 41 of the last 50 here`; without enough cases no rate is claimed. */
export function recordText(record: ArrivalRecord | undefined): string {
  if (!record || record.arrivals === 0) return 'No arrivals counted yet';
  const { of, hits, cases, arrivals, width_factor } = record;
  if (hits === null) return `${countText(arrivals, 'arrival')} counted, too few to say how often it is right`;
  const wider = width_factor > 1 ? ', so it was made wider' : '';
  return `Right in ${hits} of the last ${cases} ${of === 'fleet' ? 'of its fleet' : 'here'}${wider}`;
}
