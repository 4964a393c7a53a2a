/** What makes two names or references look the same to a person: capitals, accents, spaces, signs and what is not seen at all do not. */
export function likenessOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{C}\p{M}\p{P}\p{S}\s]/gu, '');
}

/** Ways in which a row may be the same fleet as another one of a different reference. */
export const LIKENESSES = ['fleet_ref', 'fleet_name', 'fleet_email'] as const;
export type Likeness = (typeof LIKENESSES)[number];

type Named = Readonly<Partial<Record<Likeness, string | null | undefined>>>;

/** By which of its fields something may be recognized, as texts to compare; empty ones are left out. */
export function likenessesOf(given: Named): readonly (readonly [by: Likeness, text: string])[] {
  return LIKENESSES.flatMap((by) => {
    const value = given[by];
    if (!value) return [];
    // The signs of an address are part of it.
    const text = by === 'fleet_email' ? value.trim().toLowerCase() : likenessOf(value);
    return text === '' ? [] : [[by, text] as const];
  });
}
