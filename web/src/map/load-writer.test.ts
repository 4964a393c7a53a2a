import { describe, expect, it } from 'vitest';
import { FrameRateMonitor, type LoadDiff, LoadWriter, type Move, THROTTLE_MS } from './load-writer.ts';
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

/** A writer whose frames, clock and map are controlled by the test. */
function makeWriter() {
  const written: LoadDiff[] = [];
  const moved: (readonly Move[])[] = [];
  const scheduled: { callback: () => void; delay_ms: number }[] = [];
  let time = 0;
  let slow = false;
  let scale = 100;
  let resolveWrite: (() => void) | null = null;
  const writer = new LoadWriter({
    write: (diff, moves) => {
      written.push(diff);
      moved.push(moves);
      return new Promise((resolve) => {
        resolveWrite = resolve;
      });
    },
    schedule: (callback, delay_ms) => scheduled.push({ callback, delay_ms }),
    now: () => time,
    pixels: (a, b) => Math.hypot(a.latitude - b.latitude, a.longitude - b.longitude) * scale,
    isSlow: () => slow,
  });
  return {
    writer,
    written,
    moved,
    scheduled,
    frame: () => scheduled.shift()?.callback(),
    pass: (ms: number) => {
      time += ms;
    },
    /** The map shows this many pixels for a degree. */
    zoom: (to: number) => {
      scale = to;
      writer.zoomed();
    },
    setSlow: () => {
      slow = true;
    },
    /** The map has applied the last difference. */
    finishWrite: async () => {
      resolveWrite?.();
      await Promise.resolve();
      await Promise.resolve();
    },
    ids: (at: number) => written[at]?.add.map(({ properties }) => properties.load_id).toSorted(),
  };
}

