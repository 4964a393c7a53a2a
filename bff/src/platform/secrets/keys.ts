/**
 * Encryption of stored secrets (rule 10): AES-256-GCM. Each box names its key; the newest key encrypts and every listed key decrypts,
 * so that a key is rotated by prepending a new one.
 */
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../store/sqlite.ts';

export interface SecretKey {
  readonly id: string;
  readonly key: Buffer;
}

/** `id:base64,id:base64`, newest first. */
export function parseSecretKeys(text: string): { keys: SecretKey[] } | { problem: string } {
  const keys: SecretKey[] = [];
  for (const part of text.split(',').map((one) => one.trim())) {
    const match = /^([\w-]{1,32}):([A-Za-z0-9+/_-]+={0,2})$/.exec(part);
    if (!match) return { problem: 'each key must read name:base64, separated by commas' };
    const [, id, encoded] = match as unknown as [string, string, string];
    const key = Buffer.from(encoded, 'base64');
    if (key.length !== 32) return { problem: `key "${id}" has ${key.length} bytes; it must have 32` };
    if (keys.some((other) => other.id === id)) return { problem: `key name "${id}" is used twice` };
    keys.push({ id, key });
  }
  return { keys };
}

/** Keys of an installation that configures none: generated once, in a file that only its owner can read. */
export function loadSecretKeys(file: string): SecretKey[] {
  if (!existsSync(file)) {
    makeFolder(dirname(file));
    writeFileSync(file, `made:${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  }
  const parsed = parseSecretKeys(readFileSync(file, 'utf8').trim());
  if ('problem' in parsed) throw new Error(`${file}: ${parsed.problem}`);
  return parsed.keys;
}

/** Encrypts and decrypts text. `context` is authenticated, so that a box moved to another row cannot be opened. */
export class SecretBox {
  readonly #keys: readonly SecretKey[];
  constructor(keys: readonly SecretKey[]) {
    if (keys.length === 0) throw new Error('at least one secret key is needed');
    this.#keys = keys;
  }

  seal(text: string, context: string): string {
    const { id, key } = this.#keys[0] as SecretKey;
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    cipher.setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
  }

  /** Throws when the key is no longer listed, or box or context were changed. */
  open(box: string, context: string): string {
    const dot = box.indexOf('.');
    const found = this.#keys.find((one) => one.id === box.slice(0, dot));
    if (!found)
      throw new Error(`encrypted with key "${box.slice(0, dot)}", which SECRET_KEYS no longer lists`);
    const bytes = Buffer.from(box.slice(dot + 1), 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  }

  /** The same; null when it cannot be opened, or for null. */
  tryOpen(box: string | null, context: string): string | null {
    try {
      return box === null ? null : this.open(box, context);
    } catch {
      return null;
    }
  }
}

/** An unguessable value of 256 bits, safe in cookies and URLs. */
export const randomToken = () => randomBytes(32).toString('base64url');

export const hashOf = (value: string) => hash('sha256', value, 'base64url');
