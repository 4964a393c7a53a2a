/**
 * What several servers over one PostgreSQL tell each other at once: a wait that the service has announced, changes of the
 * board, sessions that have ended. Nothing is true because it was told: whoever is told looks into the store, and looks there every second
 * anyway, so a lost word costs a second and no more.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';

export type Signal =
  | 'wait'
  | 'wait_ended'
  | 'board'
  | 'session'
  | 'look'
  | 'reader'
  | 'monitors'
  | 'onboarding';

export interface Wire {
  /** False while words may be lost: ask the store before anything that must not be done unknowingly. */
  readonly whole: boolean;
  /** No other server had this store when we came. */
  readonly first: boolean;
  /** Tells the other servers. Never fails: see above. */
  tell(signal: Signal, detail: string): void;
  on(signal: Signal, listener: (detail: string) => void): void;
  /** Every second, and at once when something may have been missed. */
  onLook(listener: () => Promise<void>): void;
  close(): Promise<void>;
}

/** One server has nobody to tell. */
export const NO_WIRE: Wire = {
  whole: true,
  first: true,
  tell: () => undefined,
  on: () => undefined,
  onLook: () => undefined,
  close: async () => undefined,
};

const CHANNEL = 'waypost';
const LOOK_MS = 1_000;
/** A connection that does not answer within this is gone, though nobody has said so. */
const DEAD_AFTER_MS = 2_000;
/** Name of the lock that every server shares while it lives. */
const PRESENCE = 2_002_875_760;

export class PostgresWire implements Wire {
  readonly #url: string;
  readonly #log: Logger;
  readonly #id = randomUUID();
  readonly #listeners = new Map<Signal, ((detail: string) => void)[]>();
  readonly #lookers: (() => Promise<void>)[] = [];
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #closed = false;
  first = false;

  private constructor(url: string, log: Logger) {
    this.#url = url;
    this.#log = log;
  }

  static async open(url: string, log: Logger): Promise<PostgresWire> {
    const wire = new PostgresWire(url, log);
    wire.first = await wire.#connect();
    wire.#next();
    return wire;
  }

  get whole(): boolean {
    return this.#client !== null;
  }

  tell(signal: Signal, detail: string): void {
    const word = JSON.stringify({ from: this.#id, signal, detail });
    this.#client
      ?.query('SELECT pg_notify($1, $2)', [CHANNEL, word])
      .catch((error) => this.#log.warn({ err: error, signal }, 'the other servers could not be told'));
  }

  on(signal: Signal, listener: (detail: string) => void): void {
    this.#listeners.set(signal, [...(this.#listeners.get(signal) ?? []), listener]);
  }

  onLook(listener: () => Promise<void>): void {
    this.#lookers.push(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#looking;
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  /** True when no other server is there. */
  async #connect(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: DEAD_AFTER_MS,
      application_name: 'waypost-wire',
    });
    const lost = (error?: Error) => {
      if (this.#client !== client) return;
      this.#client = null;
      if (this.#closed) return;
      this.#log.warn({ err: error }, 'the wire to the other servers is down; the store is asked instead');
    };
    client.on('error', lost);
    client.on('end', () => lost());
    client.on('notification', ({ payload }) => this.#heard(payload));
    await client.connect();
    try {
      await client.query(`LISTEN ${CHANNEL}`);
      const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [PRESENCE]);
      const { got } = rows[0] as { got: boolean };
      await client.query('SELECT pg_advisory_lock_shared($1)', [PRESENCE]);
      if (got) await client.query('SELECT pg_advisory_unlock($1)', [PRESENCE]);
      this.#client = client;
      return got;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  #heard(payload: string | undefined): void {
    const { from, signal, detail } = JSON.parse(payload ?? '{}') as Record<string, string>;
    if (from === this.#id || detail === undefined) return;
    for (const listener of this.#listeners.get(signal as Signal) ?? []) listener(detail);
  }

  #next(): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => {
        if (!this.#closed) this.#next();
      });
    }, LOOK_MS);
  }

  async #look(): Promise<void> {
    try {
      if (this.#client) await this.#client.query('SELECT 1');
      else await this.#connect();
    } catch (error) {
      const dead = this.#client;
      this.#client = null;
      dead?.end().catch(() => undefined);
      this.#log.warn({ err: error }, 'the wire to the other servers is down; the store is asked instead');
    }
    for (const looker of this.#lookers)
      await looker().catch((error) =>
        this.#log.warn({ err: error }, 'the store could not be asked for what other servers did'),
      );
  }
}
