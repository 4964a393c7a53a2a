import type { BoardMonitor, BoardMonitorStop } from '@waypost/contract/api/monitors';
import type { DoubtReason } from '@waypost/triage/doubt';
import { describe, expect, it } from 'vitest';
import { stayCost, stayText } from '../../../live/monitor-stops.ts';
import { ago, HOUR, MINUTE, NOW } from '../../../testing/loads.ts';
import { journeyStops, monitor } from '../../../testing/monitors.ts';
import { OTHER_ZONE } from '../../../testing/zones.ts';
import { dockTime } from '../../../ui/time.ts';
import { checkIntegrity, monitorFacts } from './facts.ts';
import { flagWords, nextExpected } from './words.ts';

type Stops = readonly Partial<BoardMonitorStop>[];
/** The usual journey with changes to its stops. */
const stops = (...changes: Stops) => journeyStops().map((stop, at) => ({ ...stop, ...changes[at] }));
const flagsOf = (change: Partial<BoardMonitor>, doubt: DoubtReason | null = null) =>
  checkIntegrity(monitor(change), { now: NOW, doubt, stale_after_minutes: 90, monitor_stops_in_order: true })
    .flags;
const kinds = (change: Partial<BoardMonitor>, doubt: DoubtReason | null = null) =>
  flagsOf(change, doubt).map(({ kind }) => kind);
const wordsOf = (change: Partial<BoardMonitor>, doubt: DoubtReason | null = null) => {
  const it = monitor(change);
  return flagsOf(change, doubt).map((flag) => flagWords(flag, it, NOW));
};
const pinged = (ms: number) => ({ latitude: 37.5, longitude: -104.5, occurred_at: ago(ms) });

