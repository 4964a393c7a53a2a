/** What is asked for: the address as the body of an import, or what is wrong with it, field by field, before anything is sent. */
import { type FuelRange, fuelRange } from '@waypost/contract/api/fuel';
import { MAX_FILTER_VALUES } from '@waypost/contract/common';
import { isDay } from '../../ui/zoned.ts';
import { type DayRange, daysOf, instantsOf, usualRange } from './range.ts';
import { type FuelSearch, joinValues, LIST_FILTERS, type ListFilter, splitValues } from './search.ts';

/** The range and the filters as somebody is choosing them. */
export interface Choice extends DayRange {
  readonly lists: Readonly<Record<ListFilter, readonly string[]>>;
  readonly connection_id: string;
}

export type ChoiceField = ListFilter | 'from' | 'to' | 'connection_id';
export type Wrong = Partial<Record<ChoiceField, string>>;

export function choiceOf(search: FuelSearch, today: string): Choice {
  const usual = usualRange(today);
  const { fleet_ids, fleet_refs, vehicle_ids, driver_ids, source_driver_ids } = search;
  return {
    from: search.from ?? (search.to === undefined ? usual.from : usualRange(search.to).from),
    to: search.to ?? today,
    lists: {
      fleet_ids: splitValues(fleet_ids),
      fleet_refs: splitValues(fleet_refs),
      vehicle_ids: splitValues(vehicle_ids),
      driver_ids: splitValues(driver_ids),
      source_driver_ids: splitValues(source_driver_ids),
    },
    connection_id: search.connection_id ?? '',
  };
}

/** For the address. */
export function searchOf({ from, to, lists, connection_id }: Choice): Partial<FuelSearch> {
  return {
    from,
    to,
    ...Object.fromEntries(LIST_FILTERS.map((name) => [name, joinValues(lists[name])])),
    connection_id: connection_id === '' ? undefined : connection_id,
  };
}

export const filterCount = ({ lists, connection_id }: Choice): number =>
  LIST_FILTERS.filter((name) => lists[name].length > 0).length + (connection_id === '' ? 0 : 1);

const NOT_AN_ID = 'is not an ID. IDs look like 3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';

export function wishOf(choice: Choice): { wish: FuelRange; wrong: null } | { wish: null; wrong: Wrong } {
  const { lists, connection_id } = choice;
  // Days that cannot be put on a calendar have no instants.
  const wrong: { [field in ChoiceField]?: string } = {};
  if (!isDay(choice.from)) wrong.from = 'Enter a first day';
  if (!isDay(choice.to)) wrong.to = 'Enter a last day';
  if (wrong.from || wrong.to) return { wish: null, wrong };
  if (daysOf(choice) < 1) return { wish: null, wrong: { to: 'The last day is before the first day' } };
  for (const name of LIST_FILTERS) {
    const count = lists[name].length;
    if (count > MAX_FILTER_VALUES)
      wrong[name] =
        `${count} values; the maximum is ${MAX_FILTER_VALUES}. Remove ${count - MAX_FILTER_VALUES}, or use two reports.`;
  }
  const parsed = fuelRange.safeParse({
    ...instantsOf(choice),
    ...Object.fromEntries(
      LIST_FILTERS.flatMap((name) => (lists[name].length > 0 ? [[name, lists[name]]] : [])),
    ),
    ...(connection_id === '' ? {} : { connection_id }),
  });
  if (parsed.success && Object.keys(wrong).length === 0) return { wish: parsed.data, wrong: null };
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [field, at] = path;
    const values = lists[field as ListFilter];
    if (field === 'to_datetime')
      wrong.to ??= `The range ${message.replace('from_datetime', 'its first day')}`;
    else if (field === 'connection_id') wrong.connection_id ??= `“${connection_id}” ${NOT_AN_ID}`;
    else if (values) wrong[field as ListFilter] ??= `“${values[Number(at)]}” ${NOT_AN_ID}`;
  }
  return { wish: null, wrong };
}
