/**
 * All event streams: sends each change to every browser, serialized once; a heartbeat keeps the streams open and checks their sessions.
 */
import type { ChangeEvent, ServiceStatus } from '@waypost/contract/api/board';
import { may, type SessionRole } from '@waypost/contract/api/session';
import { STREAM_EVENTS, type StreamEvent } from '@waypost/contract/api/stream-events';
import { wallLoad } from '@waypost/contract/api/wall-load';
import type { Response } from 'express';
import type { Auth } from '../../people/auth/create.ts';
import { SESSION_END_REASONS } from '../../people/auth/tokens.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Board } from '../board/board.ts';
import type { Polling } from '../polling/create.ts';
import { ThrottledBroadcaster } from './throttled-broadcaster.ts';

interface HubOptions extends Uses<'log'> {
  readonly board: Board;
  readonly status: () => ServiceStatus;
  /** Roles of a session now; null when it has ended. Checking does not prolong it (rule 9). */
  readonly rolesOf: (id_hash: string) => Promise<readonly SessionRole[] | null>;
  readonly heartbeatMs?: number;
  readonly statusMs?: number;
}

/** Above this number of changes a reset is faster than a replay. */
const MAX_REPLAYED = 2_000;
const RECONNECT_MS = 2_000;
/** Time for replays in one turn of the event loop. */
const CATCH_UP_MS = 10;
/** Far more than anybody has tabs. */
const MAX_STREAMS_PER_SESSION = 100;

