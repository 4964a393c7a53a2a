/**
 * Exact decimal sums of fuel by month, jurisdiction, fleet, kind, currency and unit. All totals are computed from these finest groups, never
 * across currencies or units.
 */
import type { FuelGroup, FuelSummary } from '@waypost/contract/api/fuel';
import {
  add,
  type Decimal,
  decimalOfNumber,
  decimalText,
  divide,
  parseDecimal,
  ZERO,
} from '@waypost/contract/decimal';
import type { FuelTransaction } from '@waypost/contract/fuel';
import { monthOf } from '../../platform/lib/time.ts';

interface Dimensions {
  readonly month: string | null;
  readonly transaction_jurisdiction: string | null;
  readonly fleet_ref: string | null;
  readonly fuel_type: string | null;
  readonly currency: string | null;
  readonly volume_unit: string | null;
}

interface Amounts {
  transactions: number;
  /** Null until a transaction has one. */
  volume: Decimal | null;
  cost: Decimal | null;
  /** Sums of transactions that have both volume and cost. */
  pricedVolume: Decimal;
  pricedCost: Decimal;
}

/** A stored group, with amounts as text. */
export interface StoredGroup extends Omit<Dimensions, 'fleet_ref'> {
  /** Missing in imports of version 0.1. */
  readonly fleet_ref?: string | null;
  /** Monday of a weekly sum, which has no month, jurisdiction and fleet. */
  readonly week?: string;
  readonly amounts: readonly [number, string | null, string | null, string, string];
}

const zeroAmounts = (): Amounts => ({
  transactions: 0,
  volume: null,
  cost: null,
  pricedVolume: ZERO,
  pricedCost: ZERO,
});

function addTo(sum: Amounts, more: Amounts): void {
  sum.transactions += more.transactions;
  if (more.volume) sum.volume = add(sum.volume ?? ZERO, more.volume);
  if (more.cost) sum.cost = add(sum.cost ?? ZERO, more.cost);
  sum.pricedVolume = add(sum.pricedVolume, more.pricedVolume);
  sum.pricedCost = add(sum.pricedCost, more.pricedCost);
}

const PRICE_PLACES = 4;

/** Cost per volume; null if one is missing, or the volume is zero. */
export function priceOf(item: Pick<FuelTransaction, 'total_cost' | 'fuel_volume'>): string | null {
  const { volume, cost } = amountsOf(item);
  const price = volume && cost ? divide(cost, volume, PRICE_PLACES) : null;
  return price ? decimalText(price) : null;
}

function amountsOf(item: Pick<FuelTransaction, 'total_cost' | 'fuel_volume'>) {
  return {
    volume: item.fuel_volume == null ? null : decimalOfNumber(item.fuel_volume),
    cost: item.total_cost == null ? null : parseDecimal(item.total_cost),
  };
}

const DAY_MS = 86_400_000;
/** January 5, 1970 was a Monday. */
const MONDAY = 4;

/** Monday of the calendar week in UTC. */
function weekOf({ occurred_at }: FuelTransaction): string | null {
  if (occurred_at == null) return null;
  const day = Math.floor(Date.parse(occurred_at) / DAY_MS);
  return new Date((day - ((((day - MONDAY) % 7) + 7) % 7)) * DAY_MS).toISOString().slice(0, 10);
}

type Group = Dimensions & { readonly week?: string; readonly amounts: Amounts };

export class FuelSums {
  readonly #groups = new Map<string, Group>();
  /** Separate sums, because weeks span months. */
  readonly #weeks = new Map<string, Group>();

