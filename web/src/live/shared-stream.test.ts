import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventSourceLike, StreamMessage } from './connection.ts';
import { type ChannelLike, type LocksLike, SharedStream } from './shared-stream.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Locks of one browser: one holder, a queue, and theft. */
class Locks implements LocksLike {
  #holder: { lose: () => void } | null = null;
  #queue: (() => void)[] = [];
  request(
    _name: string,
    { signal, steal }: { readonly signal?: AbortSignal; readonly steal?: boolean },
    held: () => Promise<void>,
  ) {
    return new Promise<void>((resolve, reject) => {
      const take = () => {
        if (signal?.aborted) return this.#next();
        const holder = { lose: () => reject(new DOMException('stolen', 'AbortError')) };
        this.#holder = holder;
        void held().then(() => {
          resolve();
          if (this.#holder === holder) this.#next();
        });
      };
      signal?.addEventListener('abort', () => reject(new DOMException('called off', 'AbortError')));
      if (steal) {
        this.#holder?.lose();
        take();
      } else if (this.#holder === null) take();
      else this.#queue.push(take);
    });
  }
  #next(): void {
    this.#holder = null;
    this.#queue.shift()?.();
  }
}

class Stream implements EventSourceLike {
  readonly since: number;
  closed = false;
  readonly #listeners = new Map<string, (event: StreamMessage) => void>();
  constructor(since: number) {
    this.since = since;
  }
  addEventListener(type: string, listener: (event: StreamMessage) => void): void {
    this.#listeners.set(type, listener);
  }
  close(): void {
    this.closed = true;
  }
  say(type: string, data: string, lastEventId = ''): void {
    if (!this.closed) this.#listeners.get(type)?.({ data, lastEventId });
  }
}

interface Tab {
  readonly tab: string;
  asleep: boolean;
  listener: (event: { readonly data: unknown }) => void;
}

class Browser {
  readonly locks = new Locks();
  readonly streams: Stream[] = [];
  readonly #tabs: Tab[] = [];

  get open(): Stream[] {
    return this.streams.filter(({ closed }) => !closed);
  }

