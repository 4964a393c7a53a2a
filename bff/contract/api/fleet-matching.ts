/**
 * Normalizes a name or reference for comparison: ignores case, accents, spaces, punctuation, symbols and invisible characters.
 */
export function normalizeForMatch(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{C}\p{M}\p{P}\p{S}\s]/gu, '');
}

/** Fields by which a row may match a fleet of a different reference. */
export const MATCH_FIELDS = ['fleet_ref', 'fleet_name', 'fleet_email'] as const;
export type MatchField = (typeof MATCH_FIELDS)[number];

type Matchable = Readonly<Partial<Record<MatchField, string | null | undefined>>>;

/** Normalized texts by which something can be matched, without empty ones. */
export function matchKeysOf(given: Matchable): readonly (readonly [by: MatchField, text: string])[] {
  return MATCH_FIELDS.flatMap((by) => {
    const value = given[by];
    if (!value) return [];
    // Punctuation is significant in an email address.
    const text = by === 'fleet_email' ? value.trim().toLowerCase() : normalizeForMatch(value);
    return text === '' ? [] : [[by, text] as const];
  });
}
