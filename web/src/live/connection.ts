/**
 * Keeps the store fed: reads the list, opens the stream where the list ends, and comes back by itself after a lost
 * network, a restarted server, a gap in the stream, or a computer that slept.
 */
import type {
  BoardLoad,
  BoardLoads,
  ChangeEvent,
  ResetEvent,
  ServiceStatus,
} from '@waypost/contract/api/board';
import { asProblem, type Problem } from '../api/problem.ts';
import { type ChangeFeed, FEED_EVENTS, type FeedData, type FeedEvent } from './change-feed.ts';
import type { ServerClock } from './clock.ts';
import type { ListDraft, LoadStore } from './store.ts';

export type ConnectionState =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'live' }
  /** `since`: the last moment that we know was live, by this computer's clock; null before the first list. */
  | { readonly phase: 'reconnecting'; readonly since: number | null; readonly problem: Problem | null }
  | { readonly phase: 'offline'; readonly since: number | null }
  /** The session is over; begins again by `start` after a sign-in. */
  | { readonly phase: 'ended'; readonly since: number | null }
  /** The server says that this person may not read the board. */
  | { readonly phase: 'refused'; readonly problem: Problem };

/** A message of the stream; `open` and `error` come without data. */
export interface StreamMessage {
  readonly data: string;
  readonly lastEventId: string;
}

export const STREAM_TYPES = ['change', 'reset', 'status', ...FEED_EVENTS, 'session_ended'] as const;

/** What is used of the browser's EventSource. */
export interface EventSourceLike {
  addEventListener(type: string, listener: (event: StreamMessage) => void): void;
  close(): void;
}

interface ListReading {
  readonly signal: AbortSignal;
  readonly onHead: (head: Omit<BoardLoads, 'items'>) => void;
  readonly onItems: (items: readonly BoardLoad[]) => void;
}

interface ConnectionOptions {
  readonly store: LoadStore;
  readonly clock: ServerClock;
  readonly changes: ChangeFeed;
  /** Reads the list: first what stands beside the loads, then the loads piece by piece. Ends when all have come. */
  readonly list: (reading: ListReading) => Promise<void>;
  readonly openStream: (last_event_id: number) => EventSourceLike;
  /** Asks whether the session is over; a failed stream does not say why. */
  readonly sessionOver: () => Promise<boolean>;
  readonly onSessionEnded: () => void;
  readonly online?: () => boolean;
  readonly now?: () => number;
  /** 0 to 1, spreads the return of many browsers after a restart. */
  readonly random?: () => number;
}

