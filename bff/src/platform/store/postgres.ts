/** Connections to PostgreSQL that survive its restarts, and that stop nobody when this server freezes or loses its network. */
import { type Driver, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { type StatementRetries, withRetries } from './statement-retries.ts';
import { isLostRace, messageOf, StoreUnavailable } from './store-errors.ts';

/** int8 as number: the largest stored value is a time in milliseconds, far below 2^53. */
const INT8 = 20;
pg.types.setTypeParser(INT8, Number);

const MAX_CONNECTIONS = 10;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 15_000;
/** Longer than the server's own limit, which gives the better error. */
const ANSWER_MS = STATEMENT_MS + 5_000;
/** Others wait this long at most for the locks of a server that froze in a transaction. */
const IDLE_IN_TRANSACTION_MS = 5_000;
const PROBE_MS = 3_000;
/** Statements outside transactions that lost a race. */
const TRIES = 5;
const RETRY_MS = 20;

/** `SET` works behind every proxy; parameters of the connection do not. */
const SESSION_SETTINGS = `SET statement_timeout = ${STATEMENT_MS};
  SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS};
  SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`;

/** Undocumented by its types. */
interface Socket {
  readonly connection: { readonly stream: { destroy(): void } };
}
const cut = (client: object) => (client as Socket).connection.stream.destroy();

/** Limits on one connection to the server, for the pool and for the notifications. */
export const connectionLimits = {
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const;

/** A connection that did not answer in time is of no more use: it is cut, so that the pool replaces it. */
class PooledClient extends pg.Client {
  override query = ((...args: Parameters<pg.Client['query']>) => {
    const answer: unknown = super.query(...args);
    if (answer instanceof Promise)
      answer.catch((error: Error) => error.message === 'Query read timeout' && cut(this));
    return answer;
  }) as pg.Client['query'];
}

export class PostgresConnections {
  readonly #pool: pg.Pool;
  readonly #url: string;
  readonly #clients = new Set<pg.PoolClient>();
  #probeClient: pg.Client | null = null;
  #suspendedFor: string | null = null;

  constructor(url: string, log: Logger, onFailure: (error: unknown) => void) {
    this.#url = url;
    this.#pool = new pg.Pool({
      ...connectionLimits,
      connectionString: url,
      Client: PooledClient,
      max: MAX_CONNECTIONS,
      query_timeout: ANSWER_MS,
      // The pool waits for the promise; its types do not say so.
      onConnect: (client: pg.ClientBase) => client.query(SESSION_SETTINGS) as unknown as undefined,
    });
    const lost = (error: Error) => {
      log.warn({ err: error }, 'a connection to the database was lost');
      onFailure(error);
    };
    // Without listeners, a connection that the database or the network ends would end this process.
    this.#pool.on('error', lost);
    this.#pool.on('connect', (client) => {
      this.#clients.add(client);
      client.on('error', lost);
    });
    this.#pool.on('remove', (client) => this.#clients.delete(client as pg.PoolClient));
  }

  get options(): pg.PoolOptions {
    return this.#pool.options;
  }

  /** For Kysely. Fails at once while suspended. */
  async connect(): Promise<pg.PoolClient> {
    if (this.#suspendedFor !== null) throw new StoreUnavailable(this.#suspendedFor);
    return this.#pool.connect();
  }

  /** Cuts all connections, so that statements that wait for an answer fail now, and opens no new ones until `resume`. */
  suspend(reason: string): void {
    this.#suspendedFor = reason;
    for (const client of this.#clients) cut(client);
  }

  resume(): void {
    this.#suspendedFor = null;
  }

  /** Writes one row on a connection of its own: the pool may be busy. */
  async probe(): Promise<void> {
    try {
      this.#probeClient ??= await this.#connectProbe();
      await this.#probeClient.query(
        "INSERT INTO setting (key, value) VALUES ('store_probe', '') ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      );
    } catch (error) {
      this.#endProbe();
      throw error;
    }
  }

  async end(): Promise<void> {
    this.#endProbe();
    await this.#pool.end();
  }

  async #connectProbe(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
      application_name: 'waypost-probe',
    });
    client.on('error', () => this.#endProbe());
    try {
      await client.connect();
      return client;
    } catch (error) {
      cut(client);
      throw error;
    }
  }

  #endProbe(): void {
    if (this.#probeClient) cut(this.#probeClient);
    this.#probeClient = null;
  }
}

/** Kysely's dialect over these connections; statements outside transactions that lost a race are tried again. */
export class SharedPostgresDialect extends PostgresDialect {
  readonly #onFailure: StatementRetries['onFailure'];

  constructor(connections: PostgresConnections, onFailure: StatementRetries['onFailure']) {
    super({ pool: connections });
    this.#onFailure = onFailure;
  }

  override createDriver(): Driver {
    return withRetries(super.createDriver(), {
      onFailure: this.#onFailure,
      retryAfterMs: (error, { inTransaction, tries }) =>
        isLostRace(error) && !inTransaction && tries < TRIES ? Math.random() * RETRY_MS * tries : null,
    });
  }
}

/**
 * Throws when a pooler gives each transaction another connection: notifications, locks and settings of a session would be lost without
 * an error, and two servers could poll at once.
 */
export async function refuseTransactionPooling(url: string): Promise<void> {
  const connectTo = async () => {
    const client = new pg.Client({ ...connectionLimits, connectionString: url });
    // The statement under way fails, too.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const pidOf = async (client: pg.Client) =>
    (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
  const clients: pg.Client[] = [];
  try {
    const one = await connectTo();
    clients.push(one);
    const before = await pidOf(one);
    const other = await connectTo();
    clients.push(other);
    // Holds the connection that a pooler has given to it, which is the one that the first has just used.
    await other.query('BEGIN').catch((error: unknown) => {
      throw messageOf(error).includes('pooling mode') ? new Error(POOLED) : error;
    });
    if ((await pidOf(other)) === before || (await pidOf(one)) !== before) throw new Error(POOLED);
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
}

const POOLED =
  'a connection pooler in transaction or statement mode stands before this PostgreSQL, and Waypost needs sessions: set pool_mode=session in pgbouncer, or connect to PostgreSQL directly (each server opens up to 13 connections)';
