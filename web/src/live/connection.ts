/** Feeds the store: fetches the list, streams from its version, and recovers from lost networks, restarts, gaps and sleep. */
import type {
  BoardLoad,
  BoardLoads,
  ChangeEvent,
  ResetEvent,
  ServiceStatus,
} from '@waypost/contract/api/board';
import { asProblem, type Problem } from '../api/problem.ts';
import { Signal } from '../ui/signal.ts';
import { type ChangeFeed, FEED_EVENTS, type FeedData, type FeedEvent } from './change-feed.ts';
import type { ServerClock } from './clock.ts';
import type { ListDraft, LoadStore } from './store.ts';

export type ConnectionState =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'live' }
  /** `since`: the last time known to be live, by this computer's clock; null before the first list. */
  | { readonly phase: 'reconnecting'; readonly since: number | null; readonly problem: Problem | null }
  | { readonly phase: 'offline'; readonly since: number | null }
  /** The session has ended; `start` connects again after a sign-in. */
  | { readonly phase: 'ended'; readonly since: number | null }
  /** The server denies this person read access to the board. */
  | { readonly phase: 'refused'; readonly problem: Problem };

/** A stream event; `open` and `error` have no data. */
export interface StreamMessage {
  readonly data: string;
  readonly lastEventId: string;
}

export const STREAM_TYPES = ['change', 'reset', 'status', ...FEED_EVENTS, 'session_ended'] as const;

interface SessionEndedEvent {
  readonly reason?: string | null;
}

/** The part of the browser's EventSource used here. */
export interface EventSourceLike {
  addEventListener(type: string, listener: (event: StreamMessage) => void): void;
  close(): void;
}

interface ListRequest {
  readonly signal: AbortSignal;
  readonly onHead: (head: Omit<BoardLoads, 'items'>) => void;
  readonly onItems: (items: readonly BoardLoad[]) => void;
}

interface ConnectionOptions {
  readonly store: LoadStore;
  readonly clock: ServerClock;
  readonly changes: ChangeFeed;
  /** Fetches the list: first the other fields, then the loads in slices. Resolves after the last slice. */
  readonly list: (request: ListRequest) => Promise<void>;
  readonly openStream: (last_event_id: number) => EventSourceLike;
  /** Checks whether the session has ended; a stream error does not say why. */
  readonly sessionOver: () => Promise<boolean>;
  /** `reason`: why, in a sentence, when the server says so. */
  readonly onSessionEnded: (reason?: string | null) => void;
  readonly online?: () => boolean;
  readonly now?: () => number;
  /** 0 to 1; spreads the reconnects of many browsers after a restart. */
  readonly random?: () => number;
}

