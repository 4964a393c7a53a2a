/**
 * Renames fields between the contract and the wire where an operator's assumptions differ from our defaults. By default the names
 * are equal and nothing is copied.
 */

/** Contract name -> wire name. */
export type FieldAliases = Readonly<Record<string, string>>;

/** Wire name -> contract name, for responses and for the paths of a 422. */
export function invertAliases(names: FieldAliases): FieldAliases {
  return Object.fromEntries(Object.entries(names).map(([name, wireName]) => [wireName, name]));
}

/**
 * Renames keys at every depth of objects and arrays; other keys stay. Never mutates. Meant for bodies that passed a strict
 * schema, which contain no free-form objects.
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
