/**
 * One event stream for all tabs of a browser, because browsers allow six connections per server and each stream
 * costs the server. The tab that holds a lock opens the stream and relays its events to the other tabs; when it
 * closes, the next tab in the queue resumes after the last event that it received. Callers get an ordinary
 * EventSource. A lock holder that does not respond (asleep, or stopped in a debugger) loses the lock.
 */
import { type EventSourceLike, SILENT_MS, type StreamMessage } from './connection.ts';

/** The part of BroadcastChannel used here; messages reach every other tab, never the sender. */
export interface ChannelLike {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/** The part of `navigator.locks` used here. */
export interface LocksLike {
  request(
    name: string,
    options: { readonly signal?: AbortSignal; readonly steal?: boolean },
    whileHeld: () => Promise<void>,
  ): Promise<unknown>;
}

interface SharedStreamOptions {
  readonly open: (last_event_id: number) => EventSourceLike;
  /** Null when the browser lacks BroadcastChannel: each tab then opens its own stream. */
  readonly channel: ChannelLike | null;
  readonly locks: LocksLike | null;
  readonly tab: string;
  readonly types: readonly string[];
}

interface StreamEvent extends StreamMessage {
  readonly type: string;
}

type Message =
  /** A tab wants to subscribe and has all events up to `since`. */
  | { readonly kind: 'ask'; readonly tab: string; readonly since: number }
  /** The lock holder's response to `ask`: the missed events. */
  | { readonly kind: 'here'; readonly tab: string; readonly said: readonly StreamEvent[] }
  /** The lock holder's response to `ask` while its stream is silent. */
  | { readonly kind: 'wait'; readonly tab: string }
  | { readonly kind: 'said'; readonly said: StreamEvent }
  /** The sender's stream has opened, or is no longer silent: followers must ask again. */
  | { readonly kind: 'lead' }
  | { readonly kind: 'gone' };

const LOCK = 'waypost-stream';
/** A lock holder that does not respond to `ask` within this time loses the lock. */
const RESPONSE_TIMEOUT_MS = 8_000;
/** Changes buffered for a tab that has just loaded its list: at most so many, of so many characters together. */
const BUFFERED = { events: 150, characters: 500_000 } as const;

export class SharedStream {
  readonly #options: SharedStreamOptions;
  #current: SharedStreamHandle | null = null;

  constructor(options: SharedStreamOptions) {
    this.#options = options;
    options.channel?.addEventListener('message', ({ data }) => this.#current?.receive(data as Message));
  }

  /** Closes the handle opened before, if any. */
  readonly open = (last_event_id: number): EventSourceLike => {
    const { channel, locks, ...rest } = this.#options;
    this.#current?.close();
    if (channel === null || locks === null) return rest.open(last_event_id);
    this.#current = new SharedStreamHandle({ ...rest, channel, locks }, last_event_id);
    return this.#current;
  };
}

type HandleOptions = SharedStreamOptions & { readonly channel: ChannelLike; readonly locks: LocksLike };

class SharedStreamHandle implements EventSourceLike {
  readonly #options: HandleOptions;
  readonly #listeners = new Map<string, ((event: StreamMessage) => void)[]>();
  readonly #lockRequest = new AbortController();
  #lastId: number;
  #stream: EventSourceLike | null = null;
  /** When the stream last sent something, by `performance.now()`. */
  #lastReceivedAt = Number.NEGATIVE_INFINITY;
  #release: () => void = () => undefined;
  #closed = false;
  /** True once the lock holder has sent the missed events. */
  #joined = false;
  /** Another tab has asked: events are relayed. */
  #hasFollowers = false;
  #responseTimer: ReturnType<typeof setTimeout> | null = null;
  /** Changes after `#bufferStart`, for tabs that join. */
  readonly #buffer: StreamEvent[] = [];
  #buffered_characters = 0;
  #bufferStart = 0;
  /** The last event of each type that always says everything. */
  readonly #latest = new Map<string, StreamEvent>();

  constructor(options: HandleOptions, last_event_id: number) {
    this.#options = options;
    this.#lastId = last_event_id;
    this.#requestLock({ signal: this.#lockRequest.signal });
    this.#askHolder();
  }

