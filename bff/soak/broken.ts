/** What `prove:rules` and `prove:journeys` share: a copy of this checkout, a break in it, and how its outcome is printed. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../src/cli/processes.ts';

export interface Broken {
  /** What a careless change would make of it. */
  readonly what: string;
  readonly file: string;
  /** Once in its file. */
  readonly text: string;
  readonly becomes: string;
}

/** `late`: tests failed by their time alone, as they also do on a busy machine. `break`: no test failed, but something else did. */
export type Outcome = 'pass' | 'fail' | 'late' | 'break';

export const WORDS: Readonly<Record<Outcome, string>> = {
  fail: 'red  ',
  pass: 'GREEN',
  late: 'LATE ',
  break: 'BREAK',
};

/** All packages of the workspace, by folder. */
const PACKAGES = ['.', 'bff', 'bff/contract', 'bff/geo', 'bff/triage', 'bff/sandbox', 'web', 'e2e'];
/** Ours among the installed packages. */
const SCOPE = '@waypost';

/** The files of this checkout beside its installed packages; those of ours are the ones of the copy, so that a break in them is used. */
export function copyCheckout(name: string): string {
  const dir = mkdtempSync(join(tmpdir(), name));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.split('\0'))
    if (file && existsSync(join(root, file))) cpSync(join(root, file), join(dir, file));
  for (const one of PACKAGES)
    linkPackages(join(root, one, 'node_modules'), join(dir, one, 'node_modules'), dir);
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

/** Runs something with a break in a file of the copy, which is mended after it. A text that is not there once ends the run. */
export async function whileBroken<T>(
  path: string,
  { text, becomes }: Broken,
  work: () => T | Promise<T>,
): Promise<T> {
  const whole = readFileSync(path, 'utf8');
  if (text === '' || whole.split(text).length !== 2)
    throw new Error(`${path} does not hold this once: ${text}`);
  writeFileSync(
    path,
    whole.replace(text, () => becomes),
  );
  try {
    return await work();
  } finally {
    writeFileSync(path, whole);
  }
}
