import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSecretKeys, parseSecretKeys, SecretBox } from './keys.ts';

const key = (id: string, fill: number) => ({ id, key: Buffer.alloc(32, fill) });

describe('a sealed value', () => {
  it('opens only in its own context', () => {
    const box = new SecretBox([key('a', 1)]);
    const sealed = box.seal('token', 'row-1/access');
    expect(box.open(sealed, 'row-1/access')).toBe('token');
    expect(() => box.open(sealed, 'row-2/access')).toThrow();
  });

  it('does not open after a single bit was changed', () => {
    const box = new SecretBox([key('a', 1)]);
    const sealed = box.seal('token', 'x');
    const bytes = Buffer.from(sealed.slice(2), 'base64url');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(() => box.open(`a.${bytes.toString('base64url')}`, 'x')).toThrow();
  });

  it('opens after a new key was prepended, but not after its key was removed', () => {
    const sealed = new SecretBox([key('old', 1)]).seal('token', 'x');
    expect(new SecretBox([key('new', 2), key('old', 1)]).open(sealed, 'x')).toBe('token');
    expect(() => new SecretBox([key('new', 2)]).open(sealed, 'x')).toThrow(/no longer lists/);
  });

  it('is encrypted with the first key', () => {
    expect(new SecretBox([key('new', 2), key('old', 1)]).seal('t', 'x')).toMatch(/^new\./);
  });
});

describe('SECRET_KEYS', () => {
  const good = Buffer.alloc(32, 7).toString('base64');
  it('accepts a list, newest first', () => {
    expect(parseSecretKeys(`b:${good},a:${good}`)).toMatchObject({ keys: [{ id: 'b' }, { id: 'a' }] });
  });
  it.each([
    ['short', `a:${Buffer.alloc(16).toString('base64')}`],
    ['twice', `a:${good},a:${good}`],
    ['form', good],
  ])('refuses a list that is wrong (%s)', (_, text) =>
    expect(parseSecretKeys(text)).toHaveProperty('problem'),
  );
});

it('generated keys are created once and readable only by their owner', () => {
  const dir = mkdtempSync(join(tmpdir(), 'waypost-keys-'));
  const file = join(dir, 'data', 'secret.keys');
  const first = loadSecretKeys(file);
  expect(loadSecretKeys(file)).toEqual(first);
  expect(statSync(file).mode & 0o077).toBe(0);
  rmSync(dir, { recursive: true });
});
