/**
 * SQLite answers without ever waiting, so that a loop of queries would keep everything else in this process from its turn: requests,
 * timers, signals. Before a query the event loop gets a turn when it has had none for a moment.
 */
import { setImmediate } from 'node:timers';
import { type Driver, SqliteDialect } from 'kysely';

const LONGEST_WITHOUT_A_TURN_MS = 10;

export class FairSqliteDialect extends SqliteDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    let turnEndedAt: number | null = null;
    driver.acquireConnection = async () => {
      if (turnEndedAt === null) {
        turnEndedAt = performance.now();
        setImmediate(() => {
          turnEndedAt = null;
        });
      } else if (performance.now() - turnEndedAt > LONGEST_WITHOUT_A_TURN_MS)
        await new Promise<void>((resolve) => setImmediate(resolve));
      return acquire();
    };
    return driver;
  }
}
