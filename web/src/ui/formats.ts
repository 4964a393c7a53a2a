type Format = Intl.NumberFormat | Intl.DateTimeFormat;

const formats = new Map<string, Format>();

/** Creating a format costs a hundred times as much as using it, and a board writes dozens of numbers and times a second. */
export function cachedFormat<F extends Format, O>(
  kind: new (locale: string, options: O) => F,
  locale: string,
  options: O,
): F {
  const key = locale + JSON.stringify(options);
  const format = (formats.get(key) as F | undefined) ?? new kind(locale, options);
  formats.set(key, format);
  return format;
}
