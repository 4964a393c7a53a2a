/**
 * Notifications and a sound for people who look elsewhere: what has newly come to need attention, from a severity that the person has
 * chosen. Bundled: two hundred exceptions in a second are one notification. Loaded once somebody has chosen a severity.
 */
import { type Prefs, prefs } from '../ui/prefs.ts';
import type { Live } from './context.ts';
import { exceptionNames, namesText, newText } from './exceptions.ts';

type AlertFrom = Prefs['alert_from'];

/** Lowest severity of a cause (`@waypost/triage/score`, 0 to 100) that each choice alerts for. */
const SEVERITY_FROM: Readonly<Record<AlertFrom, number>> = {
  off: Number.POSITIVE_INFINITY,
  critical: 75,
  high: 60,
  any: 0,
};

/** What comes within this time is one notification. */
export const GATHER_MS = 2_000;
/** Between two notifications, at least. */
export const PAUSE_MS = 15_000;

interface AlertsOptions {
  readonly live: Pick<Live, 'store' | 'exceptions' | 'fleets'>;
  readonly from: () => AlertFrom;
  readonly notify: (title: string, body: string) => void;
  readonly later: (run: () => void, ms: number) => void;
  /** Milliseconds; only differences matter. */
  readonly now: () => number;
}

/** Begins to alert; what is new already is left out. The returned function ends it. */
export function followExceptions({ live, from, notify, later, now }: AlertsOptions): () => void {
  const { store, exceptions } = live;
  let known = exceptions.get().ids;
  let waiting = new Set<string>();
  let next_at = Number.NEGATIVE_INFINITY;
  let scheduled = false;
  const alert = () => {
    scheduled = false;
    const { ids } = exceptions.get();
    const least = SEVERITY_FROM[from()];
    // Seen or over by now, or no longer as bad: nothing to call anybody for.
    const news = [...waiting].filter(
      (load_id) => ids.has(load_id) && (store.facts(load_id)?.score.severity ?? 0) >= least,
    );
    waiting = new Set();
    if (news.length === 0) return;
    next_at = now() + PAUSE_MS;
    const names = exceptionNames(news, live);
    notify(newText(names), namesText(names));
  };
  return exceptions.subscribe(() => {
    const { ids } = exceptions.get();
    for (const load_id of ids) if (!known.has(load_id)) waiting.add(load_id);
    known = ids;
    if (scheduled || waiting.size === 0) return;
    scheduled = true;
    later(alert, Math.max(GATHER_MS, next_at - now()));
  });
}

/** Of several tabs of this browser only one alerts: the first, until it is closed. */
function whenFirst(then: () => void): void {
  if (!navigator.locks) then();
  else
    void navigator.locks.request('waypost-alerts', () => {
      then();
      return new Promise<never>(() => {});
    });
}

const BEEP_S = 0.2;
const BEEP_HZ = 880;

/** A browser plays nothing on a page that nobody has clicked on yet. */
function beep(): void {
  const audio = new AudioContext();
  const tone = new OscillatorNode(audio, { frequency: BEEP_HZ });
  const volume = new GainNode(audio, { gain: 0.1 });
  tone.connect(volume).connect(audio.destination);
  tone.onended = () => void audio.close();
  tone.start();
  tone.stop(audio.currentTime + BEEP_S);
}

function notifyInBrowser(title: string, body: string): void {
  if (prefs.get().alert_sound) beep();
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  // The newest takes the place of the one before.
  const notification = new Notification(title, { body, tag: 'waypost-exceptions' });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}

export function startAlerts(live: AlertsOptions['live']): void {
  whenFirst(() =>
    followExceptions({
      live,
      from: () => prefs.get().alert_from,
      notify: notifyInBrowser,
      later: (run, ms) => void setTimeout(run, ms),
      now: () => performance.now(),
    }),
  );
}
