import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { DraftShelf, type ShelfStorage } from './draft-shelf.ts';

const schema = z.object({ text: z.string() });
let kept = new Map<string, string>();
let now = 0;
const storage: ShelfStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
  key: (at) => [...kept.keys()][at] ?? null,
  get length() {
    return kept.size;
  },
};
const full: ShelfStorage = {
  ...storage,
  length: 0,
  setItem: () => {
    throw new Error('full');
  },
};
const shelf = (person = 'dana', of: ShelfStorage | null = storage) =>
  new DraftShelf({ storage: of, kind: 'things', person, schema, now: () => now });

beforeEach(() => {
  kept = new Map();
  now = 0;
});

it('keeps a draft for its person and name', () => {
  expect(shelf().write('a', { text: 'half' })).toBe(true);
  expect(shelf().read('a')).toEqual({ text: 'half' });
  expect(shelf().read('b')).toBeNull();
  expect(shelf('kim').read('a')).toBeNull();
  shelf().remove('a');
  expect(shelf().read('a')).toBeNull();
});

it('takes what has another shape for nothing', () => {
  shelf().write('a', { text: 'half' });
  const [key] = kept.keys();
  for (const text of ['no json', '{}', '{"saved_at":0,"value":{"text":7}}']) {
    kept.set(String(key), text);
    expect(shelf().read('a')).toBeNull();
  }
});

it('lets go of what is a month old, and of nothing of others', () => {
  shelf().write('old', { text: '1' });
  shelf('kim').write('old', { text: '2' });
  now = 31 * 86_400_000;
  shelf().write('new', { text: '3' });
  shelf().sweep();
  expect(shelf().read('old')).toBeNull();
  expect(shelf().read('new')).toEqual({ text: '3' });
  expect([...kept.keys()].some((key) => key.includes('kim/old'))).toBe(true);
});

it('gives nothing that is a month old, and tells since when the rest is kept', () => {
  now = 5;
  shelf().write('a', { text: 'half' });
  expect(shelf().entry('a')).toEqual({ saved_at: 5, value: { text: 'half' } });
  now += 31 * 86_400_000;
  expect(shelf().read('a')).toBeNull();
});

it('gives back no older state of what it could not keep', () => {
  shelf().write('a', { text: 'old' });
  expect(shelf('dana', full).write('a', { text: 'new' })).toBe(false);
  expect(shelf().read('a')).toBeNull();
});

it('says when nothing is kept', () => {
  expect(shelf('dana', null).write('a', { text: 'half' })).toBe(false);
  expect(shelf('dana', full).write('a', { text: 'half' })).toBe(false);
});
