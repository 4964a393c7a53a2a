import { beforeEach, describe, expect, it } from 'vitest';
import { entitiesIn } from './entities.ts';
import { HISTORY_MONTHS, History, pastEntities } from './history.ts';
import { Usage, type UsageFilter } from './usage.ts';

const START = Date.UTC(2026, 10, 20, 12);
const TRUCK = { entity_type: 'vehicle', entity_id: 'aaaaaaaa-0000-4000-8000-000000000001' };
const DRIVER = { entity_type: 'driver', entity_id: 'aaaaaaaa-0000-4000-8000-000000000002' };

let usage: Usage;
const create = () => new Usage('partner', new History(1, START, pastEntities(1, [TRUCK, DRIVER], 4)));
beforeEach(() => {
  usage = create();
});
const rows = (filter: UsageFilter = {}, of = usage) => {
  const listing = of.listing(filter);
  return Array.from({ length: listing.total }, (_, i) => listing.itemAt(i));
};
const row = (usage_month: string, entity_id = TRUCK.entity_id) =>
  rows().find((one) => one.usage_month === usage_month && one.entity_id === entity_id);

describe('usage history', () => {
  it('has thirteen months of each entity, newest first', () => {
    expect(rows()).toHaveLength(HISTORY_MONTHS * 4);
    const months = [...new Set(rows().map(({ usage_month }) => usage_month))];
    expect([months[0], months.at(-1), months.length]).toEqual(['2026-11-01', '2025-11-01', 13]);
    const keys = rows({ year: 2026, month: 5 }).map(
      ({ entity_type, entity_id }) => `${entity_type} ${entity_id}`,
    );
    expect(keys).toEqual([...keys].sort());
  });

  it('has calls within their month, none in the future', () => {
    for (const { usage_month, first_call_in_month, latest_call_in_month, rest_api_count } of rows()) {
      expect(first_call_in_month?.slice(0, 7)).toBe(usage_month?.slice(0, 7));
      expect(latest_call_in_month?.slice(0, 7)).toBe(usage_month?.slice(0, 7));
      expect(Date.parse(latest_call_in_month ?? '')).toBeLessThan(START);
      expect(Date.parse(first_call_in_month ?? '')).toBeLessThan(Date.parse(latest_call_in_month ?? ''));
      expect(rest_api_count).toBeGreaterThan(0);
    }
  });

  it('includes entities that have left', () => {
    expect(rows({ year: 2026, month: 1 }).filter(({ is_active }) => !is_active)).toHaveLength(2);
  });
});

describe('counted calls', () => {
  it('are added to the history of this month', () => {
    const before = row('2026-11-01');
    usage.called({ items: [{ vehicle_id: TRUCK.entity_id }, { vehicle_id: TRUCK.entity_id }] }, START + 5000);
    usage.called({ vehicle_assignment: { vehicle: { id: TRUCK.entity_id } } }, START + 6000);
    usage.delivered([{ vehicle_id: TRUCK.entity_id }], START + 7000);
    expect(row('2026-11-01')).toEqual({
      ...before,
      rest_api_count: (before?.rest_api_count ?? 0) + 2,
      webhook_count: (before?.webhook_count ?? 0) + 1,
      latest_call_in_month: new Date(START + 7000).toISOString(),
      updated_at: new Date(START + 7000).toISOString(),
    });
    expect(rows()).toHaveLength(HISTORY_MONTHS * 4);
  });

  it('create rows for months and entities missing from the history', () => {
    const january = Date.UTC(2027, 0, 1);
    usage.called({ vehicle_id: TRUCK.entity_id }, january - 1);
    usage.called({ vehicle_id: TRUCK.entity_id }, january);
    usage.called({ fleet_id: 'bbbbbbbb-0000-4000-8000-000000000003' }, START);
    expect(row('2026-12-01')).toMatchObject({ rest_api_count: 1, is_active: true, partner_id: 'partner' });
    expect(row('2027-01-01')).toMatchObject({ rest_api_count: 1, webhook_count: 0 });
    expect(rows({ entity_type: 'fleet' })).toMatchObject([{ usage_month: '2026-11-01', rest_api_count: 1 }]);
    const keys = rows().map(({ usage_month }) => usage_month ?? '');
    expect(keys).toEqual([...keys].sort().reverse());
  });

  it('survive a restart', () => {
    usage.called({ vehicle_id: TRUCK.entity_id }, START);
    usage.called({ connection_id: 'cccccccc-0000-4000-8000-000000000004' }, START);
    const again = create();
    again.load(JSON.parse(JSON.stringify(usage.save())) as ReturnType<Usage['save']>);
    expect(rows({}, again)).toEqual(rows());
  });
});

describe('filters', () => {
  it('apply to year, month and type, alone and combined', () => {
    expect(rows({ year: 2025 })).toHaveLength(2 * 4);
    expect(new Set(rows({ month: 11 }).map(({ usage_month }) => usage_month))).toEqual(
      new Set(['2026-11-01', '2025-11-01']),
    );
    expect(
      rows({ year: 2026, month: 3, entity_type: 'driver' }).every((one) => one.entity_type === 'driver'),
    ).toBe(true);
    expect(rows({ entity_type: 'nothing' })).toEqual([]);
  });
});

describe('entities in a response', () => {
  it.each([
    [{ vehicle_id: 'v', driver_id: 'd', fleet_id: 'f' }, ['vehicle v', 'driver d']],
    [{ connection_id: 'c', fleet_id: 'f' }, ['connection c']],
    [
      [{ fleet_id: 'f' }, { fleet_id: 'f' }, { fleet_id: 'g' }],
      ['fleet f', 'fleet g'],
    ],
    [{ vehicle_assignment: null, load_id: 'l' }, []],
    [undefined, []],
    [{ fleets: 3 }, []],
  ])('%j', (body, expected) => {
    const found = [...entitiesIn(body)].flatMap(([type, ids]) => [...ids].map((id) => `${type} ${id}`));
    expect(found).toEqual(expected);
  });
});
