import type { BoardLoad, LateLimits } from '@waypost/contract/api/board';
import type { CompanySettings, LateRule } from '@waypost/contract/api/company';
import { DEFAULT_LATE_LIMITS } from '@waypost/contract/api/late-defaults';
import { inTravelOrder } from '@waypost/triage/plan';

/** From when lateness counts for a load, by the company's settings; null while these are the defaults. */
export function lateLimitsOf(
  { thresholds, late_rules }: Pick<CompanySettings, 'thresholds' | 'late_rules'>,
  load: Pick<BoardLoad, 'stops'>,
): LateLimits | null {
  const late =
    late_rules.find((rule) => matches(rule, load))?.late_after_minutes ?? thresholds.late_after_minutes;
  const limits = {
    late,
    high: Math.max(late, thresholds.late_high_minutes),
    critical: Math.max(late, thresholds.late_critical_minutes),
  };
  const isDefault = (Object.keys(limits) as (keyof LateLimits)[]).every(
    (key) => limits[key] === DEFAULT_LATE_LIMITS[key],
  );
  return isDefault ? null : limits;
}

/** `Keystone Retail`: in the name of any stop. `Chicago > Dallas`: in the names of the first and the last stop. */
function matches({ name }: LateRule, { stops }: Pick<BoardLoad, 'stops'>): boolean {
  const names = inTravelOrder(stops).map((stop) => stop.name ?? '');
  const [from = '', to] = name.split('>');
  if (to === undefined) return names.some((stop) => hasWords(stop, from));
  return hasWords(names[0] ?? '', from) && hasWords(names.at(-1) ?? '', to);
}

function hasWords(text: string, words: string): boolean {
  const lower = text.toLowerCase();
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return wanted.length > 0 && wanted.every((word) => lower.includes(word));
}
