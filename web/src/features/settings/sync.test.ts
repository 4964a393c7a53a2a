import { PREFERENCE_ROUTES } from '@waypost/contract/api/preference-routes';
import {
  DEFAULT_PREFERENCES,
  type PersonPreferences,
  type PreferencesChange,
} from '@waypost/contract/api/preferences';
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '../../api/problem.ts';
import { PrefsStore } from '../../ui/prefs.ts';
import { LocalPreferences, PreferenceSync, SyncStatusStore } from './sync.ts';

function storage() {
  const local = new Map<string, string>();
  return {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => void local.set(key, value),
  };
}

function server() {
  const state: PersonPreferences = { preferences: { ...DEFAULT_PREFERENCES }, version: 0 };
  const it = {
    state,
    problem: null as Problem | null,
    write(change: PreferencesChange) {
      Object.assign(state.preferences, change);
      state.version += Object.keys(change).length;
    },
    call: vi.fn(async (route: unknown, options: { body?: unknown } = {}) => {
      if (it.problem) throw it.problem;
      if (route === PREFERENCE_ROUTES.changePreferences) it.write(options.body as PreferencesChange);
      return structuredClone(state);
    }),
  };
  return it;
}

/** A browser whose scheduled work runs on request. */
function browser(at: ReturnType<typeof server>, local = storage()) {
  const prefs = new PrefsStore(local);
  const sync_status = new SyncStatusStore();
  const notify = vi.fn();
  let next: (() => void) | null = null;
  const schedule = vi.fn((run: () => void) => {
    next = run;
  });
  const sync = new PreferenceSync({
    http: { call: at.call as never },
    prefs,
    local: new LocalPreferences(local),
    sync_status,
    notify,
    schedule,
  });
  const settle = async () => {
    next?.();
    next = null;
    await sync.syncNow();
  };
  return { prefs, sync_status, notify, sync, settle, local };
}

const offline = new Problem({ code: 0, reason: 'offline', message: 'This device is offline' });

describe('preferences on the server', () => {
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
    // Nothing was changed here.
    expect(other.sync_status.get().phase).toBe('read');
    expect(other.notify).not.toHaveBeenCalled();
  });

  it("start with this browser's preferences when the server has none", async () => {
    const at = server();
    const { prefs, sync } = browser(at);
    prefs.set({ density: 'compact' });
    await sync.signedIn('dana');
    expect(at.state.preferences.density).toBe('compact');
    expect(at.state.version).toBe(1);
  });

  it("override this browser's", async () => {
    const at = server();
    at.write({ density: 'comfortable', theme: 'dark' });
    const { prefs, sync } = browser(at);
    prefs.set({ density: 'compact' });
    await sync.signedIn('dana');
    expect(prefs.get()).toMatchObject({ density: 'comfortable', theme: 'dark' });
  });

  it('do not leak to the next person on this browser', async () => {
    const at = server();
    const here = browser(at);
    await here.sync.signedIn('dana');
    here.prefs.set({ theme: 'dark' });
    await here.settle();
    const other_server = server();
    const next = browser(other_server, here.local);
    expect(next.prefs.get().theme).toBe('dark');
    await next.sync.signedIn('eli');
    expect(next.prefs.get().theme).toBe('system');
    expect(other_server.state.version).toBe(0);
  });

  it('are queued while the server is down, also over a reload, and sent later', async () => {
    const at = server();
    const before = browser(at);
    await before.sync.signedIn('dana');
    at.problem = offline;
    before.prefs.set({ clock: '12' });
    await before.settle();
    expect(before.sync_status.get()).toEqual({ phase: 'waiting', problem: offline });
    const after = browser(at, before.local);
    await after.sync.signedIn('dana');
    expect(after.prefs.get().clock).toBe('12');
    at.problem = null;
    await after.settle();
    expect(at.state.preferences.clock).toBe('12');
    expect(after.sync_status.get().phase).toBe('saved');
  });

  it('are overwritten by the last browser to reach the server, which is notified', async () => {
    const at = server();
    const here = browser(at);
    await here.sync.signedIn('dana');
    at.problem = offline;
    here.prefs.set({ length_unit: 'km', theme: 'dark' });
    await here.settle();
    at.problem = null;
    at.write({ theme: 'light', volume_unit: 'L' });
    await here.settle();
    expect(at.state.preferences).toMatchObject({ length_unit: 'km', theme: 'dark', volume_unit: 'L' });
    expect(here.prefs.get()).toMatchObject({ length_unit: 'km', theme: 'dark', volume_unit: 'L' });
    expect(here.notify.mock.calls.map(([{ text }]) => text)).toEqual([
      'The other browser had theme: light.',
      'Now volume: liters.',
    ]);
  });

  it('are applied when changed elsewhere, without a notification for widths and columns', async () => {
    const at = server();
    const { prefs, sync, notify } = browser(at);
    await sync.signedIn('dana');
    at.write({ list_width: 430 });
    await sync.syncNow();
    expect(prefs.get().list_width).toBe(430);
    expect(notify).not.toHaveBeenCalled();
    at.write({ length_unit: 'km' });
    await sync.syncNow();
    expect(notify).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ text: 'Now distance: kilometers.' }),
    );
  });

  it('are reported and not resent when rejected', async () => {
    const at = server();
    const { prefs, sync, sync_status, settle } = browser(at);
    await sync.signedIn('dana');
    at.call
      .mockImplementationOnce(async () => structuredClone(at.state))
      .mockImplementationOnce(async () => {
        throw new Problem({ code: 422, reason: 'invalid', message: 'no' });
      });
    prefs.set({ default_view: '/nowhere' });
    const run = sync.syncNow();
    await run;
    expect(sync_status.get().phase).toBe('refused');
    await settle();
    expect(at.state.version).toBe(0);
    expect(prefs.get().default_view).toBeNull();
  });

  it('of the browser itself are not uploaded', async () => {
    const at = server();
    const { prefs, sync, settle } = browser(at);
    await sync.signedIn('dana');
    prefs.set({ radius_unit: 'ft' });
    await settle();
    expect(at.state.version).toBe(0);
  });
});
