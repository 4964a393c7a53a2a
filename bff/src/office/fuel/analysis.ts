/** Analyzes a complete range: each vehicle's purchases in order of time, for its economy and for suspicious ones, a batch at a time. */
import {
  FUEL_CHECK_RULES,
  type FuelCheck,
  type FuelSummary,
  type FuelVehicle,
} from '@waypost/contract/api/fuel';
import { FUEL_CHECKS } from '@waypost/contract/api/url-enums';
import type { Assumptions } from '@waypost/contract/assumptions';
import type { FuelTransaction } from '@waypost/contract/fuel';
import type { Database } from '../../platform/store/database.ts';
import {
  fuelByVehicle,
  fuelWithoutVehicle,
  positionsAround,
  recordedSpan,
  type StoredFinding,
  type StoredFuelVehicle,
  type VehicleRow,
} from '../../platform/store/fuel.ts';
import { addRows } from '../../platform/store/query.ts';
import type { Uses } from '../../platform/uses.ts';
import type { ImportJob } from '../imports/imports.ts';
import {
  farFromPosition,
  odometerBack,
  type Purchase,
  SINGLE_CHECKS,
  twiceAtOnce,
  type Verdict,
} from './checks.ts';
import { isForDriving, litersOf, odometerMeters, unpack, volumeUnitOf } from './units.ts';

interface FuelAnalysisOptions extends Uses<'db'> {
  readonly assumptions: Assumptions;
  readonly generation: number;
  readonly job: Pick<ImportJob, 'write' | 'signal'>;
}

export interface FuelAnalysis {
  readonly checks: NonNullable<FuelSummary['checks']>;
  readonly vehicles: number;
}

const BATCH_SIZE = 1_000;

export async function analyzeFuel({
  db,
  generation,
  assumptions,
  job: { write, signal },
}: FuelAnalysisOptions): Promise<FuelAnalysis> {
  const counts = new Map(FUEL_CHECKS.map((check) => [check, { findings: 0, judged: 0 }]));
  let findings: StoredFinding[] = [];
  const note = (check: FuelCheck, place: number, verdict: Verdict) => {
    const count = counts.get(check);
    if (!count || verdict === null) return;
    count.judged += 1;
    if (verdict === 'fine') return;
    count.findings += 1;
    findings.push({ generation, check_name: check, place, detail: JSON.stringify(verdict) });
  };

  const analyzeVehicle = async (
    vehicle_id: string,
    rows: readonly VehicleRow[],
  ): Promise<StoredFuelVehicle> => {
    const record = await recordedSpan(db, vehicle_id);
    const fills: Fill[] = [];
    const last: { any: Purchase | null; odometer: Purchase | null; kinds: Map<string | null, Purchase> } = {
      any: null,
      odometer: null,
      kinds: new Map(),
    };
    let item: FuelTransaction | null = null;
    for (const row of rows) {
      item = unpack(row.item);
      if (item.deleted_at != null) continue;
      const one = purchaseOf(item, assumptions);
      for (const [check, judge] of SINGLE_CHECKS) note(check, row.place, judge(one));
      note('odometer_back', row.place, odometerBack(one, last.odometer));
      note('twice_at_once', row.place, twiceAtOnce(one, last.kinds.get(one.fuel_type) ?? null, last.any));
      note('far_from_position', row.place, await checkDistance(db, one, record));
      last.any = one;
      last.kinds.set(one.fuel_type, one);
      if (one.odometerMeters !== null) last.odometer = one;
      fills.push({
        drives: isForDriving(one.fuel_type, assumptions),
        odometer: one.odometerMeters,
        hasOdometer: one.odometer !== null,
        liters: one.liters,
        hasVolume: one.volume !== null,
      });
    }
    const { distance_meters, fuel_liters, meters_per_liter, transactions, why_not } = economyOf(fills);
    const detail = {
      transactions,
      why_not,
      fleet_ref: item?.fleet_ref ?? null,
      source_vehicle_id: item?.source_vehicle_id ?? null,
    };
    return {
      generation,
      vehicle_id,
      distance_meters,
      fuel_liters,
      meters_per_liter,
      detail: JSON.stringify(detail),
    };
  };

  let vehicles = 0;
  let economies: StoredFuelVehicle[] = [];
  let group: VehicleRow[] = [];
  // Batched, because each commit waits for the disk.
  const store = async () => {
    await write(async (trx) => {
      await addRows(trx, 'fuel_vehicle', economies);
      await addRows(trx, 'fuel_finding', findings, 'ignore');
    });
    economies = [];
    findings = [];
  };
  const finish = async () => {
    const [first] = group;
    if (first) {
      vehicles += 1;
      economies.push(await analyzeVehicle(first.vehicle_id, group));
    }
    group = [];
    if (findings.length + economies.length >= BATCH_SIZE) await store();
  };
  for await (const batch of fuelByVehicle(db, generation, BATCH_SIZE)) {
    signal.throwIfAborted();
    for (const row of batch) {
      if (group.length > 0 && group[0]?.vehicle_id !== row.vehicle_id) await finish();
      group.push(row);
    }
  }
  await finish();
  for await (const batch of fuelWithoutVehicle(db, generation, BATCH_SIZE)) {
    signal.throwIfAborted();
    for (const { place, item: text } of batch) {
      const item = unpack(text);
      if (item.deleted_at != null) continue;
      const one = purchaseOf(item, assumptions);
      for (const [check, judge] of SINGLE_CHECKS) note(check, place, judge(one));
    }
  }
  await store();
  return { checks: [...counts].map(([check, count]) => ({ check, ...count })), vehicles };
}

