/**
 * Exact decimals, for money and volumes (`total_cost` is decimal text). A float loses cents; these lose nothing. Plain data over BigInt,
 * safe in a browser.
 */

/** `units` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly units: bigint;
  /** 0 or more. */
  readonly scale: number;
}

export const ZERO: Decimal = { units: 0n, scale: 0 };

const FORM = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;
/** No amount has more digits behind the point or zeros in front of it; without a limit `1e9999` would fill the memory. */
const MAX_EXPONENT = 100;

const power = (exponent: number) => 10n ** BigInt(exponent);

/** The decimal that a text says, or null when it says none: `412.07`, `-3`, `1E+2`. */
export function parseDecimal(text: string): Decimal | null {
  const match = FORM.exec(text);
  if (!match) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const scale = fraction.length - Number(exponent);
  if (Math.abs(Number(exponent)) > MAX_EXPONENT) return null;
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n);
  return scale < 0 ? { units: digits * power(-scale), scale: 0 } : { units: digits, scale };
}

/** Digits that a double always keeps: what comes after them is noise of an earlier computation. */
const DOUBLE_DIGITS = 15;

/**
 * A number as JSON writes it: `118.2` is exactly 118.2, not the double next to it, and `265.49999999999994` is 265.5. Null for NaN and
 * infinities.
 */
export function decimalOfNumber(value: number): Decimal | null {
  if (!Number.isFinite(value)) return null;
  return parseDecimal(String(Number.isInteger(value) ? value : Number(value.toPrecision(DOUBLE_DIGITS))));
}

const unitsAt = ({ units, scale }: Decimal, wanted: number) => units * power(wanted - scale);

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
}

/** `a / b` rounded to `places` decimals, half away from zero. Null when b is zero. */
export function divide(a: Decimal, b: Decimal, places: number): Decimal | null {
  if (b.units === 0n) return null;
  const numerator = a.units * power(b.scale + places);
  const denominator = b.units * power(a.scale);
  const [n, d] = [abs(numerator), abs(denominator)];
  const rounded = (2n * n + d) / (2n * d);
  return { units: numerator < 0n === denominator < 0n ? rounded : -rounded, scale: places };
}

const abs = (value: bigint) => (value < 0n ? -value : value);

/** Every digit that it has: `412.07`, and `412.00` for what was added up from cents. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = abs(units)
    .toString()
    .padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const text = scale === 0 ? whole : `${whole}.${digits.slice(digits.length - scale)}`;
  return units < 0n ? `-${text}` : text;
}
