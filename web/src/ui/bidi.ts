/** Bidirectional isolation of names in our sentences, so that a right-to-left name does not reorder the surrounding text. */

/** Right-to-left letters. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const CONTROLS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/g;

/**
 * For names in concatenated text: toasts, titles, labels, messages. Names in elements of their own are isolated by
 * base.css, and CSV keeps names unchanged.
 * @returns left-to-right names unchanged; others between U+2068 and U+2069, without their own control characters
 */
export function isolated(name: string): string {
  const plain = name.replace(CONTROLS, '');
  return plain === name && !RIGHT_TO_LEFT.test(name) ? name : `\u2068${plain}\u2069`;
}