/** The server sends its status every 5 s; this long without anything, and the stream is dead though it looks open. */
const SILENT_MS = 17_000;
const WATCH_MS = 2_500;
const RETRIES_MS = [500, 1_000, 2_000, 4_000, 8_000] as const;

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #state: ConnectionState = { phase: 'connecting' };
  #stream: EventSourceLike | null = null;
  #lastId = 0;
  #lastMessageAt = 0;
  #failures = 0;
  #needsList = true;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #watch: ReturnType<typeof setInterval> | null = null;
  #reading: AbortController | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly get = (): ConnectionState => this.#state;

  start(): void {
    this.stop();
    this.#watch = setInterval(() => this.look(), WATCH_MS);
    this.#connect();
  }

  /** The session is over: nothing is read until `start`. */
  end(): void {
    const since = this.#since();
    this.stop();
    // After the next sign-in the list may be another person's.
    this.#needsList = true;
    this.#set({ phase: 'ended', since });
  }

  stop(): void {
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#watch = null;
    this.#hangUp();
  }

  /**
   * Looks whether the stream is still alive: on a timer, when the network comes back, and when the page is seen again
   * (a computer that slept finds its stream dead without notice).
   */
  look(): void {
    if (this.#watch === null) return;
    const { phase } = this.#state;
    if (!this.#online()) {
      if (phase === 'live') this.#lost(null);
      else if (phase === 'reconnecting') this.#set({ phase: 'offline', since: this.#since() });
      return;
    }
    if (phase === 'offline') this.#again(0);
    else if (phase === 'live' && this.#now() - this.#lastMessageAt > SILENT_MS) this.#lost(null);
  }

  #connect(): void {
    this.#hangUp();
    if (!this.#online()) {
      this.#set({ phase: 'offline', since: this.#since() });
      return;
    }
    if (this.#needsList) void this.#readList();
    else this.#openStream();
  }

  async #readList(): Promise<void> {
    const { store, clock, list, onSessionEnded } = this.#options;
    const reading = new AbortController();
    this.#reading = reading;
    try {
      let draft: ListDraft | null = null;
      let last = 0;
      await list({
        signal: reading.signal,
        onHead: ({ status, version }) => {
          // First of all: what is worked out of a load depends on the time.
          clock.learn(status.server_time);
          draft = store.draft(status);
          last = version;
        },
        onItems: (items) => draft?.add(items),
      });
      if (reading.signal.aborted) return;
      (draft as ListDraft | null)?.commit();
      this.#lastId = last;
      this.#needsList = false;
      this.#openStream();
    } catch (error) {
      if (reading.signal.aborted) return;
      const problem = asProblem(error);
      if (problem.code === 401) {
        this.end();
        onSessionEnded();
      } else if (problem.code === 403) {
        this.#hangUp();
        this.#set({ phase: 'refused', problem });
        this.stop();
      } else this.#lost(problem);
    }
  }

  #openStream(): void {
    const { store, clock, changes, openStream, onSessionEnded } = this.#options;
    const stream = openStream(this.#lastId);
    this.#stream = stream;
    this.#lastMessageAt = this.#now();
    // Each listener is of this stream only: a stream that was hung up says nothing any more.
    const on = <T>(type: string, use: (data: T, id: string) => void) =>
      stream.addEventListener(type, ({ data, lastEventId }) => {
        if (stream !== this.#stream) return;
        this.#received();
        const parsed = parseJson(data);
        if (parsed !== undefined) use(parsed as T, lastEventId);
      });
    stream.addEventListener('open', () => {
      if (stream !== this.#stream) return;
      this.#received();
      changes.publishOpened();
    });
    stream.addEventListener('error', () => {
      if (stream === this.#stream) void this.#onStreamError();
    });
    on<ChangeEvent>('change', (change, id) => {
      const whole = store.apply(change);
      if (/^\d+$/.test(id)) this.#lastId = Number(id);
      if (!whole) this.#readAgain();
    });
    on<ResetEvent>('reset', () => this.#readAgain());
    on<ServiceStatus>('status', (status) => {
      clock.learn(status.server_time);
      store.setStatus(status);
    });
    for (const event of FEED_EVENTS) on<FeedData[FeedEvent]>(event, (data) => changes.publish(event, data));
    on<unknown>('session_ended', () => {
      this.end();
      onSessionEnded();
    });
  }

  #received(): void {
    this.#lastMessageAt = this.#now();
    this.#failures = 0;
    if (this.#state.phase !== 'live') this.#set({ phase: 'live' });
  }

  /** The browser's own reconnecting cannot distinguish a lost session from a lost server, so we do it ourselves. */
  async #onStreamError(): Promise<void> {
    this.#lost(null);
    if (!this.#online()) return;
    const over = await this.#options.sessionOver();
    if (over && this.#watch !== null) {
      this.end();
      this.#options.onSessionEnded();
    }
  }

  #readAgain(): void {
    this.#needsList = true;
    this.#connect();
  }

  #lost(problem: Problem | null): void {
    const since = this.#since();
    this.#hangUp();
    if (!this.#online()) this.#set({ phase: 'offline', since });
    else {
      this.#set({ phase: 'reconnecting', since, problem });
      this.#again(RETRIES_MS[Math.min(this.#failures, RETRIES_MS.length - 1)] as number);
      this.#failures += 1;
    }
  }

  #again(ms: number): void {
    const { random = Math.random } = this.#options;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), ms * (0.75 + 0.5 * random()));
  }

  #hangUp(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    this.#reading?.abort();
    this.#reading = null;
    this.#stream?.close();
    this.#stream = null;
  }

  #since(): number | null {
    return this.#lastMessageAt === 0 ? null : this.#lastMessageAt;
  }
  #online(): boolean {
    return this.#options.online?.() ?? true;
  }
  #set(state: ConnectionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
