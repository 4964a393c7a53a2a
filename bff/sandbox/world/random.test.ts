import { describe, expect, it } from 'vitest';
import { keyOf, Random, unit, uuidOf } from './random.ts';

describe('randomness', () => {
  it('depends only on its keys', () => {
    expect(unit(1, 2, 3)).toBe(unit(1, 2, 3));
    expect(unit(1, 2, 3)).not.toBe(unit(1, 3, 2));
    const draw = (seed: number) =>
      Array.from(
        { length: 5 },
        (
          (random) => () =>
            random.next()
        )(new Random(seed)),
      );
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it('is evenly distributed', () => {
    const values = Array.from({ length: 20_000 }, (_, i) => unit(9, i));
    const counts = Array.from(
      { length: 10 },
      (_, tenth) => values.filter((v) => Math.floor(v * 10) === tenth).length,
    );
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200);
  });

  it('draws by weight', () => {
    const random = new Random(3);
    const drawn = Array.from({ length: 4000 }, () => random.weighted([0, 3, 1]));
    expect(drawn).not.toContain(0);
    expect(drawn.filter((index) => index === 1).length / 4000).toBeCloseTo(0.75, 1);
  });

  it('makes well-formed unique identifiers', () => {
    const ids = Array.from({ length: 50_000 }, (_, i) => uuidOf(1, keyOf('load'), i));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids.slice(0, 100))
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
