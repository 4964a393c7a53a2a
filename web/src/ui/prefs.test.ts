import { describe, expect, it, vi } from 'vitest';
import { PrefsStore, USUAL_PREFS } from './prefs.ts';

const storage = (kept: Record<string, unknown> = {}) => {
  let text = JSON.stringify(kept);
  const setItem = (_key: string, value: string) => {
    text = value;
  };
  return { getItem: () => text, setItem };
};

describe('how a person likes the screen', () => {
  it('is the usual, key by key, where nothing or nonsense is kept', () => {
    const store = new PrefsStore(
      storage({ length_unit: 'km', clock: 11, time_zone: 'Mars/Olympus', theme: 'pink', density: 'compact' }),
    );
    expect(store.get()).toEqual({ ...USUAL_PREFS, length_unit: 'km', density: 'compact' });
    expect(new PrefsStore({ ...storage(), getItem: () => '[' }).get()).toEqual(USUAL_PREFS);
  });

  it('is kept in this browser', () => {
    const browser = storage();
    new PrefsStore(browser).set({ volume_unit: 'L' });
    expect(new PrefsStore(browser).get().volume_unit).toBe('L');
  });

  it('holds while the page is open when the browser keeps nothing', () => {
    const store = new PrefsStore({
      getItem: () => null,
      setItem: () => {
        throw new Error('forbidden');
      },
    });
    store.set({ clock: '12' });
    expect(store.get().clock).toBe('12');
  });

  it('distinguishes a choice made here from one made elsewhere', () => {
    const store = new PrefsStore(storage());
    const [chosen, drawn] = [vi.fn(), vi.fn()];
    store.onChoice(chosen);
    store.subscribe(drawn);
    store.adopt({ theme: 'dark' });
    expect(chosen).not.toHaveBeenCalled();
    store.set({ theme: 'light' });
    expect(chosen).toHaveBeenCalledExactlyOnceWith(
      { theme: 'light' },
      expect.objectContaining({ theme: 'dark' }),
    );
    expect(drawn).toHaveBeenCalledTimes(2);
  });

  it('lets the unit of radii follow the unit of lengths, and leaves another that was chosen', () => {
    const store = new PrefsStore(storage());
    store.set({ length_unit: 'km' });
    expect(store.get().radius_unit).toBe('km');
    store.set({ radius_unit: 'm' });
    store.set({ length_unit: 'km' });
    expect(store.get().radius_unit).toBe('m');
  });

  it('follows another tab', () => {
    const browser = storage();
    const [here, there] = [new PrefsStore(browser), new PrefsStore(browser)];
    there.set({ motion: 'reduced' });
    here.readAgain();
    expect(here.get().motion).toBe('reduced');
  });
});
