import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/server.ts';
import { silentLog } from '../../testing/tracking.ts';
import { openStorage } from './storage.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it('other users of the machine read neither the database nor its folder', async () => {
  const { dir, remove } = temporaryFolder();
  const umask = process.umask(0o022);
  try {
    const folder = join(dir, 'new', 'data');
    const storage = await openStorage(`sqlite:${join(folder, 'waypost.db')}`, silentLog);
    const modes = Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]));
    expect(Object.keys(modes)).toEqual(
      expect.arrayContaining(['waypost.db', 'waypost.db-shm', 'waypost.db-wal', 'waypost.db.lock']),
    );
    expect(new Set(Object.values(modes))).toEqual(new Set(['600']));
    expect([modeOf(folder), modeOf(join(dir, 'new'))]).toEqual(['700', '700']);
    await storage.close?.();
  } finally {
    process.umask(umask);
    remove();
  }
});

it('a folder that cannot be written names the variable', async () => {
  const { dir, remove } = temporaryFolder();
  writeFileSync(join(dir, 'file'), '');
  await expect(openStorage(`sqlite:${join(dir, 'file', 'waypost.db')}`, silentLog)).rejects.toThrow(
    /^DATABASE_URL: the file .* cannot be opened for writing/,
  );
  remove();
});
