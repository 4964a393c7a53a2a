import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/server.ts';
import { acquireProcessLock } from './storage.ts';

/** What another process says when it wants the same store. */
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

it('a second server on the same SQLite file is refused with the reason, until the first has ended or was killed', () => {
  const folder = temporaryFolder();
  const url = `sqlite:${join(folder.dir, 'test.db')}`;
  const release = acquireProcessLock(url);
  expect(another(url)).toMatch(/DATABASE_URL: another Waypost is running on .*test\.db.*postgres:/);
  release();
  expect(another(url)).toBe('held');
  // That one was killed while it held the store.
  acquireProcessLock(url)();
  expect(existsSync(join(folder.dir, 'test.db'))).toBe(false);
  folder.remove();
});