  tab(name: string) {
    const mine: Tab = { tab: name, asleep: false, listener: () => undefined };
    this.#tabs.push(mine);
    const channel: ChannelLike = {
      postMessage: (message) => {
        const data: unknown = structuredClone(message);
        queueMicrotask(() => {
          for (const tab of this.#tabs) if (tab !== mine && !tab.asleep) tab.listener({ data });
        });
      },
      addEventListener: (_type, listener) => {
        mine.listener = listener;
      },
    };
    const shared = new SharedStream({
      channel,
      locks: this.locks,
      tab: name,
      types: ['change', 'status', 'reset'],
      open: (since) => {
        const stream = new Stream(since);
        this.streams.push(stream);
        return stream;
      },
    });
    const received: string[] = [];
    let source: EventSourceLike | null = null;
    return {
      received,
      listen: async (since: number) => {
        const opened = shared.open(since);
        source = opened;
        for (const type of ['open', 'error', 'change', 'status', 'reset'])
          opened.addEventListener(type, ({ data }) => received.push(data ? `${type} ${data}` : type));
        await settled();
      },
      close: async () => {
        source?.close();
        await settled();
      },
      sleep: () => {
        mine.asleep = true;
      },
    };
  }
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe('tabs of one browser', () => {
  it('share one stream, and each receives every event once and in order', async () => {
    const browser = new Browser();
    const [one, two] = [browser.tab('one'), browser.tab('two')];
    await one.listen(7);
    await two.listen(7);
    browser.streams[0]?.say('open', '');
    await settled();
    browser.streams[0]?.say('change', 'a', '8');
    browser.streams[0]?.say('status', 'ok', '8');
    browser.streams[0]?.say('change', 'b', '9');
    await settled();
    expect(browser.streams).toHaveLength(1);
    expect(browser.streams[0]?.since).toBe(7);
    expect(one.received).toEqual(['open', 'change a', 'status ok', 'change b']);
    expect(two.received.filter((what) => what !== 'open')).toEqual(['change a', 'status ok', 'change b']);
    expect(two.received).toContain('open');
  });

  it('that open later receive at once what they missed since their list, and the current state', async () => {
    const browser = new Browser();
    const [one, two] = [browser.tab('one'), browser.tab('two')];
    await one.listen(1);
    for (const number of [2, 3, 4, 5]) browser.streams[0]?.say('change', `c${number}`, String(number));
    browser.streams[0]?.say('status', 'ok', '5');
    await settled();
    await two.listen(3);
    expect(two.received).toEqual(['open', 'status ok', 'change c4', 'change c5']);
  });

  it('that come in the midst of changes miss none: what was under way before the answer is in the answer', async () => {
    const browser = new Browser();
    const [one, two] = [browser.tab('one'), browser.tab('two')];
    await one.listen(1);
    browser.streams[0]?.say('change', 'c2', '2');
    await settled();
    const joining = two.listen(1);
    browser.streams[0]?.say('change', 'c3', '3');
    await joining;
    expect(two.received).toEqual(['open', 'change c2', 'change c3']);
  });

  it('whose list is newer than the stream of the other do not hear older changes', async () => {
    const browser = new Browser();
    const [one, two] = [browser.tab('one'), browser.tab('two')];
    await one.listen(1);
    await two.listen(6);
    browser.streams[0]?.say('change', 'old', '5');
    browser.streams[0]?.say('change', 'new', '7');
    await settled();
    expect(two.received).toEqual(['open', 'change new']);
    expect(one.received).toEqual(['change old', 'change new']);
  });

  it('reload when what they missed is no longer kept', async () => {
    const browser = new Browser();
    const [one, two] = [browser.tab('one'), browser.tab('two')];
    await one.listen(1);
    for (let number = 2; number < 500; number += 1) browser.streams[0]?.say('change', 'c', String(number));
    await settled();
    await two.listen(3);
    expect(two.received).toEqual(['open', 'reset null']);
  });

  it('continue after their last event when the tab with the stream is closed', async () => {
    const browser = new Browser();
    const tabs = ['one', 'two', 'three'].map((name) => browser.tab(name));
    const [one, two, three] = tabs as [(typeof tabs)[0], (typeof tabs)[0], (typeof tabs)[0]];
    for (const tab of tabs) await tab.listen(1);
    browser.streams[0]?.say('change', 'a', '2');
    await settled();
    await one.close();
    expect(browser.open.map(({ since }) => since)).toEqual([2]);
    browser.open[0]?.say('open', '');
    await settled();
    browser.open[0]?.say('change', 'b', '3');
    await settled();
    for (const tab of [two, three])
      expect(tab.received.filter((what) => what.startsWith('change'))).toEqual(['change a', 'change b']);
    expect(one.received).toEqual(['change a']);
  });

  it('hear that the stream has broken, all of them', async () => {
    const browser = new Browser();
    const [one, two] = [browser.tab('one'), browser.tab('two')];
    await one.listen(1);
    await two.listen(1);
    browser.streams[0]?.say('error', '');
    await settled();
    expect(one.received).toContain('error');
    expect(two.received).toContain('error');
  });

  it('do not wait for a tab that holds the stream and sleeps', async () => {
    const browser = new Browser();
    const [one, two] = [browser.tab('one'), browser.tab('two')];
    await one.listen(1);
    one.sleep();
    await two.listen(1);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(browser.open).toHaveLength(1);
    browser.open[0]?.say('change', 'a', '2');
    await settled();
    expect(two.received).toEqual(['change a']);
    expect(one.received).toEqual(['error']);
  });

  it('have streams of their own where the browser knows no locks', () => {
    const open = vi.fn((since: number) => new Stream(since));
    const shared = new SharedStream({ open, channel: null, locks: null, tab: 'one', types: [] });
    shared.open(4);
    expect(open).toHaveBeenCalledWith(4);
  });
});
