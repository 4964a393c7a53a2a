/**
 * JSON parsing that preserves integers a double cannot hold. `h3_index_11` is an integer above 2^53, which `JSON.parse` silently
 * rounds to another cell.
 */

interface SourceContext {
  /** Source text of a primitive value. */
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
 * Like `JSON.parse`, except that integers beyond ±(2^53 - 1) are returned as text. Throws SyntaxError on malformed text.
 *
 * Relies on the parser's source text access (ECMAScript "JSON.parse source text access": Node 21, Chrome 114, Firefox 135,
 * Safari 18.4). Rewriting the text first would have to skip strings and would accept some malformed documents.
 */
export function parseJsonKeepingBigIntegers(text: string): unknown {
  // Only integers of at least 16 digits are affected. Most documents have none, and a reviver is slow.
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, keepBigIntegers as (this: unknown, key: string, value: unknown) => unknown);
}
