import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventSourceLike, StreamMessage } from './connection.ts';
import { type ChannelLike, type LocksLike, SharedStream } from './shared-stream.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** The locks of one browser: one holder, a queue, and stealing. */
class Locks implements LocksLike {
  #holder: { lose: () => void } | null = null;
  #queue: (() => void)[] = [];
  request(
    _name: string,
    { signal, steal }: { readonly signal?: AbortSignal; readonly steal?: boolean },
    whileHeld: () => Promise<void>,
  ) {
    return new Promise<void>((resolve, reject) => {
      const acquire = () => {
        if (signal?.aborted) return this.#next();
        const holder = { lose: () => reject(new DOMException('stolen', 'AbortError')) };
        this.#holder = holder;
        void whileHeld().then(() => {
          resolve();
          if (this.#holder === holder) this.#next();
        });
      };
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      if (steal) {
        this.#holder?.lose();
        acquire();
      } else if (this.#holder === null) acquire();
      else this.#queue.push(acquire);
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
  emit(type: string, data: string, lastEventId = ''): void {
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
  /** The kinds of messages between tabs. */
  readonly posted: string[] = [];
  readonly #tabs: Tab[] = [];

  get open(): Stream[] {
    return this.streams.filter(({ closed }) => !closed);
  }

  tab(name: string) {
    const own: Tab = { tab: name, asleep: false, listener: () => undefined };
    this.#tabs.push(own);
    const channel: ChannelLike = {
      postMessage: (message) => {
        const data: unknown = structuredClone(message);
        this.posted.push((data as { readonly kind: string }).kind);
        queueMicrotask(() => {
          for (const tab of this.#tabs) if (tab !== own && !tab.asleep) tab.listener({ data });
        });
      },
      addEventListener: (_type, listener) => {
        own.listener = listener;
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
        own.asleep = true;
      },
    };
  }
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe('SharedStream', () => {
  it('relays events only once another tab has asked', async () => {
    const browser = new Browser();
    const [one, two] = [browser.tab('one'), browser.tab('two')];
    await one.listen(7);
    browser.streams[0]?.emit('open', '');
    browser.streams[0]?.emit('change', 'a', '8');
    await settled();
    expect(browser.posted).not.toContain('said');
    await two.listen(7);
    browser.streams[0]?.emit('change', 'b', '9');
    await settled();
    expect(browser.posted).toContain('said');
    expect(two.received).toEqual(['open', 'change a', 'change b']);
  });

  it('gives every tab each event of one stream, once and in order', async () => {
    const browser = new Browser();
    const [one, two] = [browser.tab('one'), browser.tab('two')];
    await one.listen(7);
    await two.listen(7);
    browser.streams[0]?.emit('open', '');
    await settled();
    browser.streams[0]?.emit('change', 'a', '8');
    browser.streams[0]?.emit('status', 'ok', '8');
    browser.streams[0]?.emit('change', 'b', '9');
    await settled();
    expect(browser.streams).toHaveLength(1);
    expect(browser.streams[0]?.since).toBe(7);
    expect(one.received).toEqual(['open', 'change a', 'status ok', 'change b']);
    expect(two.received.filter((event) => event !== 'open')).toEqual(['change a', 'status ok', 'change b']);
    expect(two.received).toContain('open');
  });

  it('sends a new tab the status and the changes since its list', async () => {
    const browser = new Browser();
    const [one, two] = [browser.tab('one'), browser.tab('two')];
    await one.listen(1);
    for (const number of [2, 3, 4, 5]) browser.streams[0]?.emit('change', `c${number}`, String(number));
    browser.streams[0]?.emit('status', 'ok', '5');
    await settled();
    await two.listen(3);
    expect(two.received).toEqual(['open', 'status ok', 'change c4', 'change c5']);
  });

  it('loses no change for a tab that joins while changes arrive', async () => {
    const browser = new Browser();
    const [one, two] = [browser.tab('one'), browser.tab('two')];
    await one.listen(1);
    browser.streams[0]?.emit('change', 'c2', '2');
    await settled();
    const joining = two.listen(1);
    browser.streams[0]?.emit('change', 'c3', '3');
    await joining;
    expect(two.received).toEqual(['open', 'change c2', 'change c3']);
  });

  it('a tab with a newer list ignores older changes from the stream', async () => {
    const browser = new Browser();
    const [one, two] = [browser.tab('one'), browser.tab('two')];
    await one.listen(1);
    await two.listen(6);
    browser.streams[0]?.emit('change', 'old', '5');
    browser.streams[0]?.emit('change', 'new', '7');
    await settled();
    expect(two.received).toEqual(['open', 'change new']);
    expect(one.received).toEqual(['change old', 'change new']);
  });

  it('resets a tab whose missed changes are no longer buffered', async () => {
    const browser = new Browser();
    const [one, two] = [browser.tab('one'), browser.tab('two')];
    await one.listen(1);
    for (let number = 2; number < 500; number += 1) browser.streams[0]?.emit('change', 'c', String(number));
    await settled();
    await two.listen(3);
    expect(two.received).toEqual(['open', 'reset null']);
  });

  it('buffers large changes only as long as they are few', async () => {
    const browser = new Browser();
    const [one, two, three] = [browser.tab('one'), browser.tab('two'), browser.tab('three')];
    await one.listen(1);
    for (let number = 2; number <= 6; number += 1)
      browser.streams[0]?.emit('change', 'c'.repeat(200_000), String(number));
    await settled();
    await two.listen(3);
    await three.listen(4);
    expect(two.received).toEqual(['open', 'reset null']);
    expect(three.received).toEqual(['open', ...Array(2).fill(`change ${'c'.repeat(200_000)}`)]);
  });

  it('resumes after the last event when the tab with the stream is closed', async () => {
    const browser = new Browser();
    const tabs = ['one', 'two', 'three'].map((name) => browser.tab(name));
    const [one, two, three] = tabs as [(typeof tabs)[0], (typeof tabs)[0], (typeof tabs)[0]];
    for (const tab of tabs) await tab.listen(1);
    browser.streams[0]?.emit('change', 'a', '2');
    await settled();
    await one.close();
    expect(browser.open.map(({ since }) => since)).toEqual([2]);
    browser.open[0]?.emit('open', '');
    await settled();
    browser.open[0]?.emit('change', 'b', '3');
    await settled();
    for (const tab of [two, three])
      expect(tab.received.filter((event) => event.startsWith('change'))).toEqual(['change a', 'change b']);
    expect(one.received).toEqual(['change a']);
  });

  it('publishes a stream error to all tabs', async () => {
    const browser = new Browser();
    const [one, two] = [browser.tab('one'), browser.tab('two')];
    await one.listen(1);
    await two.listen(1);
    browser.streams[0]?.emit('error', '');
    await settled();
    expect(one.received).toContain('error');
    expect(two.received).toContain('error');
  });

  it('a tab that joins a stream of a silent server counts as connected only once the stream opens', async () => {
    const browser = new Browser();
    const [one, two] = [browser.tab('one'), browser.tab('two')];
    await one.listen(1);
    await two.listen(1);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(two.received).toEqual([]);
    expect(browser.streams).toHaveLength(1);
    browser.streams[0]?.emit('open', '');
    browser.streams[0]?.emit('change', 'a', '2');
    await settled();
    for (const tab of [one, two]) expect(tab.received).toEqual(['open', 'change a']);
  });

  it('a tab that joins an open stream counts as connected once it is no longer silent', async () => {
    const browser = new Browser();
    const [one, two] = [browser.tab('one'), browser.tab('two')];
    await one.listen(1);
    browser.streams[0]?.emit('open', '');
    await vi.advanceTimersByTimeAsync(18_000);
    await two.listen(1);
    expect(two.received).toEqual([]);
    browser.streams[0]?.emit('status', 'ok');
    await settled();
    expect(two.received).toEqual(['open', 'status ok']);
  });

  it('steals the lock from a sleeping tab that holds the stream', async () => {
    const browser = new Browser();
    const [one, two] = [browser.tab('one'), browser.tab('two')];
    await one.listen(1);
    one.sleep();
    await two.listen(1);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(browser.open).toHaveLength(1);
    browser.open[0]?.emit('change', 'a', '2');
    await settled();
    expect(two.received).toEqual(['change a']);
    expect(one.received).toEqual(['error']);
  });

  it('opens a separate stream per tab without Web Locks', () => {
    const open = vi.fn((since: number) => new Stream(since));
    const shared = new SharedStream({ open, channel: null, locks: null, tab: 'one', types: [] });
    shared.open(4);
    expect(open).toHaveBeenCalledWith(4);
  });
});
