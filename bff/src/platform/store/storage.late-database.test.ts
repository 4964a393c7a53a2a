import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { postgresUrl } from '../../testing/databases.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { silentLog } from '../../testing/tracking.ts';
import { openStorage } from './storage.ts';

it('a database server that starts later is waited for, and the log says so', {
  timeout: 60_000,
}, async () => {
  const postgres = await startPostgres();
  await postgres.crash();
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const opening = openStorage(`${postgres.url}/postgres`, log);
  await vi.waitFor(() => expect(lines.join()).toContain('The database server is not responding; waiting'));
  await postgres.restart();
  const storage = await opening;
  expect(lines).toHaveLength(1);
  await storage.close();
  await postgres.stop();
});

it('a database that waiting does not make usable is refused at once', async () => {
  const url = new URL(await postgresUrl());
  url.password = 's3cret';
  const refused = openStorage(url.href, silentLog);
  await expect(refused).rejects.toThrow(/^DATABASE_URL: the database cannot be used: password auth/);
  await expect(refused).rejects.not.toThrow(/s3cret/);
});
