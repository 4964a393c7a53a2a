import type { Agreement } from '@waypost/contract/agreements';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { describe, expect, it } from 'vitest';
import { Directory } from '../../service/directory/directory.ts';
import { ServiceError } from '../../service/upstream/errors.ts';
import { id } from '../../testing/tracking.ts';
import { provedBy, sharedBy, sharedByFleet } from './vehicle-facts.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();
const agreement = (more: Partial<Agreement> = {}): Agreement => ({
  id: id(1),
  fleet_id: id(2),
  status: 'active',
  effective_date: iso(NOW - DAY),
  expiration_date: null,
  scopes: { vehicle: 'read', vehicle_location: 'read' },
  ...more,
});
const no = { location_shared: 'no', location_shared_until: null };

describe('the health of a load', () => {
  const shared = (tracking_health: string) =>
    provedBy([{ tracking_health, last_position: null, read_error: null }]).location_shared;

  it('proves that the location is shared when only the device is silent', () => {
    expect(shared('no_signal')).toBe('yes');
    expect(shared('not_shared')).toBe('no');
    expect(shared('stale')).toBe('unknown');
  });
});

describe('agreements', () => {
  it('share the location, until their end if they have one', () => {
    expect(sharedBy([agreement()], NOW)).toEqual({ location_shared: 'yes', location_shared_until: null });
    const until = iso(NOW + DAY);
    expect(sharedBy([agreement({ expiration_date: until })], NOW)).toEqual({
      location_shared: 'yes',
      location_shared_until: until,
    });
  });
  it.each<[string, Partial<Agreement>]>([
    ['does not name it', { scopes: { vehicle: 'read' } }],
    ['is over, though its status says active', { expiration_date: iso(NOW) }],
    ['has not begun', { effective_date: iso(NOW + 1) }],
    ['was cancelled', { status: 'cancelled' }],
  ])('is nothing when the agreement %s', (_, more) => {
    expect(sharedBy([agreement(more)], NOW)).toEqual(no);
  });
  it('the longest of several counts', () => {
    const two = [
      agreement({ expiration_date: iso(NOW + DAY) }),
      agreement({ expiration_date: iso(NOW + 2 * DAY) }),
    ];
    expect(sharedBy(two, NOW).location_shared_until).toBe(iso(NOW + 2 * DAY));
    expect(sharedBy([...two, agreement()], NOW).location_shared_until).toBeNull();
  });
});

describe('one agreement after another', () => {
  const day = (n: number) => iso(NOW + n * DAY);
  const first = agreement({ expiration_date: day(1) });
  it('share the location until the last one ends when they follow without a gap', () => {
    const next = agreement({ effective_date: day(1), expiration_date: day(3) });
    expect(sharedBy([next, first], NOW).location_shared_until).toBe(day(3));
  });
  it('share it until the gap between them begins', () => {
    const next = agreement({ effective_date: day(2), expiration_date: null });
    expect(sharedBy([next, first], NOW).location_shared_until).toBe(day(1));
  });
});

describe('reading agreements', () => {
  function asking(answer: () => unknown) {
    let [calls, now] = [0, NOW];
    const call = async () => {
      calls += 1;
      return { data: answer(), unread: [] };
    };
    const directory = new Directory({
      client: { call } as never,
      endpoints: serviceEndpoints(),
      now: () => now,
    });
    return {
      agreements: { ofFleet: (fleet_id: string) => sharedByFleet(directory, fleet_id, now) },
      directory,
      calls: () => calls,
      later: (ms: number) => {
        now += ms;
      },
    };
  }

  it('is one call for all callers within some minutes', async () => {
    const { agreements, calls, later } = asking(() => ({ items: [agreement()] }));
    const all = await Promise.all([id(2), id(2), id(9)].map((fleet) => agreements.ofFleet(fleet)));
    expect(all.map((one) => one.location_shared)).toEqual(['yes', 'yes', 'unknown']);
    later(4 * 60_000);
    await agreements.ofFleet(id(2));
    expect(calls()).toBe(1);
    later(2 * 60_000);
    await agreements.ofFleet(id(2));
    expect(calls()).toBe(2);
  });
  it('reflects changes made here immediately', async () => {
    let listed = [agreement()];
    const { agreements, directory, calls } = asking(() => ({ items: listed }));
    await agreements.ofFleet(id(2));
    listed = [agreement({ expiration_date: iso(NOW - 1) })];
    directory.put(agreement({ expiration_date: iso(NOW - 1) }));
    expect(await agreements.ofFleet(id(2))).toEqual(no);
    expect(calls()).toBe(1);
    directory.invalidate();
    expect(await agreements.ofFleet(id(2))).toEqual(no);
    expect(calls()).toBe(2);
  });
  it('shares the cached data of the agreements page', async () => {
    const { agreements, directory, calls } = asking(() => ({ items: [agreement()] }));
    await directory.get();
    const before = calls();
    expect((await agreements.ofFleet(id(2))).location_shared).toBe('yes');
    expect(calls()).toBe(before);
  });
  it('waits for a read in progress', async () => {
    const { directory } = asking(() => ({ items: [agreement()] }));
    const both = await Promise.all([directory.get(), directory.get()]);
    expect(both.map(({ agreements }) => agreements.length)).toEqual([1, 1]);
  });
  it('continues with cached data during an outage, without further calls', async () => {
    let away = false;
    const { agreements, calls, later } = asking(() => {
      if (away) throw new ServiceError('unreachable', 'gone');
      return { items: [agreement()] };
    });
    await agreements.ofFleet(id(2));
    away = true;
    later(6 * 60_000);
    expect((await agreements.ofFleet(id(2))).location_shared).toBe('yes');
    later(10_000);
    await agreements.ofFleet(id(2));
    expect(calls()).toBe(2);
    later(30_000);
    await agreements.ofFleet(id(2));
    expect(calls()).toBe(3);
  });
  it('leads to unknown when it fails, and blocks nothing', async () => {
    const { agreements, calls } = asking(() => {
      throw new ServiceError('not_found', 'no', { status: 404 });
    });
    expect(await agreements.ofFleet(id(2))).toEqual({
      location_shared: 'unknown',
      location_shared_until: null,
    });
    await agreements.ofFleet(id(2));
    expect(calls()).toBe(1);
  });
});
