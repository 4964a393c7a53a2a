import { cachedFormat } from '../formats.ts';
import { personLocale } from '../units.ts';

const numbers = (locale: string, options: Intl.NumberFormatOptions) =>
  cachedFormat(Intl.NumberFormat, locale, options);

export const valueText = (value: number, locale = personLocale()): string =>
  numbers(locale, { maximumFractionDigits: 6 }).format(value);

/** Smaller numbers are as short in full, and agree with the same number elsewhere on the page. */
const SHORTENED_FROM = 10_000;

function shortened(value: number, digits: number, locale: string): string {
  const rounded = Math.abs(value) < SHORTENED_FROM ? { maximumFractionDigits: 1 } : null;
  return numbers(locale, rounded ?? { notation: 'compact', maximumSignificantDigits: digits }).format(value);
}

/** `1,001`, `48.2K`: for axes, bar labels and comparisons. */
export const shortText = (value: number, locale = personLocale()): string => shortened(value, 3, locale);

/** As `shortText`, with as many digits as it takes to tell different values apart. */
export function shortTexts(values: readonly number[], locale = personLocale()): readonly string[] {
  const different = new Set(values).size;
  for (let digits = 3; ; digits += 1) {
    const texts = values.map((value) => shortened(value, digits, locale));
    if (new Set(texts).size === different || digits === 9) return texts;
  }
}

/** `+3%`, `-12%`; null when there is no base to compare with. */
export function changeText(now: number, before: number, locale = personLocale()): string | null {
  if (before <= 0) return null;
  const change = now / before - 1;
  return numbers(locale, {
    style: 'percent',
    // A small difference is not shown as none.
    ...(Math.abs(change) < 0.01 ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: 0 }),
    signDisplay: 'exceptZero',
  }).format(change);
}

/** `34%`; a positive share is never shown as 0%. */
export function shareText(share: number, locale = personLocale()): string {
  const format = numbers(locale, { style: 'percent', maximumFractionDigits: 0 });
  return share > 0 && share < 0.005 ? `under ${format.format(0.01)}` : format.format(share);
}

const month = (key: string, locale: string, options: Intl.DateTimeFormatOptions) =>
  cachedFormat(Intl.DateTimeFormat, locale, { timeZone: 'UTC', ...options }).format(
    Date.parse(`${key}-01T00:00:00Z`),
  );

/** `2026-11` -> `November 2026` */
export const monthTitle = (key: string, locale = personLocale()): string =>
  month(key, locale, { month: 'long', year: 'numeric' });

/** `2026-11` -> `Nov` */
export const monthLabel = (key: string, locale = personLocale()): string =>
  month(key, locale, { month: 'short' });

/** The year, for the first category and for January; null otherwise. */
export const yearUnder = (key: string, first: boolean): string | null =>
  first || key.endsWith('-01') ? key.slice(0, 4) : null;
