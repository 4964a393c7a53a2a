import { personLocale } from '../units.ts';

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();
function kept<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => T): T {
  const found = made.get(key);
  if (found) return found as T;
  const format = make();
  made.set(key, format);
  return format;
}

/** `48,213` */
export function countText(value: number, locale = personLocale()): string {
  return kept(`n ${locale}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })).format(value);
}

/** `48K`, for an axis or over a bar. The exact number is one key away. */
export function shortText(value: number, locale = personLocale()): string {
  return kept(
    `s ${locale}`,
    () => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
  ).format(value);
}

/** `+3%`, `-12%`; null where there is nothing to compare with. */
export function changeText(now: number, before: number, locale = personLocale()): string | null {
  if (before <= 0) return null;
  const format = kept(
    `c ${locale}`,
    () =>
      new Intl.NumberFormat(locale, {
        style: 'percent',
        maximumFractionDigits: 0,
        signDisplay: 'exceptZero',
      }),
  );
  return format.format(now / before - 1);
}

/** `34%`; what is more than nothing is never shown as nothing. */
export function shareText(share: number, locale = personLocale()): string {
  const format = kept(
    `p ${locale}`,
    () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
  );
  return share > 0 && share < 0.005 ? `under ${format.format(0.01)}` : format.format(share);
}

function month(key: string, style: 'long' | 'short', year: boolean, locale: string): string {
  const format = kept(
    `${style} ${year} ${locale}`,
    () =>
      new Intl.DateTimeFormat(locale, {
        timeZone: 'UTC',
        month: style,
        ...(year ? { year: 'numeric' } : {}),
      }),
  );
  return format.format(Date.parse(`${key}-01T00:00:00Z`));
}

/** `2026-11` -> `November 2026` */
export const monthTitle = (key: string, locale = personLocale()): string => month(key, 'long', true, locale);

/** `2026-11` -> `Nov` */
export const monthLabel = (key: string, locale = personLocale()): string =>
  month(key, 'short', false, locale);

/** The year under a month's name where the axis or a year begins; null elsewhere. */
export const yearUnder = (key: string, first: boolean): string | null =>
  first || key.endsWith('-01') ? key.slice(0, 4) : null;
