/** How fast a job goes, from what was seen of it: what it did before the page was open says nothing about now. */
export interface Seen {
  /** Milliseconds. */
  readonly at: number;
  /** Rows whose end is known. */
  readonly ended: number;
}

/** Long enough to even out, short enough to notice a change. */
const WINDOW_MS = 20_000;
const LEAST_MS = 1_500;

export function noteSeen(seen: readonly Seen[], now: Seen): readonly Seen[] {
  const recent = seen.filter(({ at }) => now.at - at <= WINDOW_MS);
  return recent.at(-1)?.ended === now.ended ? recent : [...recent, now];
}

/** Rows a second; null: not seen long enough. A job that stands loses its pace with time. */
export function paceOf(seen: readonly Seen[], now: number): number | null {
  const [first, last] = [seen[0], seen.at(-1)];
  if (!first || !last || now - first.at < LEAST_MS || last.ended === first.ended) return null;
  return ((last.ended - first.ended) * 1000) / (Math.max(now - 1_000, last.at) - first.at);
}

/** `4.8 a second`, `12 a minute` */
export function paceText(pace: number): string {
  if (pace >= 1) return `${pace < 10 ? pace.toFixed(1) : Math.round(pace)} a second`;
  return `${Math.max(1, Math.round(pace * 60))} a minute`;
}
