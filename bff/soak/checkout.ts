/** Copies of this repository that run beside it. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../src/cli/processes.ts';

/** Folders of all workspace packages. */
const PACKAGES = ['.', 'bff', 'bff/contract', 'bff/geo', 'bff/triage', 'bff/sandbox', 'web', 'e2e'];
/** npm scope of our packages. */
const SCOPE = '@waypost';

/** Copies the checkout and links installed packages; our own packages link to the copy, so that mutations in them take effect. */
export function copyCheckout(name: string): string {
  const dir = mkdtempSync(join(tmpdir(), name));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.split('\0'))
    if (file && existsSync(join(root, file))) cpSync(join(root, file), join(dir, file));
  return linkAllPackages(dir);
}

/** An earlier commit, with the packages of this checkout; null when the history is not here, as in a shallow clone. */
export function checkoutOf(commit: string): string | null {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    git('cat-file', '-e', commit);
  } catch {
    return null;
  }
  const dir = mkdtempSync(join(tmpdir(), 'waypost-commit-'));
  execFileSync('tar', ['-x', '-C', dir], { input: git('archive', commit, 'bff', 'package.json') });
  return linkAllPackages(dir);
}

function linkAllPackages(dir: string): string {
  for (const folder of PACKAGES)
    if (existsSync(join(dir, folder)))
      linkPackages(join(root, folder, 'node_modules'), join(dir, folder, 'node_modules'), dir);
  return dir;
}

function linkPackages(from: string, to: string, dir: string): void {
  if (!existsSync(from)) return;
  mkdirSync(join(to, SCOPE), { recursive: true });
  for (const entry of readdirSync(from)) if (entry !== SCOPE) symlinkSync(join(from, entry), join(to, entry));
  if (!existsSync(join(from, SCOPE))) return;
  for (const ours of readdirSync(join(from, SCOPE))) {
    const source = relative(realpathSync(root), realpathSync(join(from, SCOPE, ours)));
    symlinkSync(join(dir, source), join(to, SCOPE, ours));
  }
}
