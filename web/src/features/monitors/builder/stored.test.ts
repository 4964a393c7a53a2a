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

const stored = { intent_id: id(5), sent: null, draft: draft() };
const MONTH = 31 * 86_400_000;
let storage: MemoryStorage;
let now = 1000;
const drafts = (person = 'dana') => monitorDrafts(person, () => now, storage);

beforeEach(() => {
  storage = new MemoryStorage();
  now = 1000;
});

describe('drafts on this computer', () => {
  it('are restored completely for their person and source', () => {
    expect(drafts().write('blank', stored)).toBe(true);
    expect(drafts().read('blank')).toEqual(stored);
    expect(drafts().read(`load:${id(1)}`)).toBeNull();
    expect(drafts('kim').read('blank')).toBeNull();
  });

  it("are deleted after a month without changes, without touching other people's drafts and other keys", () => {
    drafts().write('blank', stored);
    drafts('kim').write('blank', stored);
    storage.setItem('waypost.prefs', '{}');
    now += MONTH;
    drafts().write('load:x', stored);
    drafts().sweep();
    expect(drafts().read('blank')).toBeNull();
    expect(drafts().read('load:x')).not.toBeNull();
    expect(storage.getItem('waypost.monitor_draft.kim/blank')).not.toBeNull();
    expect(storage.getItem('waypost.prefs')).toBe('{}');
  });

  it('are ignored when they cannot be parsed', () => {
    for (const text of [
      '{',
      '{}',
      JSON.stringify({ saved_at: 1000, value: { ...stored, draft: { ...draft(), stops: [] } } }),
    ]) {
      storage.setItem('waypost.monitor_draft.dana/blank', text);
      expect(drafts().read('blank')).toBeNull();
    }
  });

  it('report when the browser cannot store them', () => {
    expect(monitorDrafts('dana', () => 0, null).write('blank', stored)).toBe(false);
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(drafts().write('blank', stored)).toBe(false);
  });
});
