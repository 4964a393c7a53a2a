/** Defaults of `behavior` in assumptions.ts, apart from the schemas, for the board. */
export const ASSUMED_BEHAVIOR = {
  stale_after_minutes: 90,
  monitor_stops_in_order: true,
  tracking_start_seconds: 900,
} as const;
