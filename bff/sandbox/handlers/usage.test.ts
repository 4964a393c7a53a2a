import { describe, expect, it } from 'vitest';
import { callApi } from '../testing.ts';
import { useSandbox } from '../use-sandbox.ts';

const PATH = '/v2/orgs/usage';

interface Row {
  readonly id: string;
  readonly partner_id: string;
  readonly entity_id: string;
  readonly entity_type: string;
  readonly usage_month: string;
  readonly rest_api_count: number;
}
interface Page {
  readonly items: Row[];
  readonly total: number;
  readonly next_page: string | null;
}

const sandbox = useSandbox({ loads: 40, rate_limit: 10_000, usage_rows: 13_000 }, { shared: true });

const call = (query: string, as = sandbox.token) => callApi(sandbox.info, as, 'GET', `${PATH}?${query}`);
const read = async (query: string, as = sandbox.token) => (await (await call(query, as)).json()) as Page;

describe('usage', () => {
  it('has the configured number of rows, each once across all pages', async () => {
    const first = await read('size=1000');
    expect(first.total).toBe(13_000);
    const seen = new Set(first.items.map(({ id }) => id));
    for (let next = first.next_page; next; ) {
      const page = await read(`size=1000&cursor=${next}`);
      for (const { id } of page.items) seen.add(id);
      next = page.next_page;
    }
    expect(seen.size).toBe(13_000);
  });

  it('counts the calls to this sandbox', async () => {
    const loads = sandbox.world.loads.all.map(({ load_id }) => load_id);
    const month = new Date(sandbox.world.clock.now()).toISOString();
    const counts = async (entity_id: string) => {
      const { items } = await read(
        `year=${month.slice(0, 4)}&month=${Number(month.slice(5, 7))}&entity_type=vehicle&size=1000`,
      );
      return items.find((row) => row.entity_id === entity_id)?.rest_api_count ?? 0;
    };
    for (const load_id of loads) {
      const track = () => sandbox.call('GET', `/v2/visibility/loads/${load_id}/tracking`);
      const { vehicle_assignment } = (await (await track()).json()) as {
        vehicle_assignment: { vehicle: { id: string } } | null;
      };
      if (!vehicle_assignment) continue;
      const before = await counts(vehicle_assignment.vehicle.id);
      await track();
      await track();
      expect(await counts(vehicle_assignment.vehicle.id)).toBe(before + 2);
      return;
    }
    throw new Error('no load has a vehicle');
  });
});
