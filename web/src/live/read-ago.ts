/** When a list was read and whose times it shows, as words that stay true while they stand. */
import { agoText, zoneName } from '../ui/time.ts';
import { useNow } from './context.ts';

/**
 * @param read_at Unix milliseconds of this computer's clock, which may be ahead of the server's; null: never
 * @returns `2 min ago`
 */
export function useReadAgo(read_at: number): string;
export function useReadAgo(read_at: number | null): string | null;
export function useReadAgo(read_at: number | null): string | null {
  return useNow((now) =>
    read_at === null ? null : agoText(new Date(Math.min(read_at, now)).toISOString(), now),
  );
}

/** `CST`; another one with summer time. */
export const useZoneName = () => useNow((now) => zoneName(now));