  addEventListener(type: string, listener: (event: StreamMessage) => void): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  close(): void {
    if (this.#closed) return;
    if (this.#stream !== null) this.#post({ kind: 'gone' });
    this.#closed = true;
    this.#clearResponseTimer();
    this.#stream?.close();
    this.#lockRequest.abort();
    this.#release();
  }

  receive(message: Message): void {
    if (this.#closed) return;
    if (this.#stream !== null) {
      if (message.kind === 'ask' && this.#isSilent()) this.#post({ kind: 'wait', tab: message.tab });
      else if (message.kind === 'ask') {
        this.#hasFollowers = true;
        this.#sendMissed(message.tab, message.since);
      }
      return;
    }
    if (message.kind === 'lead') this.#askHolder();
    else if (message.kind === 'gone') this.#dispatch({ type: 'error', data: '', lastEventId: '' });
    else if (message.kind === 'said') {
      // Events before the response may be preceded by missed ones; the response contains them all.
      if (this.#joined) this.#deliver(message.said);
    } else if (message.kind === 'wait' && message.tab === this.#options.tab) {
      this.#clearResponseTimer();
      this.#responseTimer = setTimeout(() => {
        this.#responseTimer = null;
        this.#askHolder();
      }, RESPONSE_TIMEOUT_MS);
    } else if (message.kind === 'here' && message.tab === this.#options.tab) {
      this.#clearResponseTimer();
      this.#joined = true;
      this.#dispatch({ type: 'open', data: '', lastEventId: '' });
      for (const event of message.said) this.#deliver(event);
    }
  }

  #requestLock(options: { readonly signal?: AbortSignal; readonly steal?: boolean }): void {
    const whileHeld = () =>
      new Promise<void>((resolve) => {
        this.#release = resolve;
        if (this.#closed) resolve();
        else if (this.#stream === null) this.#openStream();
      });
    this.#options.locks.request(LOCK, options, whileHeld).catch(() => {
      // Either `close` aborted the request, or another tab has stolen the lock because this one did not respond.
      if (this.#closed || this.#stream === null) return;
      this.#stream.close();
      this.#dispatch({ type: 'error', data: '', lastEventId: '' });
    });
  }

  #openStream(): void {
    this.#clearResponseTimer();
    const stream = this.#options.open(this.#lastId);
    this.#stream = stream;
    this.#bufferStart = this.#lastId;
    for (const type of ['open', 'error', ...this.#options.types])
      stream.addEventListener(type, ({ data, lastEventId }) => {
        if (this.#closed) return;
        const event = { type, data, lastEventId };
        if (type === 'error') this.#post({ kind: 'gone' });
        else {
          if (this.#isSilent()) this.#post({ kind: 'lead' });
          this.#lastReceivedAt = performance.now();
          if (type !== 'open') {
            this.#record(event);
            if (this.#hasFollowers) this.#post({ kind: 'said', said: event });
          }
        }
        this.#deliver(event);
      });
  }

  #isSilent(): boolean {
    return performance.now() - this.#lastReceivedAt > SILENT_MS;
  }

  /** Asks the lock holder for the events missed so far. */
  #askHolder(): void {
    this.#joined = false;
    this.#post({ kind: 'ask', tab: this.#options.tab, since: this.#lastId });
    this.#responseTimer ??= setTimeout(() => {
      this.#responseTimer = null;
      if (!this.#closed && this.#stream === null) this.#requestLock({ steal: true });
    }, RESPONSE_TIMEOUT_MS);
  }

  #clearResponseTimer(): void {
    if (this.#responseTimer !== null) clearTimeout(this.#responseTimer);
    this.#responseTimer = null;
  }

  #sendMissed(tab: string, since: number): void {
    const missed =
      since < this.#bufferStart
        ? [{ type: 'reset', data: 'null', lastEventId: '' }]
        : this.#buffer.filter(({ lastEventId }) => Number(lastEventId) > since);
    this.#post({ kind: 'here', tab, said: [...this.#latest.values(), ...missed] });
  }

  #record(event: StreamEvent): void {
    if (event.type === 'status' || event.type === 'presence') this.#latest.set(event.type, event);
    if (event.type !== 'change') return;
    this.#buffer.push(event);
    this.#buffered_characters += event.data.length;
    while (this.#buffer.length > BUFFERED.events || this.#buffered_characters > BUFFERED.characters) {
      const oldest = this.#buffer.shift() as StreamEvent;
      this.#buffered_characters -= oldest.data.length;
      this.#bufferStart = Number(oldest.lastEventId);
    }
  }

  #deliver(event: StreamEvent): void {
    if (event.type === 'change') {
      // The lock holder's stream may be older than this tab's list.
      if (Number(event.lastEventId) <= this.#lastId) return;
      this.#lastId = Number(event.lastEventId);
    }
    this.#dispatch(event);
  }

  #dispatch({ type, ...event }: StreamEvent): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event);
  }

  #post(message: Message): void {
    this.#options.channel.postMessage(message);
  }
}
