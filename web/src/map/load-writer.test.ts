import { describe, expect, it } from 'vitest';
import { DrawPace, type LoadDiff, LoadWriter, type Move, SPARED_MS, writeInterval } from './load-writer.ts';
import type { MapLoad } from './types.ts';

const load = (load_id: string, over: Partial<MapLoad> = {}): MapLoad => ({
  load_id,
  label: `LD ${load_id}`,
  latitude: 40,
  longitude: -100,
  marker: 'live',
  health: 'live',
  age_fade: 0,
  bearing_degrees: 90,
  ...over,
});

/** A writer whose frames, clock and map are moved by hand. */
function bench() {
  const written: LoadDiff[] = [];
  const moved: (readonly Move[])[] = [];
  const waiting: { callback: () => void; delay_ms: number }[] = [];
  let time = 0;
  let slow = false;
  let taken: (() => void) | null = null;
  const writer = new LoadWriter({
    write: (diff, moves) => {
      written.push(diff);
      moved.push(moves);
      return new Promise((resolve) => {
        taken = resolve;
      });
    },
    schedule: (callback, delay_ms) => waiting.push({ callback, delay_ms }),
    now: () => time,
    drawsSlowly: () => slow,
  });
  return {
    writer,
    written,
    moved,
    waiting,
    frame: () => waiting.shift()?.callback(),
    pass: (ms: number) => {
      time += ms;
    },
    drawSlowly: () => {
      slow = true;
    },
    /** The map has taken in the last difference. */
    taken: async () => {
      taken?.();
      await Promise.resolve();
      await Promise.resolve();
    },
    ids: (at: number) => written[at]?.add.map(({ properties }) => properties.load_id).toSorted(),
  };
}

describe('LoadWriter', () => {
  it('writes nothing before the map is open, then everything in one difference', () => {
    const { writer, written, waiting, frame, ids } = bench();
    writer.setLoads([load('a'), load('b')]);
    writer.applyDiff([load('c')], ['b']);
    expect(waiting).toHaveLength(0);
    writer.open();
    frame();
    expect(ids(0)).toEqual(['a', 'c']);
    expect(written[0]?.remove).toEqual([]);
  });

  it('gathers all changes of a frame into one write, the last of each load', async () => {
    const { writer, written, waiting, frame, taken } = bench();
    writer.setLoads([load('a'), load('b')]);
    writer.open();
    frame();
    await taken();
    writer.applyDiff([load('a', { latitude: 41 })], []);
    writer.applyDiff([load('a', { latitude: 42 })], ['b']);
    expect(waiting).toHaveLength(1);
    frame();
    expect(written).toHaveLength(2);
    expect(written[1]?.add.map(({ geometry }) => geometry.coordinates)).toEqual([[-100, 42]]);
    expect(written[1]?.remove).toEqual(['b']);
  });

  it('has one write on its way at a time, and sends what gathered meanwhile after it', async () => {
    const { writer, waiting, frame, taken, ids } = bench();
    writer.setLoads([load('a')]);
    writer.open();
    frame();
    writer.applyDiff([load('b')], []);
    expect(waiting).toHaveLength(0);
    await taken();
    frame();
    expect(ids(1)).toEqual(['b']);
  });

  it('goes on after a write that failed', async () => {
    const frames: (() => void)[] = [];
    let calls = 0;
    const writer = new LoadWriter({
      write: async () => {
        calls++;
        throw new Error('the source is gone');
      },
      schedule: (callback) => frames.push(callback),
      now: () => 0,
      drawsSlowly: () => false,
    });
    writer.setLoads([load('a')]);
    writer.open();
    frames.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
    writer.applyDiff([load('b')], []);
    frames.shift()?.();
    expect(calls).toBe(2);
  });

  it('waits for the rest of the interval before the next write', async () => {
    const { writer, waiting, frame, taken, pass } = bench();
    writer.setLoads([load('a')]);
    writer.open();
    frame();
    pass(30);
    await taken();
    writer.applyDiff([load('a', { latitude: 41 })], []);
    expect(waiting[0]?.delay_ms).toBe(220);
  });

  it('writes once a second however few loads there are, where the map is drawn slowly', async () => {
    const { writer, waiting, frame, taken, drawSlowly } = bench();
    writer.open();
    writer.setLoads([load('a')]);
    frame();
    await taken();
    drawSlowly();
    writer.applyDiff([load('b')], []);
    expect(waiting[0]?.delay_ms).toBe(1000);
  });

  it('writes nothing for a change that looks the same', async () => {
    const { writer, written, frame, taken } = bench();
    writer.setLoads([load('a')]);
    writer.open();
    frame();
    await taken();
    writer.applyDiff([load('a', { bearing_degrees: 91, age_fade: 0.5 })], []);
    frame();
    expect(written).toHaveLength(1);
  });

  it.each<[string, Partial<MapLoad>]>([
    ['position', { longitude: -99 }],
    ['marker', { marker: 'stale' }],
    ['health', { health: 'check' }],
    ['label', { label: 'other' }],
    ['direction', { bearing_degrees: 120 }],
  ])('writes a change of %s', async (_what, over) => {
    const { writer, written, frame, taken } = bench();
    writer.setLoads([load('a')]);
    writer.open();
    frame();
    await taken();
    writer.applyDiff([load('a', over)], []);
    frame();
    expect(written[1]?.add).toHaveLength(1);
  });

  it('reports from where a load moved, and only for those that were drawn elsewhere', async () => {
    const { writer, moved, frame, taken } = bench();
    writer.setLoads([load('a'), load('b')]);
    writer.open();
    frame();
    await taken();
    writer.applyDiff([load('a', { latitude: 41 })], []);
    writer.applyDiff([load('a', { latitude: 42 }), load('b', { label: 'other' }), load('c')], []);
    expect(writer.drawn.get('a')?.latitude).toBe(40);
    frame();
    expect(moved[0]).toEqual([]);
    expect(moved[1]).toMatchObject([
      {
        from: { latitude: 40 },
        feature: { properties: { load_id: 'a' }, geometry: { coordinates: [-100, 42] } },
      },
    ]);
  });

  it('setLoads removes what is not in the set', async () => {
    const { writer, written, frame, taken } = bench();
    writer.setLoads([load('a'), load('b')]);
    writer.open();
    frame();
    await taken();
    writer.setLoads([load('b')]);
    frame();
    expect(written[1]).toEqual({ add: [], remove: ['a'] });
    expect([...writer.loads.keys()]).toEqual(['b']);
  });

  it('a load that came and went between two writes is never sent', async () => {
    const { writer, written, frame, taken } = bench();
    writer.setLoads([load('a')]);
    writer.open();
    frame();
    await taken();
    writer.applyDiff([load('z')], []);
    writer.applyDiff([], ['z']);
    frame();
    expect(written).toHaveLength(1);
  });

  it('sends everything again to a new style', async () => {
    const { writer, frame, taken, ids } = bench();
    writer.setLoads([load('a'), load('b')]);
    writer.open();
    frame();
    await taken();
    writer.open();
    frame();
    expect(ids(1)).toEqual(['a', 'b']);
  });

  it('writes nothing once closed, not even what was scheduled', () => {
    const { writer, written, frame } = bench();
    writer.setLoads([load('a')]);
    writer.open();
    writer.close();
    frame();
    expect(written).toHaveLength(0);
  });
});

