/** Programs from Debian packages, for tests against the real thing. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

/** Unpacked packages are kept here between runs. */
const DIR = join(root, 'node_modules', '.cache', 'debian');

/** Downloads packages and unpacks them into a folder, without installing anything. Returns the folder; null: they cannot be had here. */
export function unpacked(...packages: readonly string[]): string | null {
  const dir = join(DIR, packages[0] as string);
  const files = join(dir, 'root');
  const complete = join(dir, 'complete');
  if (existsSync(complete)) return files;
  mkdirSync(dir, { recursive: true });
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: dir, stdio: 'ignore' }).status === 0;
  const download = () => run('apt-get', 'download', ...packages);
  // A new machine has no lists of packages, or old ones.
  if (!download() && !(run('apt-get', 'update') && download())) return null;
  for (const file of globSync('*.deb', { cwd: dir })) if (!run('dpkg', '-x', file, files)) return null;
  writeFileSync(complete, '');
  return files;
}

/** The same for a package with the libraries that are not installed here. */
export function unpackedWithLibraries(name: string): string | null {
  const planned = spawnSync('apt-get', ['install', '--simulate', '--no-install-recommends', name], {
    encoding: 'utf8',
  });
  const missing = [...(planned.stdout ?? '').matchAll(/^Inst (lib\S+)/gm)].map(([, one]) => one as string);
  return unpacked(name, ...missing);
}

/** Path of an installed program, or of the one in an unpacked package, where it is at `path`. Null: it cannot be had here. */
export function programOf(name: string, packageName: string, path: string): string | null {
  const installed = spawnSync('which', [name], { encoding: 'utf8' });
  if (installed.status === 0) return installed.stdout.trim();
  const dir = unpacked(packageName);
  return dir && join(dir, path);
}