describe('LoadWriter', () => {
  it('writes nothing before the map is open, then everything in one difference', () => {
    const { writer, written, scheduled, frame, ids } = makeWriter();
    writer.setLoads([load('a'), load('b')]);
    writer.applyDiff([load('c')], ['b']);
    expect(scheduled).toHaveLength(0);
    writer.open();
    frame();
    expect(ids(0)).toEqual(['a', 'c']);
    expect(written[0]?.remove).toEqual([]);
  });

  it('combines the changes of a frame into one write with the last state of each load', async () => {
    const { writer, written, scheduled, frame, finishWrite } = makeWriter();
    writer.setLoads([load('a'), load('b')]);
    writer.open();
    frame();
    await finishWrite();
    writer.applyDiff([load('a', { latitude: 41 })], []);
    writer.applyDiff([load('a', { latitude: 42 })], ['b']);
    expect(scheduled).toHaveLength(1);
    frame();
    expect(written).toHaveLength(2);
    expect(written[1]?.add.map(({ geometry }) => geometry.coordinates)).toEqual([[-100, 42]]);
    expect(written[1]?.remove).toEqual(['b']);
  });

  it('writes no move of less than a pixel until it is more, or until the map shows more pixels', async () => {
    const { writer, written, frame, finishWrite, zoom } = makeWriter();
    const latitudes = (at: number) => written[at]?.add.map(({ geometry }) => geometry.coordinates[1]);
    writer.setLoads([load('a'), load('b')]);
    writer.open();
    frame();
    await finishWrite();
    writer.applyDiff([load('a', { latitude: 40.006 }), load('b', { latitude: 40.006 })], []);
    frame();
    expect(written).toHaveLength(1);
    writer.applyDiff([load('a', { latitude: 40.012 })], []);
    frame();
    expect(latitudes(1)).toEqual([40.012]);
    await finishWrite();
    zoom(1000);
    frame();
    expect(latitudes(2)).toEqual([40.006]);
  });

  it.each<[string, Partial<MapLoad>]>([
    ['color', { health: 'stale', marker: 'stale' }],
    ['label', { label: 'LD a · late' }],
    ['direction', { bearing_degrees: 180 }],
  ])('writes a small move with another %s at once', async (_what, change) => {
    const { writer, written, frame, finishWrite } = makeWriter();
    writer.setLoads([load('a')]);
    writer.open();
    frame();
    await finishWrite();
    writer.applyDiff([load('a', { latitude: 40.001, ...change })], []);
    frame();
    expect(written).toHaveLength(2);
  });

  it('runs one write at a time, and writes later changes after it', async () => {
    const { writer, scheduled, frame, finishWrite, ids } = makeWriter();
    writer.setLoads([load('a')]);
    writer.open();
    frame();
    writer.applyDiff([load('b')], []);
    expect(scheduled).toHaveLength(0);
    await finishWrite();
    frame();
    expect(ids(1)).toEqual(['b']);
  });

  it('continues after a failed write', async () => {
    const frames: (() => void)[] = [];
    let calls = 0;
    const writer = new LoadWriter({
      write: async () => {
        calls++;
        throw new Error('the source is gone');
      },
      schedule: (callback) => frames.push(callback),
      now: () => 0,
      pixels: () => 100,
      isSlow: () => false,
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
    const { writer, scheduled, frame, finishWrite, pass } = makeWriter();
    writer.setLoads([load('a')]);
    writer.open();
    frame();
    pass(30);
    await finishWrite();
    writer.applyDiff([load('a', { latitude: 41 })], []);
    expect(scheduled[0]?.delay_ms).toBe(220);
  });

  it('writes at most every two seconds when rendering is slow, even for few loads', async () => {
    const { writer, scheduled, frame, finishWrite, setSlow } = makeWriter();
    writer.open();
    writer.setLoads([load('a')]);
    frame();
    await finishWrite();
    setSlow();
    writer.applyDiff([load('b')], []);
    expect(scheduled[0]?.delay_ms).toBe(2000);
  });

  it('does not write changes that are not visible', async () => {
    const { writer, written, frame, finishWrite } = makeWriter();
    writer.setLoads([load('a')]);
    writer.open();
    frame();
    await finishWrite();
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
    const { writer, written, frame, finishWrite } = makeWriter();
    writer.setLoads([load('a')]);
    writer.open();
    frame();
    await finishWrite();
    writer.applyDiff([load('a', over)], []);
    frame();
    expect(written[1]?.add).toHaveLength(1);
  });

  it('reports the drawn position of moved loads only', async () => {
    const { writer, moved, frame, finishWrite } = makeWriter();
    writer.setLoads([load('a'), load('b')]);
    writer.open();
    frame();
    await finishWrite();
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

  it('setLoads removes loads that are not in the set', async () => {
    const { writer, written, frame, finishWrite } = makeWriter();
    writer.setLoads([load('a'), load('b')]);
    writer.open();
    frame();
    await finishWrite();
    writer.setLoads([load('b')]);
    frame();
    expect(written[1]).toEqual({ add: [], remove: ['a'] });
    expect([...writer.loads.keys()]).toEqual(['b']);
  });

  it('never writes a load that was added and removed between two writes', async () => {
    const { writer, written, frame, finishWrite } = makeWriter();
    writer.setLoads([load('a')]);
    writer.open();
    frame();
    await finishWrite();
    writer.applyDiff([load('z')], []);
    writer.applyDiff([], ['z']);
    frame();
    expect(written).toHaveLength(1);
  });

  it('writes all loads again to a new style', async () => {
    const { writer, frame, finishWrite, ids } = makeWriter();
    writer.setLoads([load('a'), load('b')]);
    writer.open();
    frame();
    await finishWrite();
    writer.open();
    frame();
    expect(ids(1)).toEqual(['a', 'b']);
  });

  it('writes nothing once closed, not even scheduled changes', () => {
    const { writer, written, frame } = makeWriter();
    writer.setLoads([load('a')]);
    writer.open();
    writer.close();
    frame();
    expect(written).toHaveLength(0);
  });
});

/** A monitor whose frames are triggered by the test. */
function makeMonitor() {
  const frames: (() => void)[] = [];
  let time = 0;
  const monitor = new FrameRateMonitor({ frame: (callback) => void frames.push(callback), now: () => time });
  const pass = (ms: number) => {
    time += ms;
  };
  const draw = (took_ms: number, times = 1) => {
    for (let n = 0; n < times; n++) {
      monitor.onRender();
      pass(took_ms);
      for (let frame = 0; frame < 3; frame++) frames.shift()?.();
    }
  };
  return { monitor, frames, draw, pass };
}

describe('FrameRateMonitor', () => {
  it('is slow after six slow renders in a row, for a minute', () => {
    const { monitor, draw, pass } = makeMonitor();
    draw(180, 5);
    expect(monitor.slow).toBe(false);
    draw(180);
    expect(monitor.slow).toBe(true);
    pass(THROTTLE_MS);
    expect(monitor.slow).toBe(false);
    draw(180, 5);
    expect(monitor.slow).toBe(false);
  });

  it('ignores occasional slow renders', () => {
    const { monitor, draw } = makeMonitor();
    for (let n = 0; n < 10; n++) {
      draw(180, 5);
      draw(17);
    }
    expect(monitor.slow).toBe(false);
  });

  it('measures one render at a time, and none while throttling', () => {
    const { monitor, frames, draw } = makeMonitor();
    monitor.onRender();
    monitor.onRender();
    expect(frames).toHaveLength(1);
    for (let frame = 0; frame < 3; frame++) frames.shift()?.();
    expect(frames).toHaveLength(0);
    draw(180, 6);
    monitor.onRender();
    expect(frames).toHaveLength(0);
  });
});
