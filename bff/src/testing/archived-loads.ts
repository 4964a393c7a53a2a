/** A large archive for benchmarks. */
import { addArchivedLoads } from '../platform/store/archived-loads.ts';
import type { Database } from '../platform/store/database.ts';
import { inTransaction } from '../platform/store/transaction.ts';
import { archivedLoadOf } from './aged-rows.ts';
import { id } from './tracking.ts';

const BATCH_SIZE = 2_000;
const CITIES = [
  'Dallas, TX',
  'Denver, CO',
  'Reno, NV',
  'Amarillo, TX',
  'El Paso, TX',
  'Boise, ID',
  'Tulsa, OK',
];
const REASONS = ['left_destination', 'monitor_completed', 'next_load', 'overdue', 'not_found', 'removed'];

const cityOf = (n: number) => CITIES[n % CITIES.length] as string;
const loadOf = (n: number, archived_at: number) =>
  archivedLoadOf(
    {
      n,
      load_id: id(n),
      load_ref: `LD-${100_000 + n}`,
      reason: REASONS[n % REASONS.length] as string,
      archived_at,
      origin: `${cityOf(n)}, Dock ${n % 40}`,
      destination: `${cityOf(n * 3 + 1)}, Gate ${n % 17}`,
      vehicle_id: id(1_000_000 + (n % 9_000)),
      vehicle_name: `Unit ${n % 9_000}`,
      fleet_id: id(2_000_000 + (n % 300)),
      fleet_ref: `CARRIER-${1_000 + (n % 300)}`,
      fleet_name: `Fleet ${n % 300} Transport`,
    },
    {
      numbers: [`1FUJGLDR5CS${String(n % 9_000).padStart(6, '0')}`],
      item: JSON.stringify({ filler: 'x'.repeat(1_500) }),
    },
  );

/**
 * Archives `count` loads a minute apart, the last one now, because older ones would be purged during the measurement. `first`: number
 * of the first load.
 */
export async function fillArchive(db: Database, count: number, first = 1): Promise<void> {
  const after = first + count;
  const now = Date.now();
  for (let n = first; n < after; n += BATCH_SIZE)
    await inTransaction(db, (store) =>
      addArchivedLoads(
        store,
        Array.from({ length: Math.min(BATCH_SIZE, after - n) }, (_, k) =>
          loadOf(n + k, now - (after - n - k) * 60_000),
        ),
      ),
    );
}
