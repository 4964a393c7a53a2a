import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Announcer } from './announcer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function announcer(heard: boolean, others: boolean) {
  const sent: [string, string][] = [];
  const relayed: [string, readonly string[]][] = [];
  const one = new Announcer({
    send: (event, data) => sent.push([event, data]),
    heard: () => heard,
    relay: others ? (event, keys) => relayed.push([event, keys]) : null,
  });
  return { one, sent, relayed };
}

describe('the announcer', () => {
  it('gathers what changes, each thing once as it was last', () => {
    const { one, sent } = announcer(true, false);
    one.item('things', 'a', '{"n":1}');
    one.item('things', 'b', '{"n":2}');
    one.item('things', 'a', '{"n":3}');
    one.word('words', 0);
    vi.advanceTimersByTime(100);
    expect(sent).toEqual([
      ['things', '{"items":[{"n":3},{"n":2}]}'],
      ['words', '{"changed_at":"1970-01-01T00:00:00.000Z"}'],
    ]);
  });

  it('sends what is too much for one turn in several, and loses none', () => {
    const { one, sent } = announcer(true, false);
    const long = JSON.stringify('x'.repeat(200_000));
    for (let n = 0; n < 10; n += 1) one.item('things', String(n), long);
    vi.advanceTimersByTime(1_000);
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.flatMap(([, data]) => JSON.parse(data).items)).toHaveLength(10);
  });

  it('tells the other servers what changed, also when nobody listens here; what they said is not told back', () => {
    const { one, sent, relayed } = announcer(false, true);
    for (let n = 0; n < 30; n += 1) one.item('things', `k${n}`, '{}');
    one.heardItem('things', 'theirs', '{}');
    vi.advanceTimersByTime(100);
    expect(relayed.map(([, keys]) => keys.length)).toEqual([25, 5]);
    expect(relayed.flatMap(([, keys]) => keys)).not.toContain('theirs');
    expect(sent).toHaveLength(1);
  });

  it('keeps nothing when nobody listens and there is no other server', () => {
    const { one, sent } = announcer(false, false);
    one.item('things', 'a', '{}');
    vi.advanceTimersByTime(1_000);
    expect(sent).toEqual([]);
  });
});