export class EventHub extends ServerPart<HubOptions> {
  readonly #streams = new Set<Stream>();
  readonly #timers = [
    setInterval(() => void this.#heartbeat(), this.options.heartbeatMs ?? 15_000),
    setInterval(() => this.sendStatus(), this.options.statusMs ?? 5_000),
  ];
  readonly #unsubscribe = this.options.board.onChange.subscribe(({ version, ...data }) =>
    this.#broadcastChange(data, version),
  );
  /** Streams whose replay is not built yet, with the id of the last change that they have seen. */
  readonly #catchingUp = new Map<Stream, string>();
  /** Replays by audience and last id, for the board's version `#replaysOf`: after a restart all browsers ask for the same few. */
  readonly #replays = new Map<string, Buffer | null>();
  #replaysOf = -1;
  /** When the first replay of this turn of the event loop began; null: none yet. */
  #turnStartedAt: number | null = null;
  readonly #onOpen = new Map<StreamEvent, () => string>();
  #stopping = false;

  get size(): number {
    return this.#streams.size;
  }

  /** False when this session has reached the maximum number of streams. */
  hasRoomFor(id_hash: string): boolean {
    let open = 0;
    for (const { session } of this.#streams) if (session === id_hash) open += 1;
    return open < MAX_STREAMS_PER_SESSION;
  }

  /** Opens a stream. `lastEventId` is the number of the last change that this browser has seen; null: start with new ones. */
  open(stream: Stream, lastEventId: string | null): void {
    stream.open();
    stream.send(`retry: ${RECONNECT_MS}\n\n`);
    stream.send(frame('status', this.options.status()));
    for (const [event, json] of this.#onOpen) if (stream.mayReceive(event)) stream.send(frame(event, json()));
    if (this.#stopping) {
      this.#closeWithRetry(stream);
      return;
    }
    this.#streams.add(stream);
    if (lastEventId === null) return;
    this.#catchingUp.set(stream, lastEventId);
    this.#catchUp();
  }

  close(stream: Stream): void {
    this.#streams.delete(stream);
    this.#catchingUp.delete(stream);
  }

  sendStatus(): void {
    if (this.#streams.size > 0) this.#broadcast('status', frame('status', this.options.status()));
  }

  /** Sends an event to each stream that opens from now on, with data (JSON) of that moment. */
  sendOnOpen(event: StreamEvent, json: () => string): void {
    this.#onOpen.set(event, json);
  }

  /** Sends an event to every stream whose person may read it, without recording it for replay. `data` is JSON. */
  send(event: StreamEvent, data: string): void {
    this.#broadcast(event, frame(event, data));
  }

  /** `reason`: a sentence for the person. */
  endSession(id_hash: string, reason: string | null = null): void {
    for (const stream of this.#streams) if (stream.session === id_hash) this.#endSession(stream, reason);
  }

  /** Closes all streams with random reconnection delays, so that browsers do not reconnect simultaneously (rule 26). */
  shutdown(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#unsubscribe();
    this.#stopping = true;
    for (const stream of this.#streams) this.#closeWithRetry(stream);
    this.#streams.clear();
    this.#catchingUp.clear();
  }

  #closeWithRetry(stream: Stream): void {
    stream.send(`retry: ${1000 + Math.floor(Math.random() * 4000)}\n\n`);
    stream.end();
  }

  /** Sends replays for a short time in each turn of the event loop: after a restart hundreds of browsers reconnect at once. */
  #catchUp(): void {
    if (this.#turnStartedAt === null) {
      this.#turnStartedAt = performance.now();
      setImmediate(() => {
        this.#turnStartedAt = null;
        if (this.#catchingUp.size > 0) this.#catchUp();
      });
    }
    for (const [stream, lastEventId] of this.#catchingUp) {
      if (performance.now() - this.#turnStartedAt > CATCH_UP_MS) return;
      const replay = this.#replay(lastEventId, stream.isWall);
      this.#catchingUp.delete(stream);
      if (replay && !stream.send(replay)) this.close(stream);
    }
  }

  /** The frame that brings a browser up to date; null when it missed nothing. */
  #replay(lastEventId: string, isWall: boolean): Buffer | null {
    const { board } = this.options;
    if (this.#replaysOf !== board.version) this.#replays.clear();
    this.#replaysOf = board.version;
    const key = `${isWall ? 'wall' : 'person'} ${lastEventId}`;
    const known = this.#replays.get(key);
    if (known !== undefined) return known;
    const replay = this.#buildReplay(lastEventId, isWall);
    this.#replays.set(key, replay);
    return replay;
  }

  #buildReplay(lastEventId: string, isWall: boolean): Buffer | null {
    const { board } = this.options;
    const seen = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
    const since = board.since(seen, MAX_REPLAYED);
    if ('reset' in since)
      return frame('reset', { reason: since.reset, version: board.version }, board.version);
    if (since.items.length + since.removed.length === 0) return null;
    const items = isWall ? [...wallItems(since.items)] : since.items;
    const data = `{"items":[${items.join(',')}],"removed":${JSON.stringify(since.removed)}}`;
    return frame('change', data, board.version);
  }

  #broadcastChange(data: ChangeEvent, version: number): void {
    // A stream that still catches up receives this change with its replay.
    const isFor = (isWall: boolean) => (stream: Stream) =>
      stream.isWall === isWall && !this.#catchingUp.has(stream);
    this.#broadcast('change', frame('change', data, version), isFor(false));
    if ([...this.#streams].some(isFor(true)))
      this.#broadcast(
        'change',
        frame('change', STREAM_EVENTS.change.wall_data.parse(data), version),
        isFor(true),
      );
  }

  #broadcast(event: StreamEvent, data: Buffer, isFor: (stream: Stream) => boolean = () => true): void {
    for (const stream of this.#streams)
      if (stream.mayReceive(event) && isFor(stream) && !stream.send(data)) this.close(stream);
  }

  async #heartbeat(): Promise<void> {
    const sessions = new Map<string, Promise<readonly SessionRole[] | null>>();
    for (const stream of [...this.#streams]) {
      let known = sessions.get(stream.session);
      if (!known) {
        known = this.options.rolesOf(stream.session);
        sessions.set(stream.session, known);
      }
      try {
        const roles = await known;
        if (roles) stream.roles = roles;
        if (!roles) this.#endSession(stream, null);
        else if (!stream.send(': heartbeat\n\n')) this.close(stream);
      } catch (error) {
        // The store does not respond: that is no reason to end a session.
        this.options.log.warn({ err: error }, 'could not check the sessions of event streams');
      }
    }
  }

  #endSession(stream: Stream, reason: string | null): void {
    stream.send(frame('session_ended', { reason }));
    stream.end();
    this.close(stream);
  }
}

// One browser's stream of server-sent events, limited in size and disconnected when its reader does not keep up.

/** A browser with more unread data is disconnected; it reconnects with Last-Event-ID (rule 23). */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** JSON of loads of the board, as wall screens receive them. */
export function* wallItems(items: Iterable<string>): Generator<string> {
  for (const item of items) yield JSON.stringify(wallLoad.parse(JSON.parse(item)));
}

export function frame(event: StreamEvent, data: unknown, id?: number): Buffer {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${text}\n\n`);
}

export class Stream {
  readonly #response: Response;
  /** Hash of the session id, checked on each heartbeat. */
  readonly session: string;
  /** Updated on each heartbeat. */
  roles: readonly SessionRole[];

  constructor(response: Response, session: string, roles: readonly SessionRole[]) {
    this.#response = response;
    this.session = session;
    this.roles = roles;
  }

  mayReceive(event: StreamEvent): boolean {
    return may(this.roles, STREAM_EVENTS[event].right);
  }

  /** Nobody is signed in there: it receives less of a load. */
  get isWall(): boolean {
    return !may(this.roles, 'read');
  }

  /** The headers leave with the first frame. */
  open(): void {
    this.#response.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      // Disables buffering in an nginx proxy.
      'X-Accel-Buffering': 'no',
    });
  }

  /** Sends a frame. Returns false when the reader was disconnected for not reading. */
  send(data: Buffer | string): boolean {
    if (this.#response.writableLength > MAX_UNREAD_BYTES) {
      this.#response.destroy();
      return false;
    }
    this.#response.write(data);
    return true;
  }

  end(): void {
    this.#response.end();
  }
}

type EventsOptions = Uses<'log'> & {
  readonly board: Board;
  readonly auth: Auth;
  readonly cluster: Cluster;
  readonly polling: Polling;
};

export interface Events extends Capability {
  readonly hub: EventHub;
  readonly broadcaster: ThrottledBroadcaster;
  /** Called with what another server has published: `keys` are the changed items. */
  readonly onRelayed: (event: StreamEvent, listener: (keys: readonly string[]) => Promise<void>) => void;
  /** @returns publishes to the pages of every server that something has changed, without saying what */
  readonly signal: (event: StreamEvent) => () => void;
}

export function createEvents({ log, board, auth, cluster, polling }: EventsOptions): Events {
  const { bus, isShared } = cluster;
  const hub = new EventHub({
    board,
    log,
    status: polling.status,
    rolesOf: async (id_hash) => (await auth.sessions.findByHash(id_hash, false))?.roles ?? null,
  });
  polling.onStatus.subscribe(() => hub.sendStatus());
  auth.onSessionEnd.subscribe(({ id_hash, reason }) =>
    hub.endSession(id_hash, reason && SESSION_END_REASONS[reason]),
  );
  const broadcaster = new ThrottledBroadcaster({
    send: (event, data) => hub.send(event, data),
    hasListeners: () => hub.size > 0,
    relay: isShared ? (event, keys) => bus.publish('onboarding', JSON.stringify({ event, keys })) : null,
  });
  const listeners = new Map<StreamEvent, (keys: readonly string[]) => Promise<void>>();
  bus.subscribe('onboarding', (detail) => {
    const { event, keys } = JSON.parse(detail) as { event: StreamEvent; keys: string[] };
    return listeners.get(event)?.(keys);
  });
  return {
    hub,
    broadcaster,
    onRelayed: (event, listener) => listeners.set(event, listener),
    signal: (event) => {
      const publish = (relay: boolean) => broadcaster.invalidate(event, Date.now(), { relay });
      listeners.set(event, async () => publish(false));
      return () => publish(true);
    },
    stop: () => {
      broadcaster.stop();
      hub.shutdown();
    },
  };
}
