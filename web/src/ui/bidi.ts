/** Names that others gave, inside sentences of ours: one that runs from right to left must not turn what stands around it. */

/** Letters that run from right to left, and controls that change the direction. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const CONTROLS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/g;

/**
 * For text that is joined with other text: a toast, a title, a label, a message. Where a name has an element of its own the style sheet does
 * it, and CSV takes names as they are.
 * @returns a name that runs from left to right as it is; any other between U+2068 and U+2069, without controls of its own
 */
export function isolated(name: string): string {
  const plain = name.replace(CONTROLS, '');
  return plain === name && !RIGHT_TO_LEFT.test(name) ? name : `\u2068${plain}\u2069`;
}
