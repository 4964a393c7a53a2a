/**
 * Notifications between the servers of one PostgreSQL database: pauses of the service, board changes, ended sessions. A message only
 * says what to read from the store, which each server also reads every second, so a lost message only causes a delay of one second.
 * Presence and the servers' reports are the exception: they are in no store, and repeated.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { IntervalJob } from '../lib/background-worker.ts';

export type Signal =
  | 'wait'
  | 'wait_ended'
  | 'board'
  | 'session'
  | 'look'
  | 'lease'
  | 'jobs'
  | 'monitors'
  | 'company'
  | 'onboarding'
  | 'triage'
  | 'presence'
  | 'server';

type Listener = (detail: string) => unknown;

export interface NotifyBus {
  /** False while messages may be lost: read the store before anything that needs the latest state. */
  readonly isConnected: boolean;
  /** No other server was connected to this database when this one started. */
  readonly isFirst: boolean;
  /** Notifies the other servers. Never throws. */
  publish(signal: Signal, detail: string): void;
  subscribe(signal: Signal, listener: Listener): void;
  /** Called every second, and immediately after messages may have been lost, to read from the store what other servers did. */
  onSync(listener: () => Promise<void>): void;
  /** Both: `catchUp` reads from the store what is newer than what this server knows. */
  follow(signal: Signal, catchUp: (detail?: string) => Promise<void>): void;
  close(): Promise<void>;
}

export const SINGLE_SERVER: NotifyBus = {
  isConnected: true,
  isFirst: true,
  publish: () => undefined,
  subscribe: () => undefined,
  onSync: () => undefined,
  follow: () => undefined,
  close: async () => undefined,
};

const CHANNEL = 'waypost';
const SYNC_MS = 1_000;
/** A connection that does not respond within this time is considered lost. */
const DEAD_AFTER_MS = 2_000;
/** Key of the advisory lock that every running server shares. */
const RUNNING = 2_002_875_760;
const DOWN = 'the connection to the other servers is down; polling the database instead';

export class PostgresNotifyBus implements NotifyBus {
  readonly #url: string;
  readonly #log: Logger;
  readonly #id = randomUUID();
  readonly #listeners = new Map<Signal, Listener[]>();
  readonly #syncs: (() => Promise<void>)[] = [];
  readonly #job: IntervalJob;
  #client: pg.Client | null = null;
  #queries = Promise.resolve();
  #closed = false;
  isFirst = false;

  private constructor(url: string, log: Logger) {
    this.#url = url;
    this.#log = log;
    const work = () => this.#sync();
    this.#job = new IntervalJob({ log, task: 'read changes from other servers', everyMs: SYNC_MS, work });
  }

  static async open(url: string, log: Logger): Promise<PostgresNotifyBus> {
    const bus = new PostgresNotifyBus(url, log);
    bus.isFirst = await bus.#connect();
    bus.#job.wake(SYNC_MS);
    return bus;
  }

  get isConnected(): boolean {
    return this.#client !== null;
  }

  publish(signal: Signal, detail: string): void {
    const message = JSON.stringify({ from: this.#id, signal, detail });
    void this.#query('SELECT pg_notify($1, $2)', [CHANNEL, message]);
  }

  subscribe(signal: Signal, listener: Listener): void {
    this.#listeners.set(signal, [...(this.#listeners.get(signal) ?? []), listener]);
  }

  onSync(listener: () => Promise<void>): void {
    this.#syncs.push(listener);
  }

  follow(signal: Signal, catchUp: (detail?: string) => Promise<void>): void {
    this.subscribe(signal, catchUp);
    this.onSync(() => catchUp());
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#job.stop();
    await this.#queries;
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  /** Returns true when no other server is connected. */
  async #connect(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: DEAD_AFTER_MS,
      application_name: 'waypost-notify',
    });
    const lost = (error?: Error) => {
      if (this.#client !== client) return;
      this.#client = null;
      if (this.#closed) return;
      this.#log.warn({ err: error }, DOWN);
    };
    client.on('error', lost);
    client.on('end', () => lost());
    client.on('notification', ({ payload }) => this.#receive(payload));
    await client.connect();
    try {
      await client.query(`LISTEN ${CHANNEL}`);
      const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [RUNNING]);
      const { got } = rows[0] as { got: boolean };
      await client.query('SELECT pg_advisory_lock_shared($1)', [RUNNING]);
      if (got) await client.query('SELECT pg_advisory_unlock($1)', [RUNNING]);
      this.#client = client;
      return got;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  #receive(payload: string | undefined): void {
    // Anybody with access to the database can send on this channel.
    const use = async (work: () => unknown, signal?: string) => {
      try {
        await work();
      } catch (error) {
        this.#log.warn({ err: error, signal }, 'could not use a notification from another server');
      }
    };
    void use(() => {
      const { from, signal, detail } = JSON.parse(payload ?? '{}') as Record<string, string>;
      if (from === this.#id || detail === undefined) return;
      for (const listener of this.#listeners.get(signal as Signal) ?? [])
        void use(() => listener(detail), signal);
    });
  }

  /** One after the other, as the driver wants it. Without an answer the connection ends, and the next sync opens another. */
  #query(text: string, values: readonly string[] = []): Promise<void> {
    this.#queries = this.#queries.then(async () => {
      const client = this.#client;
      try {
        await client?.query(text, [...values]);
      } catch (error) {
        if (error instanceof pg.DatabaseError)
          return this.#log.warn({ err: error }, 'could not notify the other servers');
        this.#client = null;
        client?.end().catch(() => undefined);
        this.#log.warn({ err: error }, DOWN);
      }
    });
    return this.#queries;
  }

  async #sync(): Promise<void> {
    if (this.#client) await this.#query('SELECT 1');
    else await this.#connect().catch((error) => this.#log.warn({ err: error }, DOWN));
    for (const sync of this.#syncs)
      await sync().catch((error) =>
        this.#log.warn({ err: error }, 'could not poll the database for changes from other servers'),
      );
  }
}
