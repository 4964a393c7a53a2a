/** ListImports that nobody has asked for in a while are forgotten, with their rows. */
import type { Database } from '../store/database.ts';
import { deleteGeneration, deleteImport, type ImportRow, importsOf } from '../store/imports.ts';
import { forgetLooseUsage } from '../store/usage.ts';
import { LOST_AFTER_MS } from './imports.ts';

const ENDED = ['complete', 'cancelled', 'failed'] as const;
/** However much is asked for: so many are kept, those that were asked for last. */
const MOST_FUEL = 8;
/** Rows of usage stay with their month: the reading itself is only how it went. */
const USAGE_KEPT_MS = 24 * 3600_000;

export interface PurgeImportsOptions {
  readonly now: number;
  /** Milliseconds that fuel is kept after it was last asked for. */
  readonly fuelKeptMs: number;
}

export async function purgeImports(db: Database, { now, fuelKeptMs }: PurgeImportsOptions): Promise<void> {
  const fuel = await importsOf(db, 'fuel', null, ENDED);
  const byUse = fuel.toSorted((a, b) => b.used_at - a.used_at);
  for (const [i, row] of byUse.entries())
    if (i >= MOST_FUEL || now - row.used_at > fuelKeptMs) await forgetFuel(db, row);
  for (const row of await importsOf(db, 'usage', null, ENDED))
    if (now - row.used_at > USAGE_KEPT_MS) await deleteImport(db, row.id);
  // While anybody reads, rows that belong to no month yet are about to.
  const reading = await importsOf(db, 'usage', null, ['reading']);
  if (reading.every((row) => now - row.updated_at > LOST_AFTER_MS)) await forgetLooseUsage(db);
}

/** The reading last: what is left over when the server stops on the way is found again. */
async function forgetFuel(db: Database, row: ImportRow): Promise<void> {
  for (const table of ['fuel_finding', 'fuel_vehicle', 'fuel_row'] as const)
    await deleteGeneration(db, table, row.generation);
  await deleteImport(db, row.id);
}
