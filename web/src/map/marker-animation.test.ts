import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import { describe, expect, it } from 'vitest';
import { type LoadFeature, loadFeature, type Move } from './load-writer.ts';
import { GLIDE_MS, MAX_ANIMATED, MarkerAnimation } from './marker-animation.ts';
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

/** A map of 1000 pixels per degree whose frames and clock are controlled by the test. By default no load is in a cluster. */
function makeAnimation(clustered: readonly string[] = []) {
  const frames: (() => void)[] = [];
  const drawn: LoadFeature[][] = [];
  const hidden = new Set<string>();
  const state = { time: 0, allowed: true, settled: true, queries: 0, steps: 0 };
  const ids = Array.from({ length: 400 }, (_, i) => `l${i}`);
  const motion = new MarkerAnimation({
    allowed: () => state.allowed,
    onScreen: ({ latitude, longitude }) => {
      const [x, y] = [(longitude + 100.5) * 1000, (40.5 - latitude) * 1000];
      return x >= 0 && x <= 1000 && y >= 0 && y <= 1000 ? { x, y } : null;
    },
    visibleMarkers: () => {
      state.queries++;
      return new Set(['a', 'b', ...ids].filter((id) => !clustered.includes(id)));
    },
    draw: async (features) => void drawn.push(features),
    hide: (id, hide) => void (hide ? hidden.add(id) : hidden.delete(id)),
    settled: () => state.settled,
    onStep: () => void state.steps++,
    frame: (callback) => void frames.push(callback),
    now: () => state.time,
  });
  const applied = async () => {
    for (let i = 0; i < 4; i++) await Promise.resolve();
  };
  const begin = async (...moves: Move[]) => {
    await motion.begin(
      moves,
      moves.map(({ feature }) => feature),
      [],
    );
    await applied();
    await pass(0);
  };
  /** Advances the clock and runs scheduled frames. */
  const pass = async (ms: number) => {
    state.time += ms;
    for (const callback of frames.splice(0)) callback();
    await applied();
  };
  const drawnAt = (id: string) =>
    drawn.at(-1)?.find(({ properties }) => properties.load_id === id)?.geometry.coordinates;
  return { motion, state, frames, drawn, hidden, begin, pass, applied, drawnAt };
}

