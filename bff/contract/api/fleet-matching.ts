import { regulatoryId } from './regulatory-id.ts';

/**
 * Normalizes a name or reference for comparison: ignores case, accents, spaces, punctuation, symbols and invisible characters.
 */
export function normalizeForMatch(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{C}\p{M}\p{P}\p{S}\s]/gu, '');
}

/** A company's name as well, without its legal form: some write "LLC", some do not. */
export const companyForMatch = (name: string): string =>
  normalizeForMatch(name.replace(/([\s,]+(l\.?l\.?c|inc|corp|corporation|co|company|ltd)\.?)+\s*$/i, ''));

/** By what a row may match a fleet of a different reference. `regulatory_id`: one that is neither a USDOT nor an MC number. */
export const MATCH_FIELDS = [
  'fleet_ref',
  'fleet_name',
  'usdot_number',
  'mc_number',
  'regulatory_id',
  'fleet_email',
] as const;
export type MatchField = (typeof MATCH_FIELDS)[number];

type Text = string | null | undefined;
interface Matchable {
  readonly fleet_ref?: Text;
  readonly fleet_name?: Text;
  readonly fleet_email?: Text;
  readonly fleet_regulatory_id?: Text;
  readonly fleet_regulatory_id_type?: Text;
}
type MatchKey = readonly [by: MatchField, text: string];

/** Normalized texts by which something can be matched, without empty ones. */
export function matchKeysOf(given: Matchable): readonly MatchKey[] {
  const keys: readonly (MatchKey | null)[] = [
    ['fleet_ref', normalizeForMatch(given.fleet_ref ?? '')],
    ['fleet_name', normalizeForMatch(given.fleet_name ?? '')],
    regulatoryKey(given.fleet_regulatory_id_type ?? '', given.fleet_regulatory_id ?? ''),
    // Punctuation is significant in an email address.
    ['fleet_email', (given.fleet_email ?? '').trim().toLowerCase()],
  ];
  return keys.filter((key): key is MatchKey => key !== null && key[1] !== '');
}

/** Numbers are compared by their digits; null: an ID without a type is none. */
export function regulatoryKey(type: string, id: string): MatchKey | null {
  const known = type
    .trim()
    .toUpperCase()
    .replace(/^US[\s.-]*/, '');
  if (known === '' || id.trim() === '') return null;
  const found = known === 'DOT' || known === 'MC' ? regulatoryId(known, id.trim()) : null;
  if (found) return [found.type === 'DOT' ? 'usdot_number' : 'mc_number', found.number];
  return ['regulatory_id', normalizeForMatch(known + id)];
}
