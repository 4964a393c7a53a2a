/** Hours-of-service rulesets as people write them. */
import { HOS_RULESETS } from '@waypost/contract/hos-meanings';
import type { HosRulesetCode } from '@waypost/contract/hos-rulesets';

/** `texas` and `tx` -> `US_TX_INTRA`; the letters CA alone may mean Canada. */
const STATES = new Map(
  HOS_RULESETS.flatMap(({ code, jurisdiction }) => {
    const [, state] = /^US_(..)_INTRA_/.exec(code) ?? [];
    if (state === undefined) return [];
    const names = [jurisdiction.replace(' intrastate', ''), ...(state === 'CA' ? [] : [state])];
    return names.map((name) => [name.toLowerCase(), `US_${state}_INTRA`] as const);
  }),
);
const PLACE = new RegExp(`\\b(canada|canadian|${[...STATES.keys()].join('|')})\\b`);
const KIND = /\b(?:(property)|(passengers?|pax|bus)|cycle ([12]))\b/;
/** Words that say no more than the numbers beside them. */
const PLAIN =
  /^(us|usa|federal|hos|rules?|ruleset|cycle|hours?|hrs?|h|days?|d|in|per|carrying|property|prop|interstate)$/;

/** The code that "70/8", "US 70 hour/8 day", "Passenger 60/7", "Texas 70/7" or "Canada cycle 1" means; null: none, or several. */
export function rulesetCode(text: string): HosRulesetCode | null {
  const code = text.trim().toUpperCase();
  const exact = HOS_RULESETS.find((one) => one.code === code);
  if (exact) return exact.code;
  const said = (text.toLowerCase().match(/[a-z]+|\d+/g) ?? []).join(' ');
  const place = PLACE.exec(said)?.[0];
  const [kind_words = '', , passenger, cycle] = KIND.exec(said.replace(/\bprop\b/, 'property')) ?? [];
  const rest = said
    .replace(place ?? '', '')
    .replace(kind_words, '')
    .split(' ')
    .filter((word) => word !== '');
  const numbers = rest.filter((word) => /^\d+$/.test(word));
  const others = rest.filter((word) => !numbers.includes(word) && !PLAIN.test(word));
  const is_state = place !== undefined && STATES.has(place);
  if (others.some((word) => word !== 'intrastate' || !is_state)) return null;
  const area = place === undefined ? 'US_INT' : (STATES.get(place) ?? 'CA_FED');
  const kind = cycle ? `C${cycle}` : passenger ? 'PAX' : area === 'CA_FED' ? 'C.' : 'PROP';
  const hours = numbers.sort((a, b) => Number(b) - Number(a)).join('_') || '\\d+_\\d+';
  const pattern = new RegExp(`^${area}_${kind}_${hours}$`);
  const [only, ...more] = HOS_RULESETS.filter((one) => pattern.test(one.code));
  return only && more.length === 0 ? only.code : null;
}