async function checkDistance(
  db: Database,
  one: Purchase,
  record: { readonly from: number; readonly to: number } | null,
): Promise<Verdict> {
  const { within_ms } = FUEL_CHECK_RULES.far_from_position;
  if (record === null || one.at === null || one.vehicle_id === null) return null;
  if (one.at < record.from - within_ms || one.at > record.to + within_ms) return null;
  return farFromPosition(one, await positionsAround(db, one.vehicle_id, one.at, within_ms));
}

function purchaseOf(item: FuelTransaction, assumptions: Assumptions): Purchase {
  const volume_unit = volumeUnitOf(item, assumptions);
  const volume = item.fuel_volume ?? null;
  const [longitude, latitude] = item.location?.coordinates ?? [];
  return {
    id: item.id,
    vehicle_id: item.vehicle_id ?? null,
    at: item.occurred_at == null ? null : Date.parse(item.occurred_at),
    fuel_type: item.fuel_type ?? null,
    odometerMeters: odometerMeters(item),
    odometer: item.odometer ?? null,
    odometer_unit: item.odometer_unit ?? null,
    volume,
    liters: volume === null ? null : litersOf(volume, volume_unit),
    volume_unit,
    location: latitude === undefined || longitude === undefined ? null : { latitude, longitude },
  };
}

// Economy of a vehicle from its purchases in order of time. Pure.

export interface Fill {
  readonly drives: boolean;
  /** Meters; null: not given, or in an unknown unit. */
  readonly odometer: number | null;
  /** True when a value was given in any unit. */
  readonly hasOdometer: boolean;
  readonly liters: number | null;
  /** True when a volume was given in any unit. */
  readonly hasVolume: boolean;
}

export type Economy = Pick<
  FuelVehicle,
  'transactions' | 'distance_meters' | 'fuel_liters' | 'meters_per_liter' | 'why_not'
>;

export function economyOf(fills: readonly Fill[]): Economy {
  const not = (why_not: NonNullable<Economy['why_not']>): Economy => ({
    transactions: fills.length,
    distance_meters: null,
    fuel_liters: null,
    meters_per_liter: null,
    why_not,
  });
  const driving = fills.filter((fill) => fill.drives);
  if (driving.length < 2) return not('one_purchase');
  const first = driving.findIndex(({ odometer }) => odometer !== null);
  const last = driving.findLastIndex(({ odometer }) => odometer !== null);
  if (first === last)
    return not(
      driving.some(({ odometer, hasOdometer }) => hasOdometer && odometer === null)
        ? 'unit_unknown'
        : 'no_odometer',
    );
  const between = driving.slice(first, last + 1);
  let furthest = 0;
  for (const { odometer } of between) {
    if (odometer === null) continue;
    if (odometer < furthest - FUEL_CHECK_RULES.odometer_back.tolerance_meters) return not('odometer_back');
    furthest = Math.max(furthest, odometer);
  }
  // The first purchase was used before it, or makes up for what is still in the tank at the end.
  const used = between.slice(1);
  if (used.some(({ hasVolume }) => !hasVolume)) return not('volume_unknown');
  if (used.some(({ liters }) => liters === null)) return not('unit_unknown');
  const fuel_liters = used.reduce((sum, { liters }) => sum + (liters ?? 0), 0);
  const distance_meters = (between.at(-1)?.odometer ?? 0) - (between[0]?.odometer ?? 0);
  return {
    transactions: fills.length,
    distance_meters,
    fuel_liters,
    meters_per_liter: fuel_liters > 0 ? distance_meters / fuel_liters : null,
    why_not: fuel_liters > 0 ? null : 'volume_unknown',
  };
}