describe('integrity of a monitor', () => {
  it('flags nothing on a healthy trip', () => {
    expect(kinds({})).toEqual([]);
    expect(
      monitorFacts(monitor(), {
        now: NOW,
        doubt: null,
        stale_after_minutes: 90,
        monitor_stops_in_order: true,
      }),
    ).toMatchObject({
      state: 'active',
      attention: false,
      journey: 'on_the_way',
      stop_sequence: 0,
      next_sequence: 1,
      next_arrival: NOW + HOUR,
    });
  });

  it('names the assumed silence limit when the ping rate is unknown', () => {
    const [silent] = wordsOf({ rhythm_seconds: null, last_position: pinged(3 * HOUR) });
    expect(silent?.why).toContain('we flag it after 1 h 30 min');
  });

  it('ranks the wrong truck first', () => {
    expect(kinds({ last_position: pinged(3 * HOUR) }, 'disagree')).toEqual(['check_truck', 'silent']);
    expect(wordsOf({}, 'disagree')[0]).toMatchObject({
      what: 'Possible wrong truck: the tracking service doubts that it carries the load',
      action: { kind: 'load' },
    });
  });

  describe('the record', () => {
    it('flags a departure without arrival, and offers a refresh', () => {
      const change = { stops: stops({ arrived_at: null }) };
      expect(flagsOf(change)).toMatchObject([{ kind: 'departed_unseen', stop_sequence: 0 }]);
      expect(wordsOf(change)[0]).toMatchObject({
        what: 'Left Amarillo DC 4 without an arrival',
        action: { kind: 'read' },
      });
    });
    it('flags a skipped stop once a later one was reached', () => {
      expect(kinds({ stops: stops({}, {}, { arrived_at: ago(HOUR) }), current_stop_sequence: 2 })).toEqual([
        'skipped',
      ]);
      expect(kinds({ current_stop_sequence: 2 })).toContain('skipped');
    });
    it('flags times that cannot all be true', () => {
      expect(kinds({ stops: stops({ departed_at: ago(6 * HOUR) }) })).toEqual(['disorder']);
      expect(kinds({ stops: stops({}, { arrived_at: ago(5.5 * HOUR) }) })).toContain('disorder');
    });
    it('allows an arrival in an overlapping circle before the previous departure', () => {
      expect(kinds({ stops: stops({}, { arrived_at: ago(4.5 * HOUR) }) })).toEqual([]);
    });
    it('keeps its flags after tracking ends, without asking for attention', () => {
      const done = stops(
        { arrived_at: null },
        { arrived_at: ago(3 * HOUR), departed_at: ago(2.5 * HOUR) },
        { arrived_at: ago(HOUR), departed_at: ago(MINUTE) },
      );
      const over = monitor({ status: 'completed', stops: done });
      const facts = monitorFacts(over, {
        now: NOW,
        doubt: null,
        stale_after_minutes: 90,
        monitor_stops_in_order: true,
      });
      expect(facts.flags.map(({ kind }) => kind)).toEqual(['departed_unseen']);
      expect(facts).toMatchObject({ attention: false, state: 'completed', journey: 'done' });
    });
  });

  describe('silence', () => {
    it('is measured by the ping rate of the truck', () => {
      expect(kinds({ last_position: pinged(40 * MINUTE), rhythm_seconds: 300 })).toEqual(['silent']);
      expect(kinds({ last_position: pinged(40 * MINUTE), rhythm_seconds: 900 })).toEqual([]);
      expect(kinds({ last_position: pinged(29 * MINUTE), rhythm_seconds: 30 })).toEqual([]);
      expect(kinds({ last_position: pinged(80 * MINUTE), rhythm_seconds: null })).toEqual([]);
      expect(kinds({ last_position: pinged(100 * MINUTE), rhythm_seconds: null })).toEqual(['silent']);
    });
    it('is ended by an event and does not count before tracking starts', () => {
      const recent = stops({}, { arrived_at: ago(10 * MINUTE), planned_arrival_at: null });
      expect(kinds({ last_position: pinged(3 * HOUR), stops: recent })).toEqual([]);
      const fresh = stops({ arrived_at: null, departed_at: null });
      const begins = { starts_at: ago(MINUTE), current_stop_sequence: 0, stops: fresh };
      expect(kinds({ ...begins, last_position: pinged(3 * HOUR) })).toEqual([]);
    });
    it('is not flagged without any ping, since pings may just be unavailable', () => {
      expect(kinds({ last_position: null })).toEqual([]);
    });
    it('mentions the ping rate', () => {
      expect(wordsOf({ last_position: pinged(2 * HOUR) })[0]).toMatchObject({
        what: 'No pings for 2 h',
        why: expect.stringContaining('every 2 min'),
      });
    });
  });

  describe('an origin that the truck left before tracking', () => {
    const none = { arrived_at: null, departed_at: null };
    const waiting = {
      current_stop_sequence: 0,
      stops: stops({ ...none, planned_departure_at: ago(5 * HOUR) }),
    };
    it('needs attention as long as the monitor waits there, and offers to start at the next stop', () => {
      const [flag] = wordsOf(waiting);
      expect(flagsOf(waiting)[0]).toMatchObject({ kind: 'origin_passed', stop_sequence: 0 });
      expect(flag).toMatchObject({
        what: expect.stringMatching(/^Waits for the truck at .*Amarillo DC 4.*already \d+ mi away/),
        action: { kind: 'follow', label: 'Start at stop 2' },
      });
      const context = { now: NOW, doubt: null, stale_after_minutes: 90, monitor_stops_in_order: true };
      expect(monitorFacts(monitor(waiting), context).attention).toBe(true);
      expect(
        checkIntegrity(monitor(waiting), { ...context, monitor_stops_in_order: false }).flags,
      ).not.toContainEqual(expect.objectContaining({ kind: 'origin_passed' }));
    });
    it('is none while the plan is ahead, the truck is there, or a stop was seen', () => {
      expect(kinds({ ...waiting, stops: stops({ ...none, planned_departure_at: ago(-HOUR) }) })).toEqual([]);
      const there = { latitude: 35.2, longitude: -101.83, occurred_at: ago(MINUTE) };
      expect(kinds({ ...waiting, last_position: there })).toEqual([]);
      expect(kinds({})).toEqual([]);
    });
  });

  describe('expiry', () => {
    // From 37.5, -104.5 to Pueblo and Denver: about 254 km, 2 h 26 min at 65 mph.
    it('is flagged when the remaining distance is too long even at a generous speed', () => {
      const none = [{}, { planned_arrival_at: null }, { planned_arrival_at: null }];
      expect(kinds({ expires_at: ago(-2.5 * HOUR), stops: stops(...none) })).toEqual([]);
      expect(flagsOf({ expires_at: ago(-2.3 * HOUR), stops: stops(...none) })).toMatchObject([
        { kind: 'expires_early', stop_sequence: 2, arrival_by: 'distance' },
      ]);
      expect(wordsOf({ expires_at: ago(-HOUR), stops: stops(...none) })[0]).toMatchObject({
        what: 'Expires before arrival at Denver DC 1',
        action: { kind: 'follow' },
      });
    });
    it('is flagged when the planned arrival is later', () => {
      expect(flagsOf({ expires_at: ago(-2.9 * HOUR) })).toMatchObject([
        { kind: 'expires_early', arrival_by: 'plan' },
      ]);
    });
    it('does not assume that a parked truck drives, and predicts when the flag is due', () => {
      const none = [{}, { planned_arrival_at: null }, { planned_arrival_at: null }];
      const it = monitor({ expires_at: ago(-4 * HOUR), stops: stops(...none), rhythm_seconds: 36_000 });
      const { flags, valid_until } = checkIntegrity(it, {
        now: NOW,
        doubt: null,
        stale_after_minutes: 90,
        monitor_stops_in_order: true,
      });
      expect(flags).toEqual([]);
      expect(valid_until).toBeGreaterThan(NOW + 1.5 * HOUR);
      expect(valid_until).toBeLessThan(NOW + 1.6 * HOUR);
      const then = { ...it, last_position: pinged(-1.6 * HOUR) };
      expect(
        checkIntegrity(then, {
          now: valid_until + 1,
          doubt: null,
          stale_after_minutes: 90,
          monitor_stops_in_order: true,
        }).flags,
      ).toMatchObject([{ kind: 'expires_early' }]);
    });
    it('is flagged for an unfinished monitor, even before the service reports it', () => {
      for (const status of ['expired', 'active']) {
        const over = { status, expires_at: ago(HOUR) };
        expect(flagsOf(over)).toMatchObject([{ kind: 'expired_unfinished', stop_sequence: 1 }]);
        expect(wordsOf(over)[0]).toMatchObject({
          what: 'Expired 1 h ago, before the last stop',
          why: '2 stops are no longer tracked, from Pueblo yard on.',
          action: { kind: 'follow' },
        });
        expect(
          monitorFacts(monitor(over), {
            now: NOW,
            doubt: null,
            stale_after_minutes: 90,
            monitor_stops_in_order: true,
          }),
        ).toMatchObject({
          state: 'expired',
          attention: true,
        });
      }
    });
    it('needs attention for a day after expiry, then no more', () => {
      const old = monitorFacts(monitor({ status: 'expired', expires_at: ago(25 * HOUR) }), {
        now: NOW,
        doubt: null,
        stale_after_minutes: 90,
        monitor_stops_in_order: true,
      });
      expect(old).toMatchObject({ attention: false });
      expect(old.flags).toHaveLength(1);
    });
  });

  it('flags lateness of the next stop only, with the amount', () => {
    const late = { stops: stops({}, { planned_arrival_at: ago(HOUR) }) };
    expect(kinds(late)).toEqual(['late']);
    expect(wordsOf(late)[0]?.what).toBe('Already 1 h late to Pueblo yard');
    expect(kinds({ ...late, status: 'cancelled' })).toEqual([]);
  });

  it('flags detention while it runs', () => {
    const inside = (ago_ms: number) =>
      stops({}, { arrived_at: ago(ago_ms), free_minutes: 120, planned_arrival_at: null });
    expect(kinds({ stops: inside(2.5 * HOUR) })).toEqual(['detention']);
    expect(wordsOf({ stops: inside(2.5 * HOUR) })[0]?.what).toBe('30 min over free time at Pueblo yard');
    const parked = inside(3 * HOUR).map((one) => ({ ...one, arrived_at_start: true }));
    expect(kinds({ stops: parked })).not.toContain('detention');
    const within = checkIntegrity(monitor({ stops: inside(HOUR) }), {
      now: NOW,
      doubt: null,
      stale_after_minutes: 90,
      monitor_stops_in_order: true,
    });
    expect(within).toMatchObject({ flags: [], valid_until: expect.any(Number) });
    expect(within.valid_until).toBeLessThanOrEqual(NOW + HOUR);
  });

  it('says the same whole minutes of detention as the line of the stop, at any second', () => {
    const arrived_at = '2026-11-20T14:00:40Z';
    const at_stop = stops({}, { arrived_at, free_minutes: 60, planned_arrival_at: null });
    const it = monitor({ stops: at_stop });
    const said = (time: string) => {
      const now = Date.parse(`2026-11-20T${time}Z`);
      const context = { now, doubt: null, stale_after_minutes: 900, monitor_stops_in_order: true };
      const flag = checkIntegrity(it, context).flags.find(({ kind }) => kind === 'detention');
      const stop = at_stop[1] as BoardMonitorStop;
      return [
        flag ? flagWords(flag, it, now).what : null,
        stayText(stop, true, now),
        stayCost(stop, true, now),
      ];
    };
    expect(said('15:00:50')).toEqual([null, 'Inside for 1 h', expect.stringMatching(/^free until [^(]+$/)]);
    expect(said('15:01:00')).toEqual([
      '1 min over free time at Pueblo yard',
      'Inside for 1 h 1 min',
      '1 min over 60 min free time',
    ]);
    expect(said('15:39:10')[0]).toBe('39 min over free time at Pueblo yard');
    expect(said('14:00:45')[1]).toBe('Inside for under 1 min');
  });

  it('predicts when time alone changes the flags: lateness, silence, expiry', () => {
    const at = (now: number) =>
      checkIntegrity(monitor(), { now, doubt: null, stale_after_minutes: 90, monitor_stops_in_order: true });
    let now = NOW;
    const seen: string[] = [];
    for (let step = 0; step < 12 && Number.isFinite(at(now).valid_until); step++) {
      now = at(now).valid_until;
      seen.push(
        at(now)
          .flags.map(({ kind }) => kind)
          .join(' '),
      );
    }
    expect(seen).toContain('silent');
    expect(seen).toContain('silent late');
    expect(seen.at(-1)).toBe('expired_unfinished');
  });

  it('maps an unknown status to `other` without attention', () => {
    expect(
      monitorFacts(monitor({ status: 'paused' }), {
        now: NOW,
        doubt: null,
        stale_after_minutes: 90,
        monitor_stops_in_order: true,
      }),
    ).toMatchObject({
      state: 'other',
      attention: false,
      next_arrival: null,
    });
  });
});

describe('the next expected arrival', () => {
  it('is late by the time since its plan, not "ago", unless that was before tracking began', () => {
    const none = { arrived_at: null, departed_at: null, planned_arrival_at: ago(3 * HOUR + 40 * MINUTE) };
    const waiting = (since: number) =>
      monitor({ current_stop_sequence: 0, starts_at: ago(since), stops: stops(none) });
    expect(nextExpected(waiting(4 * HOUR), NOW)?.relative).toBe('3 h 40 min late');
    expect(nextExpected(waiting(HOUR), NOW)?.relative).toBe('planned before tracking began');
    expect(nextExpected(monitor(), NOW)?.relative).toBe('in 1 h');
  });

  it("says appointments in the dock's time", () => {
    const planned_arrival_at = ago(HOUR);
    const late = stops({}, { planned_arrival_at, time_zone: OTHER_ZONE });
    const text = dockTime(planned_arrival_at, NOW, OTHER_ZONE);
    expect(nextExpected(monitor({ stops: late }), NOW)?.planned).toBe(text);
    expect(wordsOf({ stops: late }).map(({ why }) => why)).toContain(`Appt ${text}, not arrived yet.`);
  });
});
