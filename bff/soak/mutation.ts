/** Shared by `prove:rules` and `prove:journeys`: mutation tests in a copy of this checkout. */
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

export interface Mutation {
  /** The mistake that the mutation simulates. */
  readonly what: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly text: string;
  readonly becomes: string;
}

/** `late`: tests failed only by timing out, as on a busy machine. `break`: the run failed without a failed test. */
export type Outcome = 'pass' | 'fail' | 'late' | 'break';

export const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  fail: 'red  ',
  pass: 'GREEN',
  late: 'LATE ',
  break: 'BREAK',
};

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
  for (const folder of PACKAGES)
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

/** Runs `work` with a mutation in a file of the copy and then restores it. Throws unless the text occurs exactly once. */
export async function withMutation<T>(
  path: string,
  { text, becomes }: Mutation,
  work: () => T | Promise<T>,
): Promise<T> {
  const original = readFileSync(path, 'utf8');
  if (text === '' || original.split(text).length !== 2)
    throw new Error(`${path} does not contain this exactly once: ${text}`);
  writeFileSync(
    path,
    original.replace(text, () => becomes),
  );
  try {
    return await work();
  } finally {
    writeFileSync(path, original);
  }
}