/** The server sends its status every 5 s; after this much silence the stream is dead, even if it looks open. */
export const SILENT_MS = 17_000;
const WATCH_MS = 2_500;
/** Loads. A longer list is shown before all of it is here. */
const LONG_LIST = 5_000;
const RETRIES_MS = [500, 1_000, 2_000, 4_000, 8_000] as const;

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #now: () => number;
  readonly #changes = new Signal();
  #state: ConnectionState = { phase: 'connecting' };
  #stream: EventSourceLike | null = null;
  #lastId = 0;
  #lastMessageAt = 0;
  #lastMessageElapsed: () => number = () => 0;
  #failures = 0;
  #needsList = true;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #watch: ReturnType<typeof setInterval> | null = null;
  #listRequest: AbortController | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  readonly subscribe = this.#changes.subscribe;
  readonly get = (): ConnectionState => this.#state;

  start(): void {
    this.stop();
    this.#watch = setInterval(() => this.checkAlive(), WATCH_MS);
    this.#connect();
  }

  /** The session has ended: stays disconnected until `start`. */
  end(): void {
    const since = this.#since();
    this.stop();
    // The next person to sign in may see a different list.
    this.#needsList = true;
    this.#set({ phase: 'ended', since });
  }

  stop(): void {
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#watch = null;
    this.#disconnect();
  }

  /** Runs on a timer, when the network comes back and when the page becomes visible: sleep kills a stream silently. */
  checkAlive(): void {
    if (this.#watch === null) return;
    const { phase } = this.#state;
    if (!this.#online()) {
      if (phase === 'live') this.#reconnect(null);
      else if (phase === 'reconnecting') this.#set({ phase: 'offline', since: this.#since() });
      return;
    }
    if (phase === 'offline') this.#retryIn(0);
    else if (phase === 'live' && this.#lastMessageElapsed() > SILENT_MS) this.#reconnect(null);
  }

  #connect(): void {
    this.#disconnect();
    if (!this.#online()) {
      this.#set({ phase: 'offline', since: this.#since() });
      return;
    }
    if (this.#needsList) void this.#fetchList();
    else this.#openStream();
  }

  async #fetchList(): Promise<void> {
    const { store, clock, list, onSessionEnded } = this.#options;
    const request = new AbortController();
    this.#listRequest = request;
    try {
      let draft: ListDraft | null = null;
      let last = 0;
      let expected = 0;
      await list({
        signal: request.signal,
        onHead: ({ status, version, total }) => {
          // Set the clock first: facts derived from a load depend on the time.
          clock.sync(status.server_time);
          draft = store.draft(status);
          last = version;
          expected = total ?? 0;
        },
        onItems: (items) => {
          draft?.add(items);
          // All exceptions have come once a load without one does: of a long list they are shown before the rest.
          if (store.shown || expected <= LONG_LIST || items.at(-1)?.triage !== null) return;
          draft?.show(expected);
          expected = 0;
        },
      });
      if (request.signal.aborted) return;
      (draft as ListDraft | null)?.commit();
      this.#lastId = last;
      this.#needsList = false;
      this.#openStream();
    } catch (error) {
      if (request.signal.aborted) return;
      const problem = asProblem(error);
      if (problem.code === 401) {
        this.end();
        onSessionEnded();
      } else if (problem.code === 403) {
        this.#disconnect();
        this.#set({ phase: 'refused', problem });
        this.stop();
      } else this.#reconnect(problem);
    }
  }

  #openStream(): void {
    const { store, clock, changes, openStream, onSessionEnded } = this.#options;
    const stream = openStream(this.#lastId);
    this.#stream = stream;
    this.#markMessage();
    // Ignore events from a stream that has been replaced.
    const on = <T>(type: string, handle: (data: T, id: string) => void) =>
      stream.addEventListener(type, ({ data, lastEventId }) => {
        if (stream !== this.#stream) return;
        this.#received();
        const parsed = parseJson(data);
        if (parsed !== undefined) handle(parsed as T, lastEventId);
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
      const applied = store.apply(change);
      if (/^\d+$/.test(id)) this.#lastId = Number(id);
      if (!applied) this.#refetchList();
    });
    on<ResetEvent>('reset', () => this.#refetchList());
    on<ServiceStatus>('status', (status) => {
      clock.sync(status.server_time);
      store.setStatus(status);
    });
    for (const event of FEED_EVENTS) on<FeedData[FeedEvent]>(event, (data) => changes.publish(event, data));
    on<SessionEndedEvent>('session_ended', ({ reason }) => {
      this.end();
      onSessionEnded(reason);
    });
  }

  /** Measured by two clocks: one of them may be set back, the other may stop while the computer sleeps. */
  #markMessage(): void {
    const [at, monotonicAt] = [this.#now(), performance.now()];
    this.#lastMessageAt = at;
    this.#lastMessageElapsed = () => Math.max(this.#now() - at, performance.now() - monotonicAt);
  }

  #received(): void {
    this.#markMessage();
    this.#failures = 0;
    if (this.#state.phase !== 'live') this.#set({ phase: 'live' });
  }

  /** EventSource's automatic reconnect cannot distinguish an ended session from an unreachable server. */
  async #onStreamError(): Promise<void> {
    this.#reconnect(null);
    if (!this.#online()) return;
    const over = await this.#options.sessionOver();
    if (over && this.#watch !== null) {
      this.end();
      this.#options.onSessionEnded();
    }
  }

  #refetchList(): void {
    this.#needsList = true;
    this.#connect();
  }

  #reconnect(problem: Problem | null): void {
    const since = this.#since();
    this.#disconnect();
    if (!this.#online()) this.#set({ phase: 'offline', since });
    else {
      this.#set({ phase: 'reconnecting', since, problem });
      this.#retryIn(RETRIES_MS[Math.min(this.#failures, RETRIES_MS.length - 1)] as number);
      this.#failures += 1;
    }
  }

  #retryIn(ms: number): void {
    const { random = Math.random } = this.#options;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), ms * (0.75 + 0.5 * random()));
  }

  #disconnect(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    this.#listRequest?.abort();
    this.#listRequest = null;
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
    this.#changes.emit();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
