import { expect, it } from 'vitest';
import { assignment, load, stop } from '../../testing/loads.ts';
import { stopsAhead } from './ahead.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const prediction = {
  stop_sequence: 1,
  from: at(140),
  likely: at(180),
  to: at(220),
  place_by: 'site',
  way_by: 'corridors',
  meters_to_go: 341_181,
  speed_mps: 22.8,
  rest: 'none',
} as const;
const place = { latitude: 39.7, longitude: -104.9 };
const of = (predicted_arrivals: Parameters<typeof load>[0]) =>
  load({
    stops: [stop(), stop({ sequence: 1, name: 'Denver DC 5', estimated_arrival_at: at(100) })],
    last_position: { latitude: 35, longitude: -101, occurred_at: at(-2) },
    ...predicted_arrivals,
  });

it('names each stop whose place is known, with the estimate', () => {
  const [denver] = stopsAhead(of({ predicted_arrivals: [{ ...prediction, place }] }), NOW);
  expect(denver).toMatchObject(place);
  expect(denver?.label).toMatch(/Denver DC 5.*\nETA .+ to .+\nprobably 40 min to 2 h late$/s);
});

it('says that a city is not the dock, and draws nothing without a place or a valid estimate', () => {
  const city = { ...prediction, place, place_by: 'city' } as const;
  expect(stopsAhead(of({ predicted_arrivals: [city] }), NOW)[0]?.label).toContain('(city)');
  expect(stopsAhead(of({ predicted_arrivals: [prediction] }), NOW)).toEqual([]);
  expect(stopsAhead(of({ predicted_arrivals: [city] }), NOW + 300 * 60_000)).toEqual([]);
});

it('claims no lateness of a truck that may be another one', () => {
  const doubted = of({
    predicted_arrivals: [{ ...prediction, place }],
    vehicle_assignment: assignment({ agreement: 'disagree' }),
  });
  expect(stopsAhead(doubted, NOW)[0]?.label).toMatch(/Denver DC 5.*\nETA .+ to [^\n]+$/s);
});
