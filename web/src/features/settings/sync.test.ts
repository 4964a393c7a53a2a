import { PREFERENCE_ROUTES } from '@waypost/contract/api/preference-routes';
import {
  DEFAULT_PREFERENCES,
  type PersonPreferences,
  type PreferencesChange,
} from '@waypost/contract/api/preferences';
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '../../api/problem.ts';
import { PrefsStore } from '../../ui/prefs.ts';
import { KeepingStore, KeptStore, PreferenceSync } from './sync.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

/** The server, with one person. */
function server() {
  const state: PersonPreferences = { preferences: { ...DEFAULT_PREFERENCES }, version: 0 };
  const it = {
    state,
    away: null as Problem | null,
    write(change: PreferencesChange) {
      Object.assign(state.preferences, change);
      state.version += Object.keys(change).length;
    },
    call: vi.fn(async (route: unknown, options: { body?: unknown } = {}) => {
      if (it.away) throw it.away;
      if (route === PREFERENCE_ROUTES.changePreferences) it.write(options.body as PreferencesChange);
      return structuredClone(state);
    }),
  };
  return it;
}

/** A browser; `later` runs on request. */
function browser(at: ReturnType<typeof server>, kept = storage()) {
  const prefs = new PrefsStore(kept);
  const keeping = new KeepingStore();
  const notify = vi.fn();
  let next: (() => void) | null = null;
  const later = vi.fn((run: () => void) => {
    next = run;
  });
  const sync = new PreferenceSync({
    http: { call: at.call as never },
    prefs,
    kept: new KeptStore(kept),
    keeping,
    notify,
    later,
  });
  /** What was put off happens now. */
  const settle = async () => {
    next?.();
    next = null;
    await sync.look();
  };
  return { prefs, keeping, notify, sync, settle, kept };
}

const offline = new Problem({ code: 0, reason: 'offline', message: 'This computer is offline' });

describe('settings on the server', () => {
  it('follow the person to another browser', async () => {
    const at = server();
    const one = browser(at);
    await one.sync.signedIn('dana');
    one.prefs.set({ length_unit: 'km', time_zone: 'America/Denver' });
    await one.settle();
    expect(at.state.preferences).toMatchObject({ length_unit: 'km', time_zone: 'America/Denver' });
    const other = browser(at);
    await other.sync.signedIn('dana');
    expect(other.prefs.get()).toMatchObject({ length_unit: 'km', time_zone: 'America/Denver' });
    expect(other.keeping.get().phase).toBe('kept');
    expect(other.notify).not.toHaveBeenCalled();
  });

  it('begin with what this browser kept before the server knew any', async () => {
    const at = server();
    const { prefs, sync } = browser(at);
    prefs.set({ density: 'compact' });
    await sync.signedIn('dana');
    expect(at.state.preferences.density).toBe('compact');
    expect(at.state.version).toBe(1);
  });

  it("are the server's where both know some", async () => {
    const at = server();
    at.write({ density: 'comfortable', theme: 'dark' });
    const { prefs, sync } = browser(at);
    prefs.set({ density: 'compact' });
    await sync.signedIn('dana');
    expect(prefs.get()).toMatchObject({ density: 'comfortable', theme: 'dark' });
  });

  it('are not those of whoever sat here before', async () => {
    const at = server();
    const here = browser(at);
    await here.sync.signedIn('dana');
    here.prefs.set({ theme: 'dark' });
    await here.settle();
    const later_at = server();
    const next = browser(later_at, here.kept);
    expect(next.prefs.get().theme).toBe('dark');
    await next.sync.signedIn('eli');
    expect(next.prefs.get().theme).toBe('system');
    expect(later_at.state.version).toBe(0);
  });

  it('hold here while the server is away, over a reload, and are sent when it is back', async () => {
    const at = server();
    const before = browser(at);
    await before.sync.signedIn('dana');
    at.away = offline;
    before.prefs.set({ clock: '12' });
    await before.settle();
    expect(before.keeping.get()).toEqual({ phase: 'waiting', problem: offline });
    const after = browser(at, before.kept);
    await after.sync.signedIn('dana');
    expect(after.prefs.get().clock).toBe('12');
    at.away = null;
    await after.settle();
    expect(at.state.preferences.clock).toBe('12');
    expect(after.keeping.get().phase).toBe('kept');
  });

  it('of two who chose the same, the last to reach the server wins, and is notified', async () => {
    const at = server();
    const here = browser(at);
    await here.sync.signedIn('dana');
    at.away = offline;
    here.prefs.set({ length_unit: 'km', theme: 'dark' });
    await here.settle();
    at.away = null;
    at.write({ theme: 'light', volume_unit: 'L' });
    await here.settle();
    expect(at.state.preferences).toMatchObject({ length_unit: 'km', theme: 'dark', volume_unit: 'L' });
    expect(here.prefs.get()).toMatchObject({ length_unit: 'km', theme: 'dark', volume_unit: 'L' });
    expect(here.notify.mock.calls.map(([{ text }]) => text)).toEqual([
      'The other browser had theme: light.',
      'Now volume: liters.',
    ]);
  });

  it('that change elsewhere are shown here, but not widths and columns', async () => {
    const at = server();
    const { prefs, sync, notify } = browser(at);
    await sync.signedIn('dana');
    at.write({ list_width: 430 });
    await sync.look();
    expect(prefs.get().list_width).toBe(430);
    expect(notify).not.toHaveBeenCalled();
    at.write({ length_unit: 'km' });
    await sync.look();
    expect(notify).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ text: 'Now distance: kilometers.' }),
    );
  });

  it('that the server refuses are shown, and not sent again', async () => {
    const at = server();
    const { prefs, sync, keeping, settle } = browser(at);
    await sync.signedIn('dana');
    at.call
      .mockImplementationOnce(async () => structuredClone(at.state))
      .mockImplementationOnce(async () => {
        throw new Problem({ code: 422, reason: 'invalid', message: 'no' });
      });
    prefs.set({ default_view: '/nowhere' });
    const run = sync.look();
    await run;
    expect(keeping.get().phase).toBe('refused');
    await settle();
    expect(at.state.version).toBe(0);
    expect(prefs.get().default_view).toBeNull();
  });

  it('of this browser alone stay here', async () => {
    const at = server();
    const { prefs, sync, settle } = browser(at);
    await sync.signedIn('dana');
    prefs.set({ radius_unit: 'ft' });
    await settle();
    expect(at.state.version).toBe(0);
  });
});
