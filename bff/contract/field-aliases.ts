/**
 * Renaming of fields between the contract and the wire, where an operator's assumptions differ from our defaults.
 * By default both are the same and nothing is copied.
 */

/** Name in the contract -> name on the wire. */
export type FieldAliases = Readonly<Record<string, string>>;

/** The way back, name on the wire -> name in the contract: for what the wire says, also for the path of a 422. */
export function inverted(names: FieldAliases): FieldAliases {
  return Object.fromEntries(Object.entries(names).map(([ours, wire]) => [wire, ours]));
}

/**
 * The same value with its keys renamed, at every depth of objects and arrays; keys without an entry stay.
 * Never mutates. Meant for bodies that a strict schema has passed: free-form objects do not occur in them.
 */
export function renameKeys(value: unknown, names: FieldAliases): unknown {
  return Object.entries(names).every(([from, to]) => from === to) ? value : renamed(value, names);
}

function renamed(value: unknown, names: FieldAliases): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      Object.hasOwn(names, key) ? names[key] : key,
      renamed(inner, names),
    ]),
  );
}
