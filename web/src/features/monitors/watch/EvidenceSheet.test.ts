import type { BoardMonitorDetail, MonitorEvent } from '@waypost/contract/api/monitors';
import { describe, expect, it } from 'vitest';
import { id, NOW } from '../../../testing/loads.ts';
import { monitor, monitorStop } from '../../../testing/monitors.ts';
import { evidenceCsv, evidenceOf } from './EvidenceSheet.tsx';
import { deduplicateEvents } from './Sections.tsx';

const event = (change: Partial<MonitorEvent> = {}): MonitorEvent => ({
  event_id: 'evt-1',
  event_name: 'geofence_monitor.stop_arrived',
  kind: 'arrived',
  stop_sequence: 0,
  occurred_at: '2026-11-20T14:12:30Z',
  received_at: '2026-11-20T14:12:33Z',
  delivery_id: id(90),
  record: {},
  ...change,
});
const stops = [
  monitorStop({
    name: 'Amarillo, "north" gate',
    planned_arrival_at: '2026-11-20T14:00:00Z',
    arrived_at: '2026-11-20T14:12:30.000Z',
    departed_at: '2026-11-20T16:43:00Z',
    departed_by: 'read',
    site_name: 'Amarillo yard',
    free_minutes: 120,
    detention_rate: '75',
    detention_currency: 'USD',
  }),
  monitorStop({ sequence: 1, name: null, arrived_at: '2026-11-20T20:00:00Z', free_minutes: 60 }),
];
const detail: BoardMonitorDetail = { ...monitor({ stops }), history: [event()], trail: [] };

describe('the evidence of a monitor', () => {
  it('gives the source and event of each time', () => {
    const [first] = evidenceOf(detail, NOW, 'America/Chicago');
    expect(first).toMatchObject({
      arrived: { by: 'event', event_id: 'evt-1', received_at: '2026-11-20T14:12:33Z' },
      departed: { at: '2026-11-20T16:43:00Z', by: 'read', event_id: null },
      arrival_late_minutes: 12,
      departure_late_minutes: null,
      stay_minutes: 151,
      detention: { minutes: 31, amount: '38.75', currency: 'USD' },
    });
  });

  it('proves nothing at the center of a city, and says so', () => {
    const [origin, ...rest] = stops;
    const city = {
      ...detail,
      stops: [{ ...origin, city_center: 'Amarillo, TX' }, ...rest],
    } as typeof detail;
    expect(evidenceOf(city, NOW, 'America/Chicago')[0]).toMatchObject({
      name: 'Amarillo, "north" gate, city center',
      arrival_late_minutes: null,
      departure_late_minutes: null,
      stay_minutes: null,
      detention: null,
    });
    const [, first, second] = evidenceCsv(city, NOW, 'America/Chicago').slice(1).trim().split('\r\n');
    expect(first).toContain('"no, city center"');
    expect(second).toContain(',yes,');
  });

  it('proves no arrival, stay or detention at an origin where the truck already was when tracking started', () => {
    const [origin, ...rest] = stops;
    const parked = { ...detail, stops: [{ ...origin, arrived_at_start: true }, ...rest] } as typeof detail;
    expect(evidenceOf(parked, NOW, 'America/Chicago')[0]).toMatchObject({
      arrival_late_minutes: null,
      departure_late_minutes: null,
      stay_minutes: null,
      detention: null,
    });
    const [, first] = evidenceCsv(parked, NOW, 'America/Chicago').slice(1).trim().split('\r\n');
    expect(first).toContain('08:12:30 CST",,at origin when tracking started,event,');
    expect(first).not.toContain('38.75');
  });

  it('says stay and detention so far while the truck is inside, and as of when', () => {
    const terms = { free_minutes: 20, detention_rate: '75.50', detention_currency: 'USD' };
    const inside = stops.map((stop) => ({ ...stop, ...(stop.sequence === 1 && terms) }));
    const running = { ...detail, stops: inside } as typeof detail;
    expect(evidenceOf(running, NOW, 'America/Chicago')[1]).toMatchObject({
      name: 'Destination',
      departed: null,
      running: true,
      stay_minutes: 30,
      detention: { minutes: 10, amount: '12.58' },
    });
    const [head, first, second] = evidenceCsv(running, NOW, 'America/Chicago').slice(1).trim().split('\r\n');
    expect(head).toContain('detention_currency,running_as_of_utc,local_time_zone');
    expect(first).toContain('38.75,USD,,America/Chicago');
    expect(second).toContain(',30,,20,10,75.50,12.58,USD,2026-11-20 20:30:00 UTC,America/Chicago');
    const expired = { ...running, status: 'expired' };
    expect(evidenceOf(expired, NOW, 'America/Chicago')[1]).toMatchObject({
      running: false,
      stay_minutes: null,
    });
  });

  it("has the local times of each stop's own zone, and the person's where that is unknown", () => {
    const [origin, destination] = detail.stops.map((stop) => ({
      ...stop,
      arrived_at: '2026-11-20T14:12:30Z',
    }));
    const stops = [
      { ...origin, time_zone: 'America/Denver' },
      { ...destination, time_zone: null },
    ];
    const [, ...rows] = evidenceCsv({ ...detail, stops } as typeof detail, NOW, 'America/Chicago').split(
      '\r\n',
    );
    expect(rows[0]).toMatch(/"Nov 20, 2026, 07:12:30 MST".*,America\/Denver,[^,]*$/);
    expect(rows[1]).toMatch(/"Nov 20, 2026, 08:12:30 CST".*,America\/Chicago,[^,]*$/);
  });

  it('exports UTC and local times, circles and event ids as a table', () => {
    const [head, first, second] = evidenceCsv(detail, NOW, 'America/Chicago').slice(1).trim().split('\r\n');
    const names = head?.split(',') ?? [];
    expect(first).toContain('"Amarillo, ""north"" gate",35.2,-101.83,400,');
    expect(first).toContain('2026-11-20T14:12:30.000Z,"Nov 20, 2026, 08:12:30 CST",12,,event,evt-1,');
    expect(first).toContain(
      ',read,,,151,Amarillo yard,120,31,75,38.75,USD,,America/Chicago,2026-11-20 20:30:00 UTC',
    );
    expect(second).toMatch(/,30,,60,0,,,,2026-11-20 20:30:00 UTC,America\/Chicago,/);
    expect(names).toEqual(expect.arrayContaining(['arrival_event_received_at_utc', 'site_name']));
    // Ignoring commas inside quotes, every row has every column.
    const columns = (line: string | undefined) => line?.replace(/"(?:[^"]|"")*"/g, 'x').split(',').length;
    expect(columns(first)).toBe(names.length);
    expect(columns(second)).toBe(names.length);
  });

  it('counts an event delivered several times once, keeping its first delivery', () => {
    const again = event({ received_at: '2026-11-20T14:20:00Z', delivery_id: id(91) });
    expect(deduplicateEvents([again, event(), event({ event_id: 'evt-2' })])).toMatchObject([
      { times: 2, event: { delivery_id: id(90) } },
      { times: 1, event: { event_id: 'evt-2' } },
    ]);
  });
});
