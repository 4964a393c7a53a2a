import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/server.ts';
import { acquireProcessLock } from './storage.ts';

/** Output of another process that opens the same database. */
function another(url: string): string {
  const module = new URL('storage.ts', import.meta.url).href;
  const code = `import { acquireProcessLock } from ${JSON.stringify(module)};
    try { acquireProcessLock(${JSON.stringify(url)}); process.stdout.write('held', () => process.kill(process.pid, 'SIGKILL')); }
    catch (error) { process.stdout.write(error.message); }`;
  try {
    return execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

it('a second server on the same SQLite file is refused with the reason until the first has exited or was killed', () => {
  const folder = temporaryFolder();
  const url = `sqlite:${join(folder.dir, 'test.db')}`;
  const release = acquireProcessLock(url);
  expect(another(url)).toMatch(/DATABASE_URL: another Waypost is running on .*test\.db.*postgres:/);
  release();
  expect(another(url)).toBe('held');
  // The first was killed while it held the lock.
  acquireProcessLock(url)();
  expect(existsSync(join(folder.dir, 'test.db'))).toBe(false);
  folder.remove();
});
