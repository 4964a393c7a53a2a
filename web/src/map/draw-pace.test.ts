import { describe, expect, it } from 'vitest';
import { DrawPace, SPARED_MS } from './load-writer.ts';

/** A map whose frames come when the test says so. */
function bench() {
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
    const { pace, draw, pass } = bench();
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
    const { pace, draw } = bench();
    for (let n = 0; n < 10; n++) {
      draw(180, 5);
      draw(17);
    }
    expect(pace.slow).toBe(false);
  });

  it('follows one drawing at a time, and for none while it spares the map', () => {
    const { pace, frames, draw } = bench();
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
