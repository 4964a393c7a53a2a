/** Rulesets of hours of service, found by jurisdiction, meaning or code. */
import { HOS_RULESETS, type HosRuleset } from '@waypost/contract/hos-meanings';

const BY_CODE = new Map<string, HosRuleset>(HOS_RULESETS.map((one) => [one.code, one]));
/** A code is found by its parts too: `70_8` and `70 8`. */
const TEXTS = HOS_RULESETS.map((one) => ({
  one,
  text: `${one.code} ${one.code.replaceAll('_', ' ')} ${one.jurisdiction} ${one.meaning}`.toLowerCase(),
}));

export const rulesetOf = (code: string): HosRuleset | undefined => BY_CODE.get(code.trim());

/** Every word must be found somewhere. Grouped by jurisdiction, in the order of the text. */
export function findRulesets(query: string): readonly HosRuleset[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return TEXTS.filter(({ text }) => words.every((word) => text.includes(word))).map(({ one }) => one);
}

/** `Texas intrastate: Property, 70 hours in 7 days`; null for a code that nobody knows. */
export function meaningOf(code: string): string | null {
  const ruleset = rulesetOf(code);
  return ruleset ? `${ruleset.jurisdiction}: ${ruleset.meaning}` : null;
}

/** The code with its meaning. */
export function hosRulesetText(code: string): string {
  const meaning = meaningOf(code);
  return meaning === null ? code : `${code} (${meaning})`;
}