describe('writeInterval', () => {
  it.each([
    [0, 250],
    [500, 250],
    [5_000, 500],
    [10_000, 1000],
    [50_000, 1000],
  ])('%d loads: %d ms', (loads, ms) => {
    expect(writeInterval(loads)).toBe(ms);
  });
});

/** A map whose frames come when the test says so. */
function paced() {
  const frames: (() => void)[] = [];
  let time = 0;
  const pace = new DrawPace({ frame: (callback) => void frames.push(callback), now: () => time });
  const pass = (ms: number) => {
    time += ms;
  };
  const draw = (took_ms: number, times = 1) => {
    for (let n = 0; n < times; n++) {
      pace.drawn();
      pass(took_ms);
      for (let frame = 0; frame < 3; frame++) frames.shift()?.();
    }
  };
  return { pace, frames, draw, pass };
}

describe('DrawPace', () => {
  it('spares the map after six slow drawings in a row, and tries again after a minute', () => {
    const { pace, draw, pass } = paced();
    draw(180, 5);
    expect(pace.slow).toBe(false);
    draw(180);
    expect(pace.slow).toBe(true);
    pass(SPARED_MS);
    expect(pace.slow).toBe(false);
    draw(180, 5);
    expect(pace.slow).toBe(false);
  });

  it('leaves a map alone that is slow only now and then', () => {
    const { pace, draw } = paced();
    for (let n = 0; n < 10; n++) {
      draw(180, 5);
      draw(17);
    }
    expect(pace.slow).toBe(false);
  });

  it('follows one drawing at a time, and for none while it spares the map', () => {
    const { pace, frames, draw } = paced();
    pace.drawn();
    pace.drawn();
    expect(frames).toHaveLength(1);
    for (let frame = 0; frame < 3; frame++) frames.shift()?.();
    expect(frames).toHaveLength(0);
    draw(180, 6);
    pace.drawn();
    expect(frames).toHaveLength(0);
  });
});
