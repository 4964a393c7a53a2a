import { FUEL_CHECK_RULES } from '@waypost/contract/api/fuel';
import { destination } from '@waypost/geo/geodesy';
import { expect, it } from 'vitest';
import { id } from '../../testing/tracking.ts';
import { aboveTank, farFromPosition, odometerBack, type Purchase, twiceAtOnce } from './checks.ts';

const AT = Date.UTC(2026, 10, 1);
const HERE = { latitude: 35.2, longitude: -101.8 };
const bought = (more: Partial<Purchase> = {}): Purchase => ({
  id: id(1),
  vehicle_id: id(500),
  at: AT,
  fuel_type: 'diesel',
  odometerMeters: null,
  odometer: null,
  odometer_unit: null,
  volume: 100,
  liters: 378,
  volume_unit: 'gal',
  location: HERE,
  ...more,
});
const kind = (verdict: unknown) => (verdict === null ? 'unjudged' : verdict === 'fine' ? 'fine' : 'odd');

const { within_ms, distance_meters, speed_mps } = FUEL_CHECK_RULES.far_from_position;
it.each([
  ['next to it at once', distance_meters - 10, 0, 'fine'],
  ['further away at once', distance_meters + 10, 0, 'odd'],
  ['as far as it drives meanwhile', distance_meters + 600 * speed_mps - 10, 600_000, 'fine'],
  ['further than it drives meanwhile', distance_meters + 600 * speed_mps + 10, -600_000, 'odd'],
  ['too long ago', 0, within_ms + 1, 'unjudged'],
])('a position of ours %s', (_, meters, ms, verdict) => {
  const position = { ...destination(HERE, 90, meters), occurred_at: AT + ms };
  expect(kind(farFromPosition(bought(), [position]))).toBe(verdict);
});

it('the nearest position in time counts', () => {
  const near = { ...HERE, occurred_at: AT + 1000 };
  const far = { ...destination(HERE, 90, 900_000), occurred_at: AT - 2000 };
  expect(farFromPosition(bought(), [far, near])).toBe('fine');
});

it.each([
  [1136, 'gal', 301, 'odd'],
  [1136, 'gal', 300, 'fine'],
  [null, null, 1137, 'odd'],
  [null, null, 1136, 'fine'],
  [null, 'imp gal', 5000, 'unjudged'],
  [null, null, null, 'unjudged'],
])('a volume (%s, %s, %s) is %s', (_, volume_unit, volume, verdict) => {
  const liters = volume_unit === 'gal' && volume !== null ? volume * 3.785411784 : null;
  expect(kind(aboveTank(bought({ volume, volume_unit, liters })))).toBe(verdict);
});

it.each([
  [1_000_000, 999_000, 'fine'],
  [1_000_000, 998_000, 'odd'],
  [1_000_000, 1_000_001, 'fine'],
  [null, 1, 'unjudged'],
  [1, null, 'unjudged'],
])('an odometer from %s to %s m is %s', (before, now, verdict) => {
  expect(kind(odometerBack(bought({ odometerMeters: now }), bought({ odometerMeters: before })))).toBe(
    verdict,
  );
});

const MINUTE = 60_000;
it.each([
  ['19 minutes later', { at: AT + 19 * MINUTE }, 'odd'],
  ['21 minutes later', { at: AT + 21 * MINUTE }, 'fine'],
  ['an hour later, 150 km away', { at: AT + 60 * MINUTE, location: destination(HERE, 0, 150_000) }, 'fine'],
  ['an hour later, 200 km away', { at: AT + 60 * MINUTE, location: destination(HERE, 0, 200_000) }, 'odd'],
  ['without a time', { at: null }, 'unjudged'],
])('the same kind of fuel %s', (_, later, verdict) => {
  expect(kind(twiceAtOnce(bought({ id: id(2), ...later }), bought(), bought()))).toBe(verdict);
});

it('another kind of fuel at the same pump is not a second purchase', () => {
  expect(twiceAtOnce(bought({ fuel_type: 'def', at: AT + MINUTE }), null, bought())).toBe('fine');
});
