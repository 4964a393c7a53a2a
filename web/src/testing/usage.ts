import type { UsageCounts, UsageSummary, UsageSummaryMonth } from '@waypost/contract/api/usage';

export const countsOf = (entity_type: string | null, rest: number, webhook: number): UsageCounts => ({
  entity_type,
  entities: 12,
  active_entities: 10,
  inactive_called: 2,
  rest_api_count: rest,
  webhook_count: webhook,
});

export function summaryMonth(month: string, over: Partial<UsageSummaryMonth> = {}): UsageSummaryMonth {
  return {
    usage_month: `${month}-01`,
    state: 'complete',
    open: false,
    closed: true,
    read_at: '2026-11-20T20:29:00Z',
    rows_read: 24,
    rows_total: 24,
    unread: { left_out: 0, incomplete: 0, items: [] },
    items: [countsOf('vehicle', 1000, 100), countsOf('driver', 400, 0)],
    estimate: null,
    own: null,
    ...over,
  };
}

export const OPEN: UsageSummaryMonth = summaryMonth('2026-11', {
  open: true,
  closed: false,
  items: [countsOf('vehicle', 600, 60), countsOf('driver', 200, 0)],
  estimate: {
    as_of: '2026-11-20T20:29:00Z',
    passed: 0.66,
    items: [
      { entity_type: 'vehicle', rest_api_count: 909, webhook_count: 91 },
      { entity_type: 'driver', rest_api_count: 303, webhook_count: 0 },
    ],
  },
  own: {
    since: '2026-11-04T08:00:00Z',
    calls: 300,
    endpoints: [
      { name: 'getLoadTracking', calls: 250 },
      { name: 'listUsage', calls: 50 },
    ],
    entity_calls: [{ entity_type: 'vehicle', entity_calls: 240 }],
    deliveries: 7,
  },
});

export function summaryOf(
  months: readonly UsageSummaryMonth[],
  over: Partial<UsageSummary> = {},
): UsageSummary {
  const states = months.map(({ state }) => state);
  return {
    partner_id: null,
    state: states.every((state) => state === 'complete')
      ? 'complete'
      : states.every((state) => state === 'missing')
        ? 'missing'
        : 'partial',
    fresh: true,
    months: [...months],
    entity_types: ['driver', 'vehicle'],
    list_import: null,
    ...over,
  };
}
