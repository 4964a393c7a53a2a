import { describe, expect, it } from 'vitest';
import { Recent } from './recent.ts';

function setup(most?: number) {
  const clock = { now: 1_000 };
  return { clock, recent: new Recent<string>(100, () => clock.now, most) };
}

describe('what was read a moment ago', () => {
  it('is known for its time and no longer, also when the clock is set back', () => {
    const { clock, recent } = setup();
    recent.set('a', 'row', recent.ticket());
    clock.now += 99;
    expect(recent.get('a')).toBe('row');
    clock.now += 1;
    expect(recent.get('a')).toBeUndefined();
    recent.set('b', 'row', recent.ticket());
    clock.now -= 1;
    expect(recent.get('b')).toBeUndefined();
  });

  it('is forgotten at once, and a read that was under way meanwhile does not bring it back', () => {
    const { recent } = setup();
    const ticket = recent.ticket();
    recent.forget('a');
    recent.set('a', 'a row that was read before it was deleted', ticket);
    expect(recent.get('a')).toBeUndefined();
  });

  it('is bounded in number', () => {
    const { recent } = setup(3);
    for (const key of ['a', 'b', 'c', 'd']) recent.set(key, key, recent.ticket());
    expect(['a', 'b', 'c', 'd'].filter((key) => recent.get(key) !== undefined)).toEqual(['d']);
  });
});
