import { beforeEach, describe, expect, it } from 'vitest';
import { id } from '../../../testing/loads.ts';
import { draft } from './testing.ts';
import { monitorDrafts } from './use-draft.tsx';

class MemoryStorage {
  readonly values = new Map<string, string>();
  get length() {
    return this.values.size;
  }
  key = (at: number) => [...this.values.keys()][at] ?? null;
  getItem = (key: string) => this.values.get(key) ?? null;
  setItem = (key: string, value: string) => void this.values.set(key, value);
  removeItem = (key: string) => void this.values.delete(key);
}

const kept = { intent_id: id(5), sent: null, draft: draft() };
const MONTH = 31 * 86_400_000;
let storage: MemoryStorage;
let now = 1000;
const drafts = (person = 'dana') => monitorDrafts(person, () => now, storage);

beforeEach(() => {
  storage = new MemoryStorage();
  now = 1000;
});

describe('drafts on this computer', () => {
  it('come back whole, each for its person and beginning', () => {
    expect(drafts().write('blank', kept)).toBe(true);
    expect(drafts().read('blank')).toEqual(kept);
    expect(drafts().read(`load:${id(1)}`)).toBeNull();
    expect(drafts('kim').read('blank')).toBeNull();
  });

  it('are let go when nobody touched them for a month, those of others and what is not ours stay', () => {
    drafts().write('blank', kept);
    drafts('kim').write('blank', kept);
    storage.setItem('waypost.prefs', '{}');
    now += MONTH;
    drafts().write('load:x', kept);
    drafts().sweep();
    expect(drafts().read('blank')).toBeNull();
    expect(drafts().read('load:x')).not.toBeNull();
    expect(storage.getItem('waypost.monitor_draft.kim/blank')).not.toBeNull();
    expect(storage.getItem('waypost.prefs')).toBe('{}');
  });

  it('that cannot be read are none', () => {
    for (const text of [
      '{',
      '{}',
      JSON.stringify({ saved_at: 1000, value: { ...kept, draft: { ...draft(), stops: [] } } }),
    ]) {
      storage.setItem('waypost.monitor_draft.dana/blank', text);
      expect(drafts().read('blank')).toBeNull();
    }
  });

  it('are not promised by a browser that keeps nothing', () => {
    expect(monitorDrafts('dana', () => 0, null).write('blank', kept)).toBe(false);
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(drafts().write('blank', kept)).toBe(false);
  });
});
