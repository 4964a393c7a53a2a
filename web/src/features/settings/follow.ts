/** Connects the preference sync to session, network and window focus. Loaded after the first screen. */
import type { Api } from '../../api/context.ts';
import { consumeSigningIn } from '../../api/session.ts';
import { browserStorage, type Choice, prefs } from '../../ui/prefs.ts';
import { toast } from '../../ui/toasts.ts';
import { LocalPreferences, PreferenceSync, sync_status } from './sync.ts';

const MIN_SYNC_INTERVAL_MS = 30_000;

/**
 * @param chosen before this was loaded
 * @param goTo navigates to a path, replacing the current one
 */
export function followPreferences(
  { http, session }: Api,
  chosen: readonly Choice[],
  goTo: (path: string) => void,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sync = new PreferenceSync({
    http,
    prefs,
    local: new LocalPreferences(browserStorage()),
    sync_status,
    notify: toast,
    schedule: (run, ms) => {
      clearTimeout(timer);
      timer = setTimeout(run, ms);
    },
  });

  let sub: string | null = null;
  const onSessionChange = () => {
    const state = session.get();
    const now = state.phase === 'in' ? state.session.user.sub : null;
    if (now === sub) return;
    sub = now;
    if (now === null) return sync.signedOut();
    const just_signed_in = consumeSigningIn();
    const opened = just_signed_in && openDefault(goTo);
    void sync.signedIn(now).then(() => {
      if (just_signed_in && !opened) openDefault(goTo);
    });
  };
  session.subscribe(onSessionChange);
  onSessionChange();
  for (const [change, before] of chosen) sync.choose(change, before);

  let synced_at = performance.now();
  const syncOnFocus = () => {
    if (document.hidden || performance.now() - synced_at < MIN_SYNC_INTERVAL_MS) return;
    synced_at = performance.now();
    void sync.syncNow();
  };
  window.addEventListener('focus', syncOnFocus);
  document.addEventListener('visibilitychange', syncOnFocus);
  window.addEventListener('online', () => void sync.syncNow());
}

/** Only from the plain board URL: a followed link keeps its target. */
function openDefault(goTo: (path: string) => void): boolean {
  const { default_view } = prefs.get();
  if (default_view === null) return false;
  if (location.pathname === '/' && location.search === '') goTo(default_view);
  return true;
}
