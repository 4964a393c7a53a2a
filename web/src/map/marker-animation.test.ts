import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import { describe, expect, it } from 'vitest';
import { type LoadFeature, loadFeature, type Move } from './load-writer.ts';
import { GLIDE_MS, MarkerAnimation, MOST_GLIDING } from './marker-animation.ts';
import type { MapLoad } from './types.ts';

const START = { latitude: 40, longitude: -100 };
const east = (pixels: number): LatLon => ({ latitude: 40, longitude: -100 + pixels / 1000 });

const featureOf = (load_id: string, at: LatLon, over: Partial<MapLoad> = {}): LoadFeature =>
  loadFeature({
    load_id,
    label: load_id,
    marker: 'live',
    health: 'live',
    age_fade: 0,
    bearing_degrees: 90,
    ...at,
    ...over,
  });
const move = (load_id: string, to: LatLon, from: LatLon = START): Move => ({
  from,
  feature: featureOf(load_id, to),
});

/** A map of a thousand pixels to a degree whose frames and clock are moved by hand. By default no load moves. */
function bench(not_standing: readonly string[] = []) {
  const frames: (() => void)[] = [];
  const drawn: LoadFeature[][] = [];
  const hidden = new Set<string>();
  const state = { time: 0, allowed: true, settled: true, asked: 0, stepped: 0 };
  const ids = Array.from({ length: 400 }, (_, i) => `l${i}`);
  const motion = new MarkerAnimation({
    allowed: () => state.allowed,
    onScreen: ({ latitude, longitude }) => {
      const [x, y] = [(longitude + 100.5) * 1000, (40.5 - latitude) * 1000];
      return x >= 0 && x <= 1000 && y >= 0 && y <= 1000 ? { x, y } : null;
    },
    standing: () => {
      state.asked++;
      return new Set(['a', 'b', ...ids].filter((id) => !not_standing.includes(id)));
    },
    draw: async (features) => void drawn.push(features),
    hide: (id, hide) => void (hide ? hidden.add(id) : hidden.delete(id)),
    settled: () => state.settled,
    stepped: () => void state.stepped++,
    frame: (callback) => void frames.push(callback),
    now: () => state.time,
  });
  const taken = async () => {
    for (let i = 0; i < 4; i++) await Promise.resolve();
  };
  const begin = async (...moves: Move[]) => {
    await motion.begin(
      moves,
      moves.map(({ feature }) => feature),
      [],
    );
    await taken();
    await pass(0);
  };
  /** Time passes, and what was asked for a frame gets one. */
  const pass = async (ms: number) => {
    state.time += ms;
    for (const callback of frames.splice(0)) callback();
    await taken();
  };
  const where = (id: string) =>
    drawn.at(-1)?.find(({ properties }) => properties.load_id === id)?.geometry.coordinates;
  return { motion, state, frames, drawn, hidden, begin, pass, taken, where };
}

