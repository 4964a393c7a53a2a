/** Joins the settings to who is signed in, to the network and to the window. Loaded after the first screen is on its way. */
import type { Api } from '../../api/context.ts';
import { consumeSigningIn } from '../../api/session.ts';
import { prefs } from '../../ui/prefs.ts';
import { toast } from '../../ui/toasts.ts';
import { KeptStore, keeping, PreferenceSync } from './sync.ts';

/** A window that is viewed again and again does not ask each time. */
const LOOK_EVERY_MS = 30_000;

function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** @param goTo a path of ours, in place of the one that is shown */
export function followPreferences({ http, session }: Api, goTo: (path: string) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sync = new PreferenceSync({
    http,
    prefs,
    kept: new KeptStore(storage()),
    keeping,
    notify: toast,
    later: (run, ms) => {
      clearTimeout(timer);
      timer = setTimeout(run, ms);
    },
  });

  let sub: string | null = null;
  const learn = () => {
    const state = session.get();
    const now = state.phase === 'in' ? state.session.user.sub : null;
    if (now === sub) return;
    sub = now;
    if (now === null) return sync.signedOut();
    const came_to_sign_in = consumeSigningIn();
    const known = came_to_sign_in && openDefault(goTo);
    void sync.signedIn(now).then(() => {
      if (came_to_sign_in && !known) openDefault(goTo);
    });
  };
  session.subscribe(learn);
  learn();

  let looked = Date.now();
  const look = () => {
    if (document.hidden || Date.now() - looked < LOOK_EVERY_MS) return;
    looked = Date.now();
    void sync.look();
  };
  window.addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', () => void sync.look());
}

/** Only from the bare board: who followed a link wanted what it leads to. */
function openDefault(goTo: (path: string) => void): boolean {
  const { default_view } = prefs.get();
  if (default_view === null) return false;
  if (location.pathname === '/' && location.search === '') goTo(default_view);
  return true;
}
