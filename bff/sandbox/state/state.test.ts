import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../config.ts';
import { ManualClock } from '../testing.ts';
import { State, WRITE_WITHIN_MS } from './state.ts';

let folder: string;
let file: string;
let clock: ManualClock;
const errors: unknown[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'state-'));
  file = join(folder, 'deep', 'state.json');
  clock = new ManualClock();
  errors.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (at: string | null = file) =>
  new State({ file: at, timers: clock, onError: (error) => errors.push(error) });

/** A store of one value. */
function keepValue(state: State, name: string) {
  const box: { value: unknown } = { value: undefined };
  const changed = state.register(name, {
    save: () => box.value,
    load: (saved: unknown) => {
      box.value = saved;
    },
  });
  return {
    get: () => box.value,
    set: (value: unknown) => {
      box.value = value;
      changed();
    },
  };
}

describe('state file', () => {
  it('returns each part to its own store', async () => {
    const state = open();
    keepValue(state, 'a').set({ one: 1 });
    keepValue(state, 'b').set([2]);
    await state.flush();
    const again = open();
    expect(keepValue(again, 'b').get()).toEqual([2]);
    expect(keepValue(again, 'a').get()).toEqual({ one: 1 });
    expect(keepValue(again, 'c').get()).toBeUndefined();
  });

  it('is written within 200 ms of a change', async () => {
    const state = open();
    keepValue(state, 'a').set('later');
    expect(readFileSync(file, 'utf8')).not.toContain('later');
    clock.advance(WRITE_WITHIN_MS);
    await state.flush();
    expect(readFileSync(file, 'utf8')).toContain('later');
    expect(WRITE_WITHIN_MS).toBeLessThanOrEqual(200);
  });

  it('includes changes made during a write', async () => {
    const state = open();
    const a = keepValue(state, 'a');
    a.set('first');
    const first = state.flush();
    a.set('second');
    await first;
    await state.flush();
    expect(keepValue(open(), 'a').get()).toBe('second');
  });

  it('is replaced atomically and readable by its owner only', async () => {
    const state = open();
    keepValue(state, 'a').set('x');
    await state.flush();
    state.flushSync();
    expect(readdirSync(join(folder, 'deep'))).toEqual(['state.json']);
  });

  it('preserves parts without a store', async () => {
    const state = open();
    keepValue(state, 'of a newer program').set(7);
    await state.flush();
    const older = open();
    keepValue(older, 'a').set(1);
    await older.flush();
    expect(keepValue(open(), 'of a newer program').get()).toBe(7);
  });

  it('drops all parts but the given ones on a reset', async () => {
    const state = open();
    const kept = keepValue(state, 'identity');
    kept.set('kept');
    keepValue(state, 'world').set('gone');
    state.reset(['identity']);
    kept.set('kept still');
    await state.flush();
    const again = open();
    expect(keepValue(again, 'identity').get()).toBe('kept still');
    expect(keepValue(again, 'world').get()).toBeUndefined();
  });

  it('is not created without a name', () => {
    const state = open(null);
    keepValue(state, 'a').set(1);
    state.flushSync();
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['{ broken', /not JSON/],
    ['{"other": true}', /not a sandbox state/],
    ['{"format":1,"parts":{"a":{}}}', /part "a" cannot be read: no/],
  ])('refuses %s with the variable, the file and what to do', (text, reason) => {
    open();
    writeFileSync(file, text);
    const load = () => {
      throw new Error('no');
    };
    const opening = () => open().register('a', { save: () => 1, load });
    expect(opening).toThrow(ConfigError);
    expect(opening).toThrow(reason);
    expect(opening).toThrow(/^SANDBOX_STATE is ".+state\.json", but .+ Delete the file to start over/);
  });

  it('rejects a folder that cannot be created', () => {
    writeFileSync(join(folder, 'deep'), 'a file in the way');
    expect(() => open()).toThrow(/its folder cannot be created/);
  });

  it('reports a failed write and continues', async () => {
    const state = open();
    const a = keepValue(state, 'a');
    rmSync(join(folder, 'deep'), { recursive: true });
    a.set(1);
    await state.flush();
    expect(errors).toHaveLength(1);
  });
});