describe('Motion', () => {
  it('draws a marker where it stands before the standing one is hidden, then takes it along', async () => {
    const { motion, drawn, hidden, taken, pass, where } = bench();
    const begun = motion.begin([move('a', east(100))], [], []);
    expect(drawn).toHaveLength(1);
    expect(where('a')).toEqual([-100, 40]);
    expect(hidden.size).toBe(0);
    await begun;
    await taken();
    expect(hidden).toEqual(new Set(['a']));
    await pass(0);
    await pass(GLIDE_MS / 4);
    expect(where('a')?.[0]).toBeGreaterThan(-100);
    expect(where('a')?.[0]).toBeLessThan(-99.9);
  });

  it('comes nearer with every frame, never goes beyond, and ends exactly at the position', async () => {
    const { motion, begin, pass, where, hidden, drawn, frames } = bench();
    const to = { latitude: 40.0123456, longitude: -99.8765432 };
    await begin(move('a', to));
    let before = distanceMeters(START, to);
    for (let i = 0; i < 62; i++) {
      await pass(16);
      const [longitude = 0, latitude = 0] = where('a') ?? [to.longitude, to.latitude];
      const left = distanceMeters({ latitude, longitude }, to);
      expect(left).toBeLessThanOrEqual(before);
      expect(distanceMeters(START, { latitude, longitude })).toBeLessThanOrEqual(
        distanceMeters(START, to) + 1e-6,
      );
      before = left;
    }
    await pass(16);
    expect(where('a')).toEqual([to.longitude, to.latitude]);
    await pass(16);
    await pass(16);
    expect(drawn.at(-1)).toEqual([]);
    expect(hidden.size).toBe(0);
    expect(motion.at('a')).toBeNull();
    expect(frames).toHaveLength(0);
  });

  it('leaves the marker to the standing one only when that is drawn where it was written', async () => {
    const { state, begin, pass, hidden, where } = bench();
    state.settled = false;
    await begin(move('a', east(50)));
    await pass(GLIDE_MS);
    await pass(16);
    expect(hidden.has('a')).toBe(true);
    expect(where('a')).toEqual([-99.95, 40]);
    state.settled = true;
    await pass(16);
    expect(hidden.size).toBe(0);
  });

  it('goes on from where it is when a further position comes on the way', async () => {
    const { motion, begin, pass, where } = bench();
    await begin(move('a', east(100)));
    await pass(GLIDE_MS / 4);
    const [on_the_way = 0] = where('a') ?? [];
    expect(motion.begin([move('a', east(200), east(100))], [], [])).toBeNull();
    expect(motion.at('a')?.longitude).toBe(on_the_way);
    await pass(0);
    await pass(16);
    expect(where('a')?.[0]).toBeGreaterThan(on_the_way);
    await pass(GLIDE_MS);
    expect(where('a')).toEqual([-99.8, 40]);
  });

  it.each<[string, LatLon, LatLon?]>([
    ['too small to see', east(1)],
    ['too far to follow', east(450), east(-100)],
    ['off the screen', { latitude: 45, longitude: -100.01 }, { latitude: 45, longitude: -100 }],
    ['coming from off the screen', east(490), east(510)],
  ])('a hop %s costs no look at the map, no frame and no drawing', (_what, to, from = START) => {
    const { motion, state, frames, drawn } = bench();
    expect(motion.begin([move('a', to, from)], [], [])).toBeNull();
    expect([state.asked, frames.length, drawn.length]).toEqual([0, 0, 0]);
  });

  it('a load inside a cluster does not glide', () => {
    const { motion, frames, drawn } = bench(['a']);
    expect(motion.begin([move('a', east(50))], [], [])).toBeNull();
    expect([frames.length, drawn.length]).toEqual([0, 0]);
  });

  it('with reduced motion, a moving camera or a hidden page nothing glides', () => {
    const { motion, state, frames, drawn } = bench();
    state.allowed = false;
    expect(motion.begin([move('a', east(50))], [], [])).toBeNull();
    expect([state.asked, frames.length, drawn.length]).toEqual([0, 0, 0]);
  });

  it.each<[string, (of: ReturnType<typeof bench>) => Promise<void> | void]>([
    ['a camera that begins to move', ({ motion }) => motion.end()],
    [
      'motion that is reduced on the way',
      ({ state, pass }) => {
        state.allowed = false;
        return pass(16);
      },
    ],
    ['a jump beyond', ({ begin, pass }) => begin(move('a', east(450), east(50))).then(() => pass(16))],
    [
      'a load that goes',
      ({ motion, pass }) => {
        motion.begin([], [], ['a']);
        return pass(16);
      },
    ],
  ])('%s ends it at once', async (_what, ends) => {
    const of = bench();
    await of.begin(move('a', east(50), START));
    await of.pass(100);
    await ends(of);
    expect(of.motion.at('a')).toBeNull();
    expect(of.hidden.size).toBe(0);
    expect(of.drawn.at(-1)).toEqual([]);
    await of.pass(16);
    expect(of.frames).toHaveLength(0);
  });

  it('takes on no more than it can carry; the others jump', async () => {
    const { begin, drawn, hidden } = bench();
    await begin(...Array.from({ length: MOST_GLIDING + 50 }, (_, i) => move(`l${i}`, east(50))));
    expect(drawn.at(-1)).toHaveLength(MOST_GLIDING);
    expect(hidden.size).toBe(MOST_GLIDING);
  });

  it('takes a change of look along', async () => {
    const { motion, begin, pass, drawn } = bench();
    await begin(move('a', east(50)));
    motion.begin([], [featureOf('a', east(50), { marker: 'check', health: 'check' })], []);
    await pass(100);
    expect(drawn.at(-1)?.[0]?.properties.icon).toBe('check');
  });

  it('draws no frame in which nothing went as far as can be seen', async () => {
    const { state, begin, pass, drawn } = bench();
    await begin(move('a', east(3)));
    for (let i = 0; i < 80; i++) await pass(16);
    // The start, at most one for each half pixel, the end, and none.
    expect(drawn.length).toBeLessThanOrEqual(10);
    expect(state.stepped).toBeLessThan(10);
  });

  it('begins with the first frame that it gets, however late that comes', async () => {
    const { motion, taken, pass, where } = bench();
    await motion.begin([move('a', east(100))], [], []);
    await taken();
    await pass(3 * GLIDE_MS);
    await pass(16);
    expect(where('a')?.[0]).toBeLessThan(-99.9);
    expect(where('a')?.[0]).toBeGreaterThan(-100);
  });

  it('has one drawing on its way at a time', async () => {
    const frames: (() => void)[] = [];
    let [time, calls] = [0, 0];
    const motion = new MarkerAnimation({
      allowed: () => true,
      onScreen: ({ longitude }) => ({ x: (longitude + 100.5) * 1000, y: 500 }),
      standing: () => new Set(['a']),
      draw: () => (calls++ === 0 ? Promise.resolve() : new Promise(() => undefined)),
      hide: () => undefined,
      settled: () => true,
      stepped: () => undefined,
      frame: (callback) => void frames.push(callback),
      now: () => time,
    });
    await motion.begin([move('a', east(300))], [], []);
    for (let i = 0; i < 5; i++) {
      time += 50;
      frames.shift()?.();
    }
    expect(calls).toBe(2);
  });

  it('knows nothing of a map that has gone', async () => {
    const { motion, begin, pass, drawn, frames } = bench();
    await begin(move('a', east(50)));
    motion.forget();
    const before = drawn.length;
    await pass(16);
    expect([drawn.length, frames.length]).toEqual([before, 0]);
  });
});
