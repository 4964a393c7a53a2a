/** Why a load stands where it stands: the parts of its score, for whoever points at its row. */
import type { LoadFacts } from '@waypost/triage/facts';
import { durationText } from '../../ui/time.ts';

/** `Priority 117: severity 90 × 1.3, appointment in 1 h 20 min`. Empty: nothing to do now, so it has no rank. @param now milliseconds since 1970 */
export function scoreText({ attention, score }: LoadFacts, now: number): string {
  if (!attention) return '';
  const { total, severity, urgency, appointment_at } = score;
  if (appointment_at === null) return `Priority ${total}: severity ${severity}, no appointment known`;
  const left = appointment_at - now;
  const when = left > 0 ? `in ${durationText(left)}` : `passed ${durationText(-left)} ago`;
  return `Priority ${total}: severity ${severity} × ${urgency}, appointment ${when}`;
}
