/** The variable DATABASE_URL, which some commands need without the rest of the configuration. */
import { join } from 'node:path';
import { type Env, withSecretFiles } from './secret-files.ts';

interface DatabaseUrl {
  readonly url: string;
  /** What is wrong with it, as part of a sentence. */
  readonly problem: string | null;
  readonly example: string;
}

export function checkDatabaseUrl(given: string | undefined, dataDir: string): DatabaseUrl {
  const url = given ?? `sqlite:${join(dataDir, 'waypost.db')}`;
  const hint = url.startsWith('sqlite:') ? null : reservedCharacter(url);
  if (hint !== null)
    return { url, problem: hint, example: 'postgres://waypost:secret@db.example.com/waypost' };
  const isUsable = /^(sqlite:.+|postgres(ql)?:\/\/.+)/.test(url);
  const problem = isUsable ? null : `"${hidePassword(url)}" must start with sqlite: or postgres://`;
  return { url, problem, example: 'sqlite:data/waypost.db' };
}

/** Throws an error for the person at the terminal. */
export function readDatabaseUrl(given: Env, defaultDir: string): string {
  const { env, problems } = withSecretFiles(given);
  const [unreadable] = problems.filter((problem) => problem.startsWith('DATABASE_URL'));
  if (unreadable !== undefined) throw new Error(unreadable);
  const { url, problem } = checkDatabaseUrl(env.DATABASE_URL || undefined, env.DATA_DIR || defaultDir);
  if (problem !== null) throw new Error(`DATABASE_URL: ${problem}`);
  return url;
}

/** A reserved character in the user or password of a URL, in a sentence that says how to write it; null when there is none. */
export function reservedCharacter(text: string): string | null {
  const [, credentials = ''] = /^\w+:\/\/(?![^/?#@:]*:\d+\/)([^/?#@]*:.*)@/s.exec(text) ?? [];
  const [character] = /[#/?]|%(?![\da-f]{2})/i.exec(credentials) ?? [];
  if (character === undefined) return null;
  const encoded = encodeURIComponent(character);
  return `has "${character}" in its user or password; write it as ${encoded}`;
}

/** A database URL that may be printed. */
export function hidePassword(text: string): string {
  return text.replace(/(:\/\/[^:/@]*):[^@]*@/, '$1:…@');
}