  static from(stored: readonly StoredGroup[]): FuelSums {
    const sums = new FuelSums();
    for (const { amounts, fleet_ref = null, ...dimensions } of stored) {
      const [transactions, volume, cost, pricedVolume, pricedCost] = amounts;
      const decimal = (text: string | null) => (text === null ? null : parseDecimal(text));
      sums.#add(
        { ...dimensions, fleet_ref },
        {
          transactions,
          volume: decimal(volume),
          cost: decimal(cost),
          pricedVolume: decimal(pricedVolume) ?? ZERO,
          pricedCost: decimal(pricedCost) ?? ZERO,
        },
      );
    }
    return sums;
  }

  store(): StoredGroup[] {
    return [...this.#groups.values(), ...this.#weeks.values()].map(({ amounts, ...dimensions }) => ({
      ...dimensions,
      amounts: [
        amounts.transactions,
        amounts.volume && decimalText(amounts.volume),
        amounts.cost && decimalText(amounts.cost),
        decimalText(amounts.pricedVolume),
        decimalText(amounts.pricedCost),
      ],
    }));
  }

  count(item: FuelTransaction, volume_unit: string | null): void {
    const { volume, cost } = amountsOf(item);
    const priced = volume && cost && volume.units !== 0n;
    const amounts = {
      transactions: 1,
      volume,
      cost,
      pricedVolume: priced ? volume : ZERO,
      pricedCost: priced ? cost : ZERO,
    };
    const dimensions = {
      month: item.occurred_at == null ? null : monthOf(Date.parse(item.occurred_at)),
      transaction_jurisdiction: item.transaction_jurisdiction ?? null,
      fleet_ref: item.fleet_ref ?? null,
      fuel_type: item.fuel_type ?? null,
      currency: item.currency ?? null,
      volume_unit,
    };
    this.#add(dimensions, amounts);
    const week = weekOf(item);
    if (week !== null)
      this.#add(
        { ...dimensions, month: null, transaction_jurisdiction: null, fleet_ref: null, week },
        amounts,
      );
  }

  #add(dimensions: Dimensions & { readonly week?: string }, amounts: Amounts): void {
    const { month, transaction_jurisdiction, fleet_ref, fuel_type, currency, volume_unit, week } = dimensions;
    const groups = week === undefined ? this.#groups : this.#weeks;
    const key = JSON.stringify([
      week ?? month,
      transaction_jurisdiction,
      fleet_ref,
      fuel_type,
      currency,
      volume_unit,
    ]);
    let group = groups.get(key);
    if (!group) {
      group = { ...dimensions, amounts: zeroAmounts() };
      groups.set(key, group);
    }
    addTo(group.amounts, amounts);
  }

  /** @param fleetNameOf null for unknown fleets */
  toResponse(
    fleetNameOf: (fleet_ref: string) => string | null,
  ): Pick<
    FuelSummary,
    | 'transactions'
    | 'totals'
    | 'by_fuel_type'
    | 'by_month'
    | 'by_week'
    | 'by_jurisdiction'
    | 'by_fleet'
    | 'fleet_totals'
    | 'by_month_and_jurisdiction'
  > {
    const groups = [...this.#groups.values()];
    const withName = <G extends Pick<Dimensions, 'fleet_ref'>>(group: G) => ({
      ...group,
      fleet_name: group.fleet_ref === null ? null : fleetNameOf(group.fleet_ref),
    });
    return {
      transactions: groups.reduce((sum, { amounts }) => sum + amounts.transactions, 0),
      totals: this.#by([]),
      by_fuel_type: this.#by(['fuel_type']),
      by_month: this.#by(['month', 'fuel_type']),
      by_week: [...this.#weeks.values()]
        .map((group) => ({
          week: group.week ?? '',
          fuel_type: group.fuel_type,
          ...groupOf(group, group.amounts),
        }))
        .sort((a, b) => a.week.localeCompare(b.week)),
      by_jurisdiction: this.#by(['transaction_jurisdiction', 'fuel_type']),
      by_fleet: this.#by(['fleet_ref', 'fuel_type']).map(withName),
      fleet_totals: mostFirst(this.#by(['fleet_ref']).map(withName)),
      by_month_and_jurisdiction: this.#by(['month', 'transaction_jurisdiction', 'fuel_type']),
    };
  }

  /** Sums over all other dimensions, sorted by `names`; currency and unit always stay separate. */
  #by<const K extends 'month' | 'transaction_jurisdiction' | 'fleet_ref' | 'fuel_type'>(
    names: readonly K[],
  ): (FuelGroup & Pick<Dimensions, K>)[] {
    const all = [...names, 'currency', 'volume_unit'] as const;
    const sums = new Map<string, { readonly of: Dimensions; readonly amounts: Amounts }>();
    for (const group of this.#groups.values()) {
      const key = JSON.stringify(all.map((name) => group[name]));
      let sum = sums.get(key);
      if (!sum) {
        sum = { of: group, amounts: zeroAmounts() };
        sums.set(key, sum);
      }
      addTo(sum.amounts, group.amounts);
    }
    return [...sums]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { of, amounts }]) => ({
        ...(Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<Dimensions, K>),
        ...groupOf(of, amounts),
      }));
  }
}

/** Fleets by transactions; the groups of a fleet stay together, the largest first. */
function mostFirst<G extends FuelGroup & Pick<Dimensions, 'fleet_ref'>>(groups: readonly G[]): G[] {
  const counts = new Map<string | null, number>();
  for (const { fleet_ref, transactions } of groups)
    counts.set(fleet_ref, (counts.get(fleet_ref) ?? 0) + transactions);
  const countOf = ({ fleet_ref }: G) => counts.get(fleet_ref) ?? 0;
  return groups.toSorted(
    (a, b) =>
      countOf(b) - countOf(a) ||
      (a.fleet_ref ?? '').localeCompare(b.fleet_ref ?? '') ||
      b.transactions - a.transactions,
  );
}

function groupOf({ currency, volume_unit }: Dimensions, amounts: Amounts): FuelGroup {
  const { transactions, volume, cost, pricedVolume, pricedCost } = amounts;
  const price = divide(pricedCost, pricedVolume, PRICE_PLACES);
  return {
    currency,
    volume_unit,
    transactions,
    fuel_volume: volume && decimalText(volume),
    total_cost: cost && decimalText(cost),
    price_per_unit: price && decimalText(price),
  };
}
