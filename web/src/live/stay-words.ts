/** A stay in words, with what it costs. */
import { durationText, fromNowText, shortDateTime } from '../ui/time.ts';
import { type DetentionTerms, detentionOf, freeUntil, moneyText } from './detention.ts';
import { AT_START, dwellOf, type StayTimes } from './stay.ts';

/** `Inside for 25 min` while it is `inside`, then `Stayed 1 h 28 min`; null when nothing is known of a stay. */
export function stayText(stop: StayTimes, inside: boolean, now: number): string | null {
  if (stop.arrived_at_start) return `Duration unknown: ${AT_START}`;
  const dwell = dwellOf(stop, inside, now);
  return dwell && `${dwell.running ? 'Inside for' : 'Stayed'} ${durationText(dwell.ms)}`;
}

/** `free until 15:30 (in 20 min)`, `28 min over 60 min free time: USD 35.00`; null where no free time is kept. */
export function stayCost(stop: StayTimes & DetentionTerms, inside: boolean, now: number): string | null {
  const dwell = dwellOf(stop, inside, now);
  const detention = dwell && detentionOf(stop, dwell.ms);
  if (!detention) return null;
  const free = freeUntil(stop, stop.arrived_at) ?? now;
  if (detention.minutes === 0)
    return dwell.running
      ? `free until ${shortDateTime(free, now)} (${fromNowText(free, now)})`
      : `within ${stop.free_minutes} min free time`;
  const money = moneyText(detention);
  return `${durationText(detention.minutes * 60_000)} over ${stop.free_minutes} min free time${money ? `: ${money}` : ''}`;
}
