/**
 * Desktop notifications and a sound for new exceptions, from a severity that the person has chosen. Batched: two
 * hundred exceptions within a second are one notification. Loaded only once alerts are turned on.
 */
import type { Live } from '../../live/context.ts';
import { exceptionNames, namesText, newText } from '../../live/exception-names.ts';
import { type Prefs, prefs } from '../../ui/prefs.ts';
import { sentenceOf } from './explain.ts';

type AlertFrom = Prefs['alert_from'];

/** Minimum severity of a cause (`@waypost/triage/score`, 0 to 100) for each setting. */
const SEVERITY_FROM: Readonly<Record<AlertFrom, number>> = {
  off: Number.POSITIVE_INFINITY,
  critical: 75,
  high: 60,
  any: 0,
};

export const BATCH_MS = 2_000;
export const MIN_INTERVAL_MS = 15_000;

interface AlertsOptions {
  readonly live: Pick<Live, 'store' | 'exceptions' | 'fleets' | 'clock'>;
  readonly from: () => AlertFrom;
  readonly notify: (title: string, body: string) => void;
  readonly setTimer: (run: () => void, ms: number) => void;
  /** Milliseconds; only differences matter. */
  readonly now: () => number;
}

/** Exceptions that already exist raise no alert. @returns stops the alerts */
export function followExceptions({ live, from, notify, setTimer, now }: AlertsOptions): () => void {
  const { store, exceptions, clock } = live;
  let known = exceptions.get().ids;
  let pending = new Set<string>();
  let earliest_next = Number.NEGATIVE_INFINITY;
  let scheduled = false;
  const alert = () => {
    scheduled = false;
    const { ids } = exceptions.get();
    const min_severity = SEVERITY_FROM[from()];
    // Skip exceptions that were acknowledged or resolved meanwhile, or have become less severe.
    const alerting = [...pending].filter(
      (load_id) => ids.has(load_id) && (store.facts(load_id)?.score.severity ?? 0) >= min_severity,
    );
    pending = new Set();
    if (alerting.length === 0) return;
    earliest_next = now() + MIN_INTERVAL_MS;
    const names = exceptionNames(
      alerting,
      live,
      (load, { cause }) => `: ${sentenceOf(load, cause, clock.now()).what}`,
    );
    notify(newText(names), namesText(names));
  };
  return exceptions.subscribe(() => {
    const { ids } = exceptions.get();
    for (const load_id of ids) if (!known.has(load_id)) pending.add(load_id);
    known = ids;
    if (scheduled || pending.size === 0) return;
    scheduled = true;
    setTimer(alert, Math.max(BATCH_MS, earliest_next - now()));
  });
}

/** Of several tabs of this browser, only the lock holder alerts: the first one, until it is closed. */
function whenLockHolder(run: () => void): void {
  if (!navigator.locks) run();
  else
    void navigator.locks.request('waypost-alerts', () => {
      run();
      return new Promise<never>(() => {});
    });
}

const BEEP_S = 0.2;
const BEEP_HZ = 880;

/** Browsers block sound until the person has interacted with the page. */
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
  // The tag makes a new notification replace the previous one.
  const notification = new Notification(title, { body, tag: 'waypost-exceptions' });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}

export function startAlerts(live: AlertsOptions['live']): void {
  whenLockHolder(() =>
    followExceptions({
      live,
      from: () => prefs.get().alert_from,
      notify: notifyInBrowser,
      setTimer: (run, ms) => void setTimeout(run, ms),
      now: () => performance.now(),
    }),
  );
}
