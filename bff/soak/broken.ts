/** What `prove:rules` and `prove:journeys` share: a copy of this checkout, a break in it, and how its outcome is told. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** The files of this checkout beside its installed packages. */
export function copyCheckout(name: string, packages: readonly string[]): string {
  const dir = mkdtempSync(join(tmpdir(), name));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.split('\0'))
    if (file && existsSync(join(root, file))) cpSync(join(root, file), join(dir, file));
  for (const one of packages)
    if (existsSync(join(root, one, 'node_modules')))
      symlinkSync(join(root, one, 'node_modules'), join(dir, one, 'node_modules'));
  return dir;
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
