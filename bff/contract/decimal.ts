/**
 * Exact decimals for money and volumes (`total_cost` is decimal text), where floats would lose cents. Based on BigInt; safe in a
 * browser.
 */

/** The value is `units / 10 ** scale`. */
export interface Decimal {
  readonly units: bigint;
  /** 0 or more. */
  readonly scale: number;
}

export const ZERO: Decimal = { units: 0n, scale: 0 };

const DECIMAL_PATTERN = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;
/** Far above any real amount. Without a limit, `1e9999` would exhaust memory. */
const MAX_EXPONENT = 100;

const powerOfTen = (exponent: number) => 10n ** BigInt(exponent);

/** Parses text such as `412.07`, `-3` or `1E+2`. Null for anything else. */
export function parseDecimal(text: string): Decimal | null {
  const match = DECIMAL_PATTERN.exec(text);
  if (!match) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const scale = fraction.length - Number(exponent);
  if (Math.abs(Number(exponent)) > MAX_EXPONENT) return null;
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n);
  return scale < 0 ? { units: digits * powerOfTen(-scale), scale: 0 } : { units: digits, scale };
}

/** Decimal digits that a double always preserves; later digits are noise from earlier computation. */
const DOUBLE_DIGITS = 15;

/**
 * Converts a number as JSON writes it: `118.2` is exactly 118.2, and `265.49999999999994` is 265.5. Null for NaN and infinities.
 */
export function decimalOfNumber(value: number): Decimal | null {
  if (!Number.isFinite(value)) return null;
  return parseDecimal(String(Number.isInteger(value) ? value : Number(value.toPrecision(DOUBLE_DIGITS))));
}

const unitsAt = ({ units, scale }: Decimal, targetScale: number) => units * powerOfTen(targetScale - scale);

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
}

/** `a / b`, rounded half away from zero to `places` decimals. Null when b is zero. */
export function divide(a: Decimal, b: Decimal, places: number): Decimal | null {
  if (b.units === 0n) return null;
  const numerator = a.units * powerOfTen(b.scale + places);
  const denominator = b.units * powerOfTen(a.scale);
  const [n, d] = [abs(numerator), abs(denominator)];
  const rounded = (2n * n + d) / (2n * d);
  return { units: numerator < 0n === denominator < 0n ? rounded : -rounded, scale: places };
}

const abs = (value: bigint) => (value < 0n ? -value : value);

/** All digits of the scale, including trailing zeros: `412.07`, `412.00`. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = abs(units)
    .toString()
    .padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const text = scale === 0 ? whole : `${whole}.${digits.slice(digits.length - scale)}`;
  return units < 0n ? `-${text}` : text;
}
