/** Imports, summaries and rows for tests of this feature. */
import type { FuelImport, FuelRow, FuelSummary } from '@waypost/contract/api/fuel';
import { FUEL_CHECKS } from '@waypost/contract/api/words';
import { ago } from '../../testing/loads.ts';

const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
export const IMPORT_ID = idOf(77);

export function importOf(over: Partial<FuelImport> = {}): FuelImport {
  return {
    import_id: IMPORT_ID,
    state: 'complete',
    rows_read: 3,
    rows_total: 3,
    parts: [
      {
        from_datetime: '2026-11-01T00:00:00Z',
        to_datetime: '2026-11-20T00:00:00Z',
        state: 'complete',
        rows_read: 3,
        rows_total: 3,
      },
    ],
    started_at: ago(5_000),
    ended_at: ago(1_000),
    message: null,
    people: 1,
    range: { from_datetime: '2026-11-01T00:00:00Z', to_datetime: '2026-11-20T00:00:00Z' },
    expires_at: ago(-1800_000),
    ...over,
  };
}

export function rowOf(at: number, over: Partial<FuelRow> = {}): FuelRow {
  return {
    id: idOf(at),
    occurred_at: `2026-11-${String(at).padStart(2, '0')}T18:00:00Z`,
    fleet_ref: 'CARRIER-1',
    fleet_name: null,
    vehicle_id: idOf(500 + at),
    source_vehicle_id: `Unit ${at}`,
    fuel_vendor: 'Lone Pine',
    transaction_jurisdiction: 'TX',
    fuel_type: 'diesel',
    fuel_volume: 100.5,
    volume_unit: 'gal',
    vehicle_name: null,
    total_cost: '402.07',
    currency: 'USD',
    price_per_unit: '4.0007',
    odometer: 1000,
    odometer_unit: 'mi',
    checks: [],
    ...over,
  };
}

const GROUP = {
  currency: 'USD',
  volume_unit: 'gal',
  transactions: 2,
  fuel_volume: '201.000',
  total_cost: '12345678901234.56',
  price_per_unit: '4.0007',
};
const CANADA = { ...GROUP, currency: 'CAD', volume_unit: 'L', transactions: 1, total_cost: '90.10' };

export function summaryOf(over: Partial<FuelSummary> = {}): FuelSummary {
  const fuel = { fuel_type: 'diesel' };
  const month = { month: '2026-11' };
  const where = { transaction_jurisdiction: 'TX' };
  return {
    state: 'complete',
    transactions: 3,
    deleted: 1,
    unread: { left_out: 0, incomplete: 0, items: [] },
    totals: [CANADA, GROUP],
    by_fuel_type: [{ ...GROUP, ...fuel }],
    months: ['2026-10', '2026-11'],
    by_month: [{ ...GROUP, ...fuel, ...month }],
    by_week: [{ ...GROUP, ...fuel, week: '2026-11-16' }],
    by_jurisdiction: [{ ...GROUP, ...fuel, ...where }],
    by_month_and_jurisdiction: [{ ...GROUP, ...fuel, ...month, ...where }],
    checks: FUEL_CHECKS.map((check) => ({ check, findings: check === 'odometer_back' ? 1 : 0, judged: 3 })),
    vehicles: 1,
    ...over,
  };
}
