/** All streams: what changed goes to every browser, framed once; a heartbeat keeps them alive and checks their sessions. */

import type { ServiceStatus } from '@waypost/contract/api/board';
import type { Uses } from '../dependencies.ts';
import { frame, type Stream } from './stream.ts';

export interface HubOptions extends Uses<'log' | 'board'> {
  readonly status: () => ServiceStatus;
  /** Is this session still alive? Asking does not prolong it (rule 9). */
  readonly sessionAlive: (id_hash: string) => Promise<boolean>;
  readonly heartbeatMs?: number;
  readonly statusMs?: number;
}

/** A replay larger than this is slower than reading the list anew. */
const MOST_REPLAYED = 2_000;
const RECONNECT_MS = 2_000;
/** More tabs than anybody has. */
const MOST_OF_A_SESSION = 100;

export class EventHub {
  readonly #options: HubOptions;
  readonly #streams = new Set<Stream>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #unsubscribe: () => void;
  #stopping = false;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#unsubscribe = options.board.onChange.subscribe((change) => {
      const { version, ...data } = change;
      this.#broadcast(frame('change', data, version));
    });
    this.#timers.push(setInterval(() => void this.#heartbeat(), options.heartbeatMs ?? 15_000));
    this.#timers.push(setInterval(() => this.sendStatus(), options.statusMs ?? 5_000));
  }

  get size(): number {
    return this.#streams.size;
  }

  /** False when this session has as many streams as one may have: a page that opens them without end. */
  hasRoomFor(id_hash: string): boolean {
    let open = 0;
    for (const { session } of this.#streams) if (session === id_hash) open += 1;
    return open < MOST_OF_A_SESSION;
  }

  /** Opens a stream. `lastEventId` is the last change number that this browser has seen, or null for "from now on". */
  open(stream: Stream, lastEventId: string | null): void {
    stream.open();
    stream.send(`retry: ${RECONNECT_MS}\n\n`);
    stream.send(frame('status', this.#options.status()));
    if (lastEventId !== null) this.#replay(stream, lastEventId);
    if (this.#stopping) this.#sendAway(stream);
    else this.#streams.add(stream);
  }

  close(stream: Stream): void {
    this.#streams.delete(stream);
  }

  sendStatus(): void {
    if (this.#streams.size > 0) this.#broadcast(frame('status', this.#options.status()));
  }

  /** To every stream, without a place in the replay. `data` is JSON. */
  send(event: string, data: string): void {
    this.#broadcast(frame(event, data));
  }

  /** Ends the streams of a session that is over. */
  endSession(id_hash: string): void {
    for (const stream of this.#streams) if (stream.session === id_hash) this.#endSession(stream);
  }

  /** Closes all, spreading their return so that they do not come back in one moment (rule 26). */
  shutdown(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#unsubscribe();
    this.#stopping = true;
    for (const stream of this.#streams) this.#sendAway(stream);
    this.#streams.clear();
  }

  #sendAway(stream: Stream): void {
    stream.send(`retry: ${1000 + Math.floor(Math.random() * 4000)}\n\n`);
    stream.end();
  }

  #replay(stream: Stream, lastEventId: string): void {
    const { board } = this.#options;
    const seen = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
    const since = board.since(seen, MOST_REPLAYED);
    if ('reset' in since) {
      stream.send(frame('reset', { reason: since.reset, version: board.version }, board.version));
    } else if (since.items.length + since.removed.length > 0) {
      const data = `{"items":[${since.items.join(',')}],"removed":${JSON.stringify(since.removed)}}`;
      stream.send(frame('change', data, board.version));
    }
  }

  #broadcast(data: Buffer): void {
    for (const stream of this.#streams) if (!stream.send(data)) this.#streams.delete(stream);
  }

  async #heartbeat(): Promise<void> {
    const alive = new Map<string, Promise<boolean>>();
    for (const stream of [...this.#streams]) {
      let known = alive.get(stream.session);
      if (!known) {
        known = this.#options.sessionAlive(stream.session);
        alive.set(stream.session, known);
      }
      try {
        if (!(await known)) this.#endSession(stream);
        else if (!stream.send(': heartbeat\n\n')) this.#streams.delete(stream);
      } catch (error) {
        // The store does not answer: that is no reason to end a session.
        this.#options.log.warn({ err: error }, 'could not check the sessions of event streams');
      }
    }
  }

  #endSession(stream: Stream): void {
    stream.send(frame('session_ended', { reason: 'the session has ended' }));
    stream.end();
    this.#streams.delete(stream);
  }
}
