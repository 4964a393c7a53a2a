/**
 * Detention: what a stay costs after the free time of its site. Reckoned in whole numbers only, so that an invoice made
 * from it is right to the last digit.
 */

/** The rule, as printed with evidence. */
export const DETENTION_RULE =
  'Stays count in whole minutes, rounded down. Minutes after the free time cost 1/60 of the hourly rate each; the amount is rounded half up to the smallest unit of the currency.';

export interface DetentionTerms {
  /** Null: detention is not reckoned at this stop. */
  readonly free_minutes: number | null;
  /** Decimal text per hour, at most four places; null: only the time is reckoned. */
  readonly detention_rate: string | null;
  /** ISO 4217 */
  readonly detention_currency: string | null;
}

export interface Detention {
  readonly stay_minutes: number;
  /** Minutes after the free time; 0 within it. */
  readonly minutes: number;
  /** Decimal text with the places of the currency; null without a rate. */
  readonly amount: string | null;
  readonly currency: string | null;
}

const MINUTE = 60_000;
const RATE_PLACES = 4;

/** Null where detention is not reckoned. */
export function detentionOf(terms: DetentionTerms, dwell_ms: number): Detention | null {
  const { free_minutes, detention_rate, detention_currency } = terms;
  if (free_minutes === null) return null;
  const stay_minutes = Math.floor(dwell_ms / MINUTE);
  const minutes = Math.max(0, stay_minutes - free_minutes);
  const amount =
    detention_rate === null || detention_currency === null
      ? null
      : amountOf(detention_rate, minutes, placesOf(detention_currency));
  return { stay_minutes, minutes, amount, currency: amount === null ? null : detention_currency };
}

/** When the free time of a stay ends, milliseconds since 1970; null where detention is not reckoned. */
export function freeUntil(terms: DetentionTerms, arrived_at: string | null): number | null {
  if (terms.free_minutes === null || arrived_at === null) return null;
  return Date.parse(arrived_at) + terms.free_minutes * MINUTE;
}

/** Places after the point of a currency's amounts: 2 for USD, 0 for JPY; 2 for a code that nobody knows. */
function placesOf(currency: string): number {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    return Math.min(RATE_PLACES, maximumFractionDigits ?? 2);
  } catch {
    return 2;
  }
}

/** Null for a rate that is no decimal number of at most four places. */
function amountOf(rate: string, minutes: number, places: number): string | null {
  const match = /^(\d+)(?:\.(\d{1,4}))?$/.exec(rate);
  if (!match) return null;
  const scaled = BigInt(`${match[1]}${(match[2] ?? '').padEnd(RATE_PLACES, '0')}`) * BigInt(minutes);
  const unit = 60n * 10n ** BigInt(RATE_PLACES - places);
  const digits = ((scaled * 2n + unit) / (2n * unit)).toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** `USD 62.50` */
export function moneyText({ amount, currency }: Pick<Detention, 'amount' | 'currency'>): string | null {
  return amount === null || currency === null ? null : `${currency} ${amount}`;
}
