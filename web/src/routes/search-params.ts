/** Search parameters as plain text, one value per name. No JSON, so that a numeric reference stays text. */

export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Omits empty and absent values; joins lists with commas. */
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
