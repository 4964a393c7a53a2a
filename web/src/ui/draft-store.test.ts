import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type DraftStorage, DraftStore } from './draft-store.ts';

const schema = z.object({ text: z.string() });
let kept = new Map<string, string>();
let now = 0;
const storage: DraftStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
  key: (at) => [...kept.keys()][at] ?? null,
  get length() {
    return kept.size;
  },
};
const full: DraftStorage = {
  ...storage,
  length: 0,
  setItem: () => {
    throw new Error('full');
  },
};
const drafts = (person = 'dana', of: DraftStorage | null = storage) =>
  new DraftStore({ storage: of, kind: 'things', person, schema, now: () => now });

beforeEach(() => {
  kept = new Map();
  now = 0;
});

it('keeps a draft for its person and name', () => {
  expect(drafts().write('a', { text: 'half' })).toBe(true);
  expect(drafts().read('a')).toEqual({ text: 'half' });
  expect(drafts().read('b')).toBeNull();
  expect(drafts('kim').read('a')).toBeNull();
  drafts().remove('a');
  expect(drafts().read('a')).toBeNull();
});

it('takes what has another shape for nothing', () => {
  drafts().write('a', { text: 'half' });
  const [key] = kept.keys();
  for (const text of ['no json', '{}', '{"saved_at":0,"value":{"text":7}}']) {
    kept.set(String(key), text);
    expect(drafts().read('a')).toBeNull();
  }
});

it('lets go of what is a month old, and of nothing of others', () => {
  drafts().write('old', { text: '1' });
  drafts('kim').write('old', { text: '2' });
  now = 31 * 86_400_000;
  drafts().write('new', { text: '3' });
  drafts().sweep();
  expect(drafts().read('old')).toBeNull();
  expect(drafts().read('new')).toEqual({ text: '3' });
  expect([...kept.keys()].some((key) => key.includes('kim/old'))).toBe(true);
});

it('returns nothing that is a month old, and since when the rest is kept', () => {
  now = 5;
  drafts().write('a', { text: 'half' });
  expect(drafts().entry('a')).toEqual({ saved_at: 5, value: { text: 'half' } });
  now += 31 * 86_400_000;
  expect(drafts().read('a')).toBeNull();
});

it('gives back no older state of what it could not keep', () => {
  drafts().write('a', { text: 'old' });
  expect(drafts('dana', full).write('a', { text: 'new' })).toBe(false);
  expect(drafts().read('a')).toBeNull();
});

it('says when nothing is kept', () => {
  expect(drafts('dana', null).write('a', { text: 'half' })).toBe(false);
  expect(drafts('dana', full).write('a', { text: 'half' })).toBe(false);
});
