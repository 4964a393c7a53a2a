/** Search of a list that is loaded completely. Pure functions. */

/** The words of a search text, in lower case. */
export function wordsOf(q: string | undefined): readonly string[] {
  return (q ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

type Texts = readonly (string | number | null | undefined)[];

/** A number with its separators: `LD-79158`, not `Dallas, TX`. */
const SEPARATED = /^(?=.*\d)\S*[-._/]\S*$/;

/** What a search goes through, in lower case. Numbers are in it without their separators too: `ld79158` finds `LD-79158`. */
export const searchedText = (texts: Texts): string =>
  texts
    .flatMap((part) => {
      const text = String(part ?? '').toLowerCase();
      if (text === '') return [];
      return SEPARATED.test(text) ? [text, text.replace(/[-._/]/g, '')] : [text];
    })
    .join('\n');

/** True when every word occurs in one of the texts; `words` must be lower case. */
export function hasWords(texts: Texts, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = searchedText(texts);
  return words.every((word) => text.includes(word));
}
