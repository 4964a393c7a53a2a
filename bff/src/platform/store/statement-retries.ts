/** Retries single statements inside a Kysely driver, and reports what failed. */
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseConnection, Driver } from 'kysely';

interface Attempt {
  readonly inTransaction: boolean;
  readonly tries: number;
  readonly elapsedMs: number;
}

export interface StatementRetries {
  /** Milliseconds until the statement is tried again; null: it has failed. */
  readonly retryAfterMs: (error: unknown, attempt: Attempt) => number | null;
  /** Called with the error of each failed statement and each failed connection. */
  readonly onFailure: (error: unknown) => void;
}

/** Changes `driver` and returns it. */
export function withRetries<D extends Driver>(driver: D, { retryAfterMs, onFailure }: StatementRetries): D {
  const patched = new WeakSet<DatabaseConnection>();
  const inTransaction = new WeakSet<DatabaseConnection>();
  const original = {
    acquire: driver.acquireConnection.bind(driver),
    begin: driver.beginTransaction.bind(driver),
    commit: driver.commitTransaction.bind(driver),
    rollback: driver.rollbackTransaction.bind(driver),
  };

  const patch = (connection: DatabaseConnection) => {
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async <R>(...query: Parameters<typeof execute>) => {
      const startedAt = performance.now();
      for (let tries = 1; ; tries += 1)
        try {
          return await execute<R>(...query);
        } catch (error) {
          const elapsedMs = performance.now() - startedAt;
          const ms = retryAfterMs(error, { inTransaction: inTransaction.has(connection), tries, elapsedMs });
          if (ms === null) {
            onFailure(error);
            throw error;
          }
          await delay(ms);
        }
    };
    patched.add(connection);
  };

  driver.acquireConnection = async (options) => {
    const connection = await original.acquire(options).catch((error: unknown) => {
      onFailure(error);
      throw error;
    });
    if (!patched.has(connection)) patch(connection);
    return connection;
  };
  driver.beginTransaction = async (connection, settings) => {
    await original.begin(connection, settings);
    inTransaction.add(connection);
  };
  driver.commitTransaction = (connection) =>
    original.commit(connection).finally(() => inTransaction.delete(connection));
  driver.rollbackTransaction = (connection) =>
    original.rollback(connection).finally(() => inTransaction.delete(connection));
  return driver;
}
