import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ThrottledBroadcaster } from './throttled-broadcaster.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setup({ listeners = true, otherServers = false } = {}) {
  const sent: [string, string][] = [];
  const relayed: [string, readonly string[]][] = [];
  const room = { listeners };
  const broadcaster = new ThrottledBroadcaster({
    send: (event, data) => sent.push([event, data]),
    hasListeners: () => room.listeners,
    relay: otherServers ? (event, keys) => relayed.push([event, keys]) : null,
  });
  const items = () => sent.map(([, data]) => JSON.parse(data).items);
  return { broadcaster, sent, relayed, items, room };
}

describe('the broadcaster', () => {
  it('collects changes, and sends the latest state of each item once', () => {
    const { broadcaster, sent } = setup();
    broadcaster.publish('invitations', 'a', '{"n":1}');
    broadcaster.publish('invitations', 'b', '{"n":2}');
    broadcaster.publish('invitations', 'a', '{"n":3}');
    broadcaster.invalidate('agreements', 0);
    vi.advanceTimersByTime(100);
    expect(sent).toEqual([
      ['invitations', '{"items":[{"n":3},{"n":2}]}'],
      ['agreements', '{"changed_at":"1970-01-01T00:00:00.000Z"}'],
    ]);
  });

  it('omits items that no longer exist when they are sent', () => {
    const { broadcaster, items } = setup();
    broadcaster.publish('invitations', 'a', () => '1');
    broadcaster.publish('invitations', 'gone', () => undefined);
    vi.advanceTimersByTime(100);
    expect(items()).toEqual([[1]]);
  });

  it('limits the data per send, and sends the rest afterwards', () => {
    const { broadcaster, items } = setup();
    const long = (id: string) => JSON.stringify(id.repeat(300 * 1024));
    for (const id of ['a', 'b', 'c']) broadcaster.publish('invitations', id, long(id));
    vi.advanceTimersByTime(100);
    expect(items().map((some) => some.length)).toEqual([2]);
    vi.advanceTimersByTime(100);
    expect(items().map((some) => some.length)).toEqual([2, 1]);
  });

  it('delays what is not urgent, unless it changes urgently in the meantime', () => {
    const { broadcaster, items } = setup();
    const slow = { urgent: false };
    broadcaster.publish('invitations', 'a', '"a"', slow);
    broadcaster.publish('invitations', 'b', '"b"', slow);
    broadcaster.publish('invitations', 'b', '"b"');
    broadcaster.publish('invitations', 'b', '"b"', slow);
    vi.advanceTimersByTime(100);
    expect(items()).toEqual([['b']]);
    vi.advanceTimersByTime(5_000);
    expect(items()).toEqual([['b'], ['a']]);
  });

  it('notifies the other servers of changes, also without local listeners, and does not echo theirs', () => {
    const { broadcaster, relayed } = setup({ listeners: false, otherServers: true });
    for (let n = 0; n < 30; n += 1) broadcaster.publish('invitations', `k${n}`, '{}');
    broadcaster.publish('invitations', 'theirs', '{}', { relay: false });
    vi.advanceTimersByTime(100);
    expect(relayed.map(([, keys]) => keys.length)).toEqual([25, 5]);
    expect(relayed.flatMap(([, keys]) => keys)).not.toContain('theirs');
  });

  it('keeps nothing without local listeners or other servers', () => {
    const { broadcaster, items, room } = setup({ listeners: false });
    broadcaster.publish('invitations', 'a', '"a"');
    vi.advanceTimersByTime(1_000);
    room.listeners = true;
    broadcaster.publish('invitations', 'b', '"b"');
    vi.advanceTimersByTime(100);
    expect(items()).toEqual([['b']]);
  });

  it('sends nothing after it was stopped', () => {
    const { broadcaster, sent } = setup();
    broadcaster.publish('invitations', 'a', '"a"');
    broadcaster.stop();
    broadcaster.publish('invitations', 'b', '"b"');
    vi.advanceTimersByTime(10_000);
    expect(sent).toEqual([]);
  });
});
