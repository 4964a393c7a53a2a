import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_PREFS, PrefsStore } from './prefs.ts';

const storage = (initial: Record<string, unknown> = {}) => {
  let text = JSON.stringify(initial);
  const setItem = (_key: string, value: string) => {
    text = value;
  };
  return { getItem: () => text, setItem };
};

describe('PrefsStore', () => {
  it('uses the default of each missing or invalid key', () => {
    const store = new PrefsStore(
      storage({ length_unit: 'km', clock: 11, time_zone: 'Mars/Olympus', theme: 'pink', density: 'compact' }),
    );
    expect(store.get()).toEqual({ ...DEFAULT_PREFS, length_unit: 'km', density: 'compact' });
    expect(new PrefsStore({ ...storage(), getItem: () => '[' }).get()).toEqual(DEFAULT_PREFS);
  });

  it('stores preferences in the browser', () => {
    const browser = storage();
    new PrefsStore(browser).set({ volume_unit: 'L' });
    expect(new PrefsStore(browser).get().volume_unit).toBe('L');
  });

  it('keeps changes in memory when storage fails', () => {
    const store = new PrefsStore({
      getItem: () => null,
      setItem: () => {
        throw new Error('forbidden');
      },
    });
    store.set({ clock: '12' });
    expect(store.get().clock).toBe('12');
  });

  it("begins with the server's copy in a new browser only, without what is not valid there", () => {
    const browser = storage();
    const store = new PrefsStore(browser);
    store.begin({ time_zone: 'America/Chicago', length_unit: 'km', theme: 'pink', other: 1 });
    const expected = { ...DEFAULT_PREFS, time_zone: 'America/Chicago', length_unit: 'km', radius_unit: 'km' };
    expect(store.get()).toEqual(expected);
    store.begin({ time_zone: 'America/Denver' });
    expect(new PrefsStore(browser).get()).toEqual(expected);
  });

  it("distinguishes the person's changes from adopted ones", () => {
    const store = new PrefsStore(storage());
    const [onUserChange, onAnyChange] = [vi.fn(), vi.fn()];
    store.onUserChange(onUserChange);
    store.subscribe(onAnyChange);
    store.adopt({ theme: 'dark' });
    expect(onUserChange).not.toHaveBeenCalled();
    store.set({ theme: 'light' });
    expect(onUserChange).toHaveBeenCalledExactlyOnceWith(
      { theme: 'light' },
      expect.objectContaining({ theme: 'dark' }),
    );
    expect(onAnyChange).toHaveBeenCalledTimes(2);
  });

  it('changes the radius unit with the length unit, until another radius unit is chosen', () => {
    const store = new PrefsStore(storage());
    store.set({ length_unit: 'km' });
    expect(store.get().radius_unit).toBe('km');
    store.set({ radius_unit: 'm' });
    store.set({ length_unit: 'km' });
    expect(store.get().radius_unit).toBe('m');
  });

  it('reloads changes of another tab', () => {
    const browser = storage();
    const [own, other] = [new PrefsStore(browser), new PrefsStore(browser)];
    other.set({ motion: 'reduced' });
    own.reload();
    expect(own.get().motion).toBe('reduced');
  });
});
