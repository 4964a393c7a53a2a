/**
 * One stream for all tabs of a browser: browsers allow six connections to a server, and the server need not send one person everything
 * twice. The tab that holds a lock has the stream and repeats what it says to the others; when it is closed the next one in the queue goes on
 * from the last event that it received. To whoever opens it, it is an EventSource like any other.
 *
 * A tab that holds the lock and says nothing (asleep, stopped in a debugger) is robbed of it.
 */
import type { EventSourceLike, StreamMessage } from './connection.ts';

/** What is used of BroadcastChannel: messages reach every other tab, never oneself. */
export interface ChannelLike {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/** What is used of `navigator.locks`. */
export interface LocksLike {
  request(
    name: string,
    options: { readonly signal?: AbortSignal; readonly steal?: boolean },
    held: () => Promise<void>,
  ): Promise<unknown>;
}

interface SharedStreamOptions {
  readonly open: (last_event_id: number) => EventSourceLike;
  /** Null where the browser has none: then each tab has a stream of its own. */
  readonly channel: ChannelLike | null;
  readonly locks: LocksLike | null;
  readonly tab: string;
  readonly types: readonly string[];
}

interface Said extends StreamMessage {
  readonly type: string;
}

type Message =
  /** A tab wants to listen, and has everything up to `since`. */
  | { readonly kind: 'ask'; readonly tab: string; readonly since: number }
  /** The tab with the stream answers one that asked: what it missed. */
  | { readonly kind: 'here'; readonly tab: string; readonly said: readonly Said[] }
  | { readonly kind: 'said'; readonly said: Said }
  /** Another tab has the stream now: ask again. */
  | { readonly kind: 'lead' }
  | { readonly kind: 'gone' };

const LOCK = 'waypost-stream';
/** Whoever has the stream answers within this, or is taken for stuck. */
const ANSWER_MS = 8_000;
/** So many messages are kept for a tab that has just read its list. */
const KEPT = 150;

export class SharedStream {
  readonly #options: SharedStreamOptions;
  #present: Handle | null = null;

  constructor(options: SharedStreamOptions) {
    this.#options = options;
    options.channel?.addEventListener('message', ({ data }) => this.#present?.hear(data as Message));
  }

  /** Ends the stream that was opened before, if it is still there. */
  readonly open = (last_event_id: number): EventSourceLike => {
    const { channel, locks, ...rest } = this.#options;
    this.#present?.close();
    if (channel === null || locks === null) return rest.open(last_event_id);
    this.#present = new Handle({ ...rest, channel, locks }, last_event_id);
    return this.#present;
  };
}

type HandleOptions = SharedStreamOptions & { readonly channel: ChannelLike; readonly locks: LocksLike };

class Handle implements EventSourceLike {
  readonly #options: HandleOptions;
  readonly #listeners = new Map<string, ((event: StreamMessage) => void)[]>();
  readonly #waiting = new AbortController();
  #lastId: number;
  #stream: EventSourceLike | null = null;
  #release: () => void = () => undefined;
  #closed = false;
  /** The tab with the stream has sent what was missed. */
  #joined = false;
  #unanswered: ReturnType<typeof setTimeout> | null = null;
  /** Changes since `#keptFrom`, for others, and what the stream said of its state. */
  readonly #kept: Said[] = [];
  #keptFrom = 0;
  #status: Said | null = null;

  constructor(options: HandleOptions, last_event_id: number) {
    this.#options = options;
    this.#lastId = last_event_id;
    this.#queue({ signal: this.#waiting.signal });
    this.#ask();
  }

  addEventListener(type: string, listener: (event: StreamMessage) => void): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  close(): void {
    if (this.#closed) return;
    if (this.#stream !== null) this.#post({ kind: 'gone' });
    this.#closed = true;
    this.#answered();
    this.#stream?.close();
    this.#waiting.abort();
    this.#release();
  }

  hear(message: Message): void {
    if (this.#closed) return;
    if (this.#stream !== null) {
      if (message.kind === 'ask') this.#answer(message.tab, message.since);
      return;
    }
    if (message.kind === 'lead') this.#ask();
    else if (message.kind === 'gone') this.#dispatch({ type: 'error', data: '', lastEventId: '' });
    else if (message.kind === 'said') {
      // Before the answer something may be missing in front of it, and the answer has it as well.
      if (this.#joined) this.#take(message.said);
    } else if (message.kind === 'here' && message.tab === this.#options.tab) {
      this.#answered();
      this.#joined = true;
      this.#dispatch({ type: 'open', data: '', lastEventId: '' });
      for (const said of message.said) this.#take(said);
    }
  }

  #queue(options: { readonly signal?: AbortSignal; readonly steal?: boolean }): void {
    const held = () =>
      new Promise<void>((resolve) => {
        this.#release = resolve;
        if (this.#closed) resolve();
        else if (this.#stream === null) this.#lead();
      });
    this.#options.locks.request(LOCK, options, held).catch(() => {
      // Called off by closing, which is all right; or another tab has taken the lock, which holds us to be stuck.
      if (this.#closed || this.#stream === null) return;
      this.#stream.close();
      this.#dispatch({ type: 'error', data: '', lastEventId: '' });
    });
  }

  #lead(): void {
    this.#answered();
    const stream = this.#options.open(this.#lastId);
    this.#stream = stream;
    this.#keptFrom = this.#lastId;
    for (const type of ['open', 'error', ...this.#options.types])
      stream.addEventListener(type, ({ data, lastEventId }) => {
        if (this.#closed) return;
        const said = { type, data, lastEventId };
        if (type === 'error') this.#post({ kind: 'gone' });
        else if (type === 'open') this.#post({ kind: 'lead' });
        else {
          this.#keep(said);
          this.#post({ kind: 'said', said });
        }
        this.#take(said);
      });
  }

  /** A follower: to whoever has the stream. */
  #ask(): void {
    this.#joined = false;
    this.#post({ kind: 'ask', tab: this.#options.tab, since: this.#lastId });
    this.#unanswered ??= setTimeout(() => {
      this.#unanswered = null;
      if (!this.#closed && this.#stream === null) this.#queue({ steal: true });
    }, ANSWER_MS);
  }

  #answered(): void {
    if (this.#unanswered !== null) clearTimeout(this.#unanswered);
    this.#unanswered = null;
  }

  #answer(tab: string, since: number): void {
    const status = this.#status ? [this.#status] : [];
    const missed =
      since < this.#keptFrom
        ? [{ type: 'reset', data: 'null', lastEventId: '' }]
        : this.#kept.filter(({ lastEventId }) => Number(lastEventId) > since);
    this.#post({ kind: 'here', tab, said: [...status, ...missed] });
  }

  #keep(said: Said): void {
    if (said.type === 'status') this.#status = said;
    if (said.type !== 'change') return;
    this.#kept.push(said);
    if (this.#kept.length > KEPT) this.#keptFrom = Number(this.#kept.shift()?.lastEventId);
  }

  #take(said: Said): void {
    if (said.type === 'change') {
      // Another tab's stream may be behind the list that we have read.
      if (Number(said.lastEventId) <= this.#lastId) return;
      this.#lastId = Number(said.lastEventId);
    }
    this.#dispatch(said);
  }

  #dispatch({ type, ...event }: Said): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event);
  }

  #post(message: Message): void {
    this.#options.channel.postMessage(message);
  }
}
