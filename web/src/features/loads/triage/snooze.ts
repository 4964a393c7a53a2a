/** For how long an exception may be snoozed by one choice. */

const HOUR = 3600_000;

export interface SnoozeChoice {
  readonly label: string;
  /** Milliseconds from now; null: until something changes. */
  readonly ms: number | null;
}

/** Every choice ends sooner when something changes. */
export const SNOOZE_CHOICES: readonly SnoozeChoice[] = [
  { label: 'Until something changes', ms: null },
  { label: '30 minutes', ms: HOUR / 2 },
  { label: '1 hour', ms: HOUR },
  { label: '2 hours', ms: 2 * HOUR },
  { label: '4 hours', ms: 4 * HOUR },
  { label: '12 hours', ms: 12 * HOUR },
];

/** @param now the server's clock */
export const snoozeAct = (ms: number | null, now: number) =>
  ({ kind: 'snooze', until: ms === null ? null : new Date(now + ms).toISOString() }) as const;
