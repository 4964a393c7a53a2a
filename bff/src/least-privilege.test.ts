/** Servers on PostgreSQL whose role may read and write rows, and not change tables. */
import { expect, it } from 'vitest';
import { openDatabase } from './platform/store/open-database.ts';
import { TestBrowser } from './testing/browser.ts';
import { postgresUrl, restrictedRole } from './testing/databases.ts';
import { sandbox, startServer, temporaryFolder } from './testing/server.ts';
import { id } from './testing/tracking.ts';

it('start and work once the owner of the tables has migrated them', async () => {
  const folder = temporaryFolder();
  const owner = await postgresUrl();
  await (await openDatabase(owner)).close();
  const DATABASE_URL = await restrictedRole(
    owner,
    'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public',
  );
  const provider = await sandbox({ SANDBOX_LOADS: '2' });
  const server = await startServer(provider.line, folder.dir, { DATABASE_URL });
  const browser = new TestBrowser();
  await browser.signIn(server.url, 'admin');
  const load_ids = [id(8_000)];
  expect((await browser.api(`${server.url}/api/loads`, { method: 'POST', body: { load_ids } })).status).toBe(
    201,
  );
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await server.stop();
  await provider.stop();
  folder.remove();
});
