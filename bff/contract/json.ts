/**
 * JSON with integers that a double cannot hold. `h3_index_11` is an integer above 2^53, and a plain
 * `JSON.parse` rounds it silently to another cell.
 */

interface SourceContext {
  /** Text of a primitive as it was in the document. */
  readonly source?: string;
}
type Reviver = (this: unknown, key: string, value: unknown, context: SourceContext) => unknown;

const INTEGER = /^-?\d+$/;

const keepBigIntegers: Reviver = (_key, value, context) =>
  typeof value === 'number' &&
  !Number.isSafeInteger(value) &&
  context.source !== undefined &&
  INTEGER.test(context.source)
    ? context.source
    : value;

/**
 * `JSON.parse`, except that an integer beyond ±(2^53 - 1) comes as its text. Everything else is untouched: strings,
 * fractions, exponents, smaller integers. Throws SyntaxError on malformed text, as `JSON.parse` does.
 *
 * Uses the parser's own record of the source text (ECMAScript "JSON.parse source text access": Node 21, Chrome 114,
 * Firefox 135, Safari 18.4), not a search in the text, which would have to know about strings and would accept
 * some malformed documents.
 */
export function parseJsonKeepingBigIntegers(text: string): unknown {
  // Sixteen digits in a row are the least that can matter; most documents have none, and a reviver is slow.
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, keepBigIntegers as (this: unknown, key: string, value: unknown) => unknown);
}
