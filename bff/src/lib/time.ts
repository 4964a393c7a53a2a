/** Times as our API writes them. */

/** ISO 8601 of milliseconds since 1970; null where there is no time. */
export function toIso(ms: number): string;
export function toIso(ms: number | null | undefined): string | null;
export function toIso(ms: number | null | undefined): string | null {
  return ms == null ? null : new Date(ms).toISOString();
}
