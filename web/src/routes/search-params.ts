/**
 * Search parameters as plain text, one name one value: `?health=stale,check&q=48213`. No JSON in the address, so that a
 * reference of digits stays a text and an address can be typed by hand.
 */

export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Leaves out what is empty or absent. Lists are joined by commas. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const text = Array.isArray(value)
      ? value.join(',')
      : value === undefined || value === null
        ? ''
        : String(value);
    if (text !== '') params.set(name, text);
  }
  const text = params.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
  return text === '' ? '' : `?${text}`;
}
