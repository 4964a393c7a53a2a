import { describe, expect, test } from 'vitest';
import { withOverrides } from './assumptions.ts';
import { describeResponse, failures, id } from './testing/responses.ts';
import { subscribedNames, webhook, webhookCreate, webhookCreated, webhookGroupIdOf } from './webhooks.ts';

describeResponse('webhook subscription', webhook, {
  open: true,
  full: {
    id: id(1),
    webhook_group_id: id(2),
    url: 'https://example.com/hooks/*****',
    event_name: 'geofence_monitor.stop_arrived',
    filters: { fleet_refs: ['F-17'] },
    secret: 'once',
    status: 'active',
    created_at: '2026-11-20T06:00:00Z',
    updated_at: '2026-11-20T06:00:00Z',
  },
  minimal: { id: id(1) },
  enums: ['status', 'event_name'],
});

describe('creating a subscription', () => {
  const base = { url: 'https://example.com/hooks/abc', event_name: 'geofence_monitor.*' };
  test('accepts a family, filters and a secret', () => {
    const body = { ...base, filters: { fleet_ids: [id(3)], fleet_refs: ['F-17'] }, secret: 's' };
    expect(webhookCreate.parse(body)).toEqual(body);
    expect(webhookCreate.parse(base)).toEqual(base);
  });
  test.each([
    ['url', 'example.com/hooks'],
    ['url', 'ftp://example.com'],
    ['event_name', ''],
    ['filters.fleet_ids.0', { fleet_ids: ['7'] }],
    ['filters.fleets', { fleets: [] }],
    ['secret', ''],
    ['name', 'x'],
  ])('%s: %j is refused', (path, value) => {
    const [field = ''] = path.split('.');
    expect(failures(webhookCreate, { ...base, [field]: value })).toEqual([path]);
  });
});

describe('event names to subscribe to', () => {
  const names = (geofence_monitor: Record<string, string>) =>
    subscribedNames('geofence_monitor', withOverrides({ events: { geofence_monitor } }));
  test('is the family by default', () => {
    expect(subscribedNames('resource_operation')).toEqual(['resource_operation.*']);
  });
  test("use the operator's common prefix, or each name without one", () => {
    const all = ['stop_arrived', 'stop_departed', 'completed', 'expired', 'cancelled'];
    expect(names(Object.fromEntries(all.map((one) => [one, `v3.gf.${one}`])))).toEqual(['v3.gf.*']);
    expect(names({ stop_arrived: 'truck.entered' })).toEqual([
      'truck.entered',
      'geofence_monitor.stop_departed',
      'geofence_monitor.completed',
      'geofence_monitor.expired',
      'geofence_monitor.cancelled',
    ]);
  });
});

describe('group id for a monitor', () => {
  test.each([
    ['the field of that name', { id: id(1), webhook_group_id: id(2) }, id(2)],
    ['else the id', { id: id(1) }, id(1)],
    ['null is no group', { id: id(1), webhook_group_id: null }, id(1)],
    ['a list with a group', [{ id: id(1) }, { id: id(3), webhook_group_id: id(2) }], id(2)],
    ['a list without', [{ id: id(1) }, { id: id(3) }], id(1)],
  ])('%s', (_, response, expected) => {
    expect(webhookGroupIdOf(webhookCreated.parse(response))).toBe(expected);
  });
  test("is read under the operator's name", () => {
    const a = withOverrides({ fields: { webhook_group_id: 'group' } });
    expect(webhookGroupIdOf(webhookCreated.parse({ id: id(1), group: id(4) }), a)).toBe(id(4));
  });
  test('an empty list is rejected', () => {
    expect(webhookCreated.safeParse([]).success).toBe(false);
  });
});
