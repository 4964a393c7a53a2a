/** An entry of the activity log in words: who, what, about what, and what changed. */
import type { ActivityEntry } from '@waypost/contract/api/session';
import { isolated } from '../../ui/bidi.ts';
import { personZone } from '../../ui/time.ts';
import { minuteText } from '../../ui/zoned.ts';
import { purposeTitle } from '../purposes.ts';
import { changeOf, particulars, valueText } from './difference.ts';
import { actionText, fieldText } from './words.ts';

export const whoText = ({ name, sub }: ActivityEntry): string => name ?? sub ?? 'Waypost (automatic)';

/** What a person calls it: a fleet by name and reference, an id by the name that the log has beside it, and an address for events by its title. */
export function targetText({ action, target, fleet_name, detail }: ActivityEntry): string {
  if (action.endsWith('_hook')) return purposeTitle(target ?? '');
  if (fleet_name && fleet_name !== target) return `${fleet_name}, ${target}`;
  if (target !== null && !UUID.test(target)) return target;
  const name = NAMES.map((field) => detail?.[field]).find(
    (value) => typeof value === 'string' && value !== '',
  );
  return typeof name === 'string' ? name : '';
}

/** `Invited a fleet CARRIER-2001` */
export const deedText = (entry: ActivityEntry): string =>
  [actionText(entry.action), targetText(entry)].filter(Boolean).join(' ');

const MOST = 3;
/** Fields that name a thing, the best first. */
const NAMES = ['name', 'label', 'load_ref', 'fleet_ref', 'url'] as const;
/** Ids say nothing in a row. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `Expiration date: Nov 24, 2026, 09:00 CST → none`; without two sides what else was written down. */
export function changeText({ detail }: Pick<ActivityEntry, 'detail'>): string {
  const format = (value: unknown) => isolated(valueText(value, (at) => minuteText(at, personZone())));
  const { kind, differences } = changeOf(detail);
  const changed =
    kind === 'gone'
      ? []
      : differences.map(
          ({ field, before, after }) =>
            `${kind === 'wanted' ? 'Requested: ' : ''}${fieldText(field)}: ${format(before)} → ${format(after)}`,
        );
  const parts =
    changed.length > 0
      ? changed
      : particulars(detail)
          .filter(
            // The kind is in the words of the action.
            ([name, value]) => name !== 'kind' && value !== null && value !== '' && !UUID.test(String(value)),
          )
          .map(([name, value]) => `${fieldText(name)}: ${format(value)}`);
  const more = parts.length - MOST;
  return parts.slice(0, MOST).join('; ') + (more > 0 ? `; ${more} more` : '');
}