describe('MarkerAnimation', () => {
  it('draws the animated marker before it hides the static one, then moves it', async () => {
    const { motion, drawn, hidden, applied, pass, drawnAt } = makeAnimation();
    const started = motion.begin([move('a', east(100))], [], []);
    expect(drawn).toHaveLength(1);
    expect(drawnAt('a')).toEqual([-100, 40]);
    expect(hidden.size).toBe(0);
    await started;
    await applied();
    expect(hidden).toEqual(new Set(['a']));
    await pass(0);
    await pass(GLIDE_MS / 4);
    expect(drawnAt('a')?.[0]).toBeGreaterThan(-100);
    expect(drawnAt('a')?.[0]).toBeLessThan(-99.9);
  });

  it('approaches the position with every frame without overshooting, and ends exactly there', async () => {
    const { motion, begin, pass, drawnAt, hidden, drawn, frames } = makeAnimation();
    const to = { latitude: 40.0123456, longitude: -99.8765432 };
    await begin(move('a', to));
    let before = distanceMeters(START, to);
    for (let i = 0; i < 62; i++) {
      await pass(16);
      const [longitude = 0, latitude = 0] = drawnAt('a') ?? [to.longitude, to.latitude];
      const left = distanceMeters({ latitude, longitude }, to);
      expect(left).toBeLessThanOrEqual(before);
      expect(distanceMeters(START, { latitude, longitude })).toBeLessThanOrEqual(
        distanceMeters(START, to) + 1e-6,
      );
      before = left;
    }
    await pass(16);
    expect(drawnAt('a')).toEqual([to.longitude, to.latitude]);
    await pass(16);
    await pass(16);
    expect(drawn.at(-1)).toEqual([]);
    expect(hidden.size).toBe(0);
    expect(motion.at('a')).toBeNull();
    expect(frames).toHaveLength(0);
  });

  it('shows the static marker again only once it is drawn at its new position', async () => {
    const { state, begin, pass, hidden, drawnAt } = makeAnimation();
    state.settled = false;
    await begin(move('a', east(50)));
    await pass(GLIDE_MS);
    await pass(16);
    expect(hidden.has('a')).toBe(true);
    expect(drawnAt('a')).toEqual([-99.95, 40]);
    state.settled = true;
    await pass(16);
    expect(hidden.size).toBe(0);
  });

  it('continues from its current position when another position arrives', async () => {
    const { motion, begin, pass, drawnAt } = makeAnimation();
    await begin(move('a', east(100)));
    await pass(GLIDE_MS / 4);
    const [on_the_way = 0] = drawnAt('a') ?? [];
    expect(motion.begin([move('a', east(200), east(100))], [], [])).toBeNull();
    expect(motion.at('a')?.longitude).toBe(on_the_way);
    await pass(0);
    await pass(16);
    expect(drawnAt('a')?.[0]).toBeGreaterThan(on_the_way);
    await pass(GLIDE_MS);
    expect(drawnAt('a')).toEqual([-99.8, 40]);
  });

  it.each<[string, LatLon, LatLon?]>([
    ['too small to see', east(1)],
    ['too far to follow', east(450), east(-100)],
    ['off the screen', { latitude: 45, longitude: -100.01 }, { latitude: 45, longitude: -100 }],
    ['coming from off the screen', east(490), east(510)],
  ])('a move %s causes no map query, no frame and no drawing', (_what, to, from = START) => {
    const { motion, state, frames, drawn } = makeAnimation();
    expect(motion.begin([move('a', to, from)], [], [])).toBeNull();
    expect([state.queries, frames.length, drawn.length]).toEqual([0, 0, 0]);
  });

  it('does not animate a load in a cluster', () => {
    const { motion, frames, drawn } = makeAnimation(['a']);
    expect(motion.begin([move('a', east(50))], [], [])).toBeNull();
    expect([frames.length, drawn.length]).toEqual([0, 0]);
  });

  it('animates nothing with reduced motion, a moving camera or a hidden page', () => {
    const { motion, state, frames, drawn } = makeAnimation();
    state.allowed = false;
    expect(motion.begin([move('a', east(50))], [], [])).toBeNull();
    expect([state.queries, frames.length, drawn.length]).toEqual([0, 0, 0]);
  });

  it.each<[string, (of: ReturnType<typeof makeAnimation>) => Promise<void> | void]>([
    ['a camera movement', ({ motion }) => motion.end()],
    [
      'a change to reduced motion',
      ({ state, pass }) => {
        state.allowed = false;
        return pass(16);
      },
    ],
    ['a jump', ({ begin, pass }) => begin(move('a', east(450), east(50))).then(() => pass(16))],
    [
      'a removed load',
      ({ motion, pass }) => {
        motion.begin([], [], ['a']);
        return pass(16);
      },
    ],
  ])('%s ends the animation immediately', async (_what, end) => {
    const setup = makeAnimation();
    await setup.begin(move('a', east(50), START));
    await setup.pass(100);
    await end(setup);
    expect(setup.motion.at('a')).toBeNull();
    expect(setup.hidden.size).toBe(0);
    expect(setup.drawn.at(-1)).toEqual([]);
    await setup.pass(16);
    expect(setup.frames).toHaveLength(0);
  });

  it('limits the number of animated markers; the others jump', async () => {
    const { begin, drawn, hidden } = makeAnimation();
    await begin(...Array.from({ length: MAX_ANIMATED + 50 }, (_, i) => move(`l${i}`, east(50))));
    expect(drawn.at(-1)).toHaveLength(MAX_ANIMATED);
    expect(hidden.size).toBe(MAX_ANIMATED);
  });

  it('applies icon changes during the animation', async () => {
    const { motion, begin, pass, drawn } = makeAnimation();
    await begin(move('a', east(50)));
    motion.begin([], [featureOf('a', east(50), { marker: 'check', health: 'check' })], []);
    await pass(100);
    expect(drawn.at(-1)?.[0]?.properties.icon).toBe('check');
  });

  it('skips frames without a visible movement', async () => {
    const { state, begin, pass, drawn } = makeAnimation();
    await begin(move('a', east(3)));
    for (let i = 0; i < 80; i++) await pass(16);
    // The start, at most one per half pixel, the end, and the final removal.
    expect(drawn.length).toBeLessThanOrEqual(10);
    expect(state.steps).toBeLessThan(10);
  });

  it('starts with its first frame, even when that is late', async () => {
    const { motion, applied, pass, drawnAt } = makeAnimation();
    await motion.begin([move('a', east(100))], [], []);
    await applied();
    await pass(3 * GLIDE_MS);
    await pass(16);
    expect(drawnAt('a')?.[0]).toBeLessThan(-99.9);
    expect(drawnAt('a')?.[0]).toBeGreaterThan(-100);
  });

  it('draws one frame at a time', async () => {
    const frames: (() => void)[] = [];
    let [time, calls] = [0, 0];
    const motion = new MarkerAnimation({
      allowed: () => true,
      onScreen: ({ longitude }) => ({ x: (longitude + 100.5) * 1000, y: 500 }),
      visibleMarkers: () => new Set(['a']),
      draw: () => (calls++ === 0 ? Promise.resolve() : new Promise(() => undefined)),
      hide: () => undefined,
      settled: () => true,
      onStep: () => undefined,
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

  it('stops when reset', async () => {
    const { motion, begin, pass, drawn, frames } = makeAnimation();
    await begin(move('a', east(50)));
    motion.reset();
    const before = drawn.length;
    await pass(16);
    expect([drawn.length, frames.length]).toEqual([before, 0]);
  });
});
