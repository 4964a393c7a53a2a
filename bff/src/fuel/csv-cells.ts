/** One transaction as a line of the CSV. Objects are JSON; nothing is rounded. */
import { FUEL_CSV_COLUMNS, type FuelRow } from '@waypost/contract/api/fuel';
import type { CsvCell } from '../http/csv.ts';

const json = (value: unknown): string | null => (value == null ? null : JSON.stringify(value));

export function cellsOf(row: FuelRow): CsvCell[] {
  const [longitude, latitude] = row.location?.coordinates ?? [];
  const ours: Partial<Record<(typeof FUEL_CSV_COLUMNS)[number], CsvCell>> = {
    latitude,
    longitude,
    checks: row.checks.join(' '),
    inferred_address: json(row.inferred_address),
    extras: json(row.extras),
  };
  return FUEL_CSV_COLUMNS.map((column) =>
    Object.hasOwn(ours, column) ? ours[column] : (row[column as keyof FuelRow] as CsvCell),
  );
}
