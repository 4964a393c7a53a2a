/**
 * Search parameters of the board. Malformed values fall back to defaults, field by field, and never break the page: addresses are
 * typed, truncated by chat programs and kept for years.
 */
import { uuid } from '@waypost/contract/common';
import { BANDS } from '@waypost/triage/score';
import { z } from 'zod';
import { cameraOf } from '../../map/types.ts';
import { HEALTH_ORDER } from '../../ui/health.ts';
import { anyText, openId, shortText } from '../../ui/search-fields.ts';

const TABS = ['attention', 'all'] as const;
export type Tab = (typeof TABS)[number];

export const GROUPING_WORDS = { cause: 'Cause', fleet: 'Fleet', none: 'None' } as const;
export type Grouping = keyof typeof GROUPING_WORDS;
export const GROUPINGS = Object.keys(GROUPING_WORDS) as Grouping[];
export const defaultGrouping = (tab: Tab): Grouping => (tab === 'attention' ? 'cause' : 'none');

export const SORT_WORDS = {
  worst: 'Worst first',
  age: 'Oldest position first',
  arrival: 'Next planned arrival',
  late: 'Longest overdue first',
  ref: 'Load number',
  vehicle: 'Unit',
  fleet: 'Fleet',
  place: 'State and city',
  owner: 'Owner',
} as const;
export type Sort = keyof typeof SORT_WORDS;
export type SortOrder = Sort | `-${Sort}`;
export const SORTS = Object.keys(SORT_WORDS) as Sort[];

/** Groups of loads without a known fleet: the truck's fleet is unknown, or there is no truck. */
export const FLEETLESS = ['unknown', 'none'] as const;

const SORT_ORDERS: ReadonlySet<string> = new Set(SORTS.flatMap((sort) => [sort, `-${sort}`]));

/** Items of `a,b` in an address, or of a saved array. */
const listItems = (value: unknown): unknown[] =>
  typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];

/** Those of the known values that are named; absent: none of them. */
const someOf = <T extends string>(known: readonly T[]) =>
  z
    .unknown()
    .transform((value): T[] | undefined => {
      const named = listItems(value);
      const found = known.filter((one) => named.includes(one));
      return found.length > 0 ? found : undefined;
    })
    .optional();

const flag = z
  .unknown()
  .transform((value) => (value === '1' || value === 1 ? ('1' as const) : undefined))
  .optional();

function names(value: unknown): string[] | undefined {
  const parsed = listItems(value).filter((name): name is string => typeof name === 'string' && name !== '');
  return parsed.length > 0 ? parsed : undefined;
}

export const boardSearch = z.object({
  /** Absent: needs attention. */
  tab: z.enum(TABS).optional().catch(undefined),
  health: someOf(HEALTH_ORDER),
  q: shortText,
  /** Absent: worst first. A leading minus reverses the order. */
  sort: z
    .string()
    .refine((value): value is SortOrder => SORT_ORDERS.has(value) && value !== 'worst')
    .optional()
    .catch(undefined),
  group: z.enum(GROUPINGS).optional().catch(undefined),
  /** A fleet's id, or one of `FLEETLESS`. */
  fleet: z
    .union([uuid, z.enum(FLEETLESS)])
    .optional()
    .catch(undefined),
  list: openId,
  /** Who has the exception: `me`, `nobody`, or a person's id. */
  owner: shortText,
  /** Severities; absent: all. */
  band: someOf(BANDS),
  /** Only loads that may be late, or arrived unseen. */
  unsure: flag,
  /** Which part of the index of causes is listed: `all`, or the key of a group. Absent: what to do now. */
  cause: shortText,
  columns: z.unknown().transform(names).optional(),
  /** The saved view that the other parameters came from. */
  saved: openId,
  /** load_id of the open panel; on a phone's map of the load that is selected there. */
  load: openId,
  /** On a phone's map: the selected load is open, too. */
  sheet: flag,
  map: anyText
    .refine((value) => cameraOf(value) !== null)
    .optional()
    .catch(undefined),
  /** What a phone shows; absent: the list. */
  view: z.enum(['map', 'more']).optional().catch(undefined),
  add: flag,
});
export type BoardSearch = z.output<typeof boardSearch>;
