import { z } from 'zod';

export const VIN_LENGTH = 17;

const VIN_PATTERN = /^[A-HJ-NPR-Z0-9]{17}$/;

/** 17 characters: A to Z without I, O and Q, and digits. The interface's rule does not include the check digit. */
export const vin = z.string().regex(VIN_PATTERN, {
  error: `must be ${VIN_LENGTH} characters from A to Z without I, O and Q, and 0 to 9`,
});

/** Value of each letter in the checksum (ISO 3779, 49 CFR 565.15). */
const LETTER_VALUES: Readonly<Record<string, number>> = {
  A: 1,
  B: 2,
  C: 3,
  D: 4,
  E: 5,
  F: 6,
  G: 7,
  H: 8,
  J: 1,
  K: 2,
  L: 3,
  M: 4,
  N: 5,
  P: 7,
  R: 9,
  S: 2,
  T: 3,
  U: 4,
  V: 5,
  W: 6,
  X: 7,
  Y: 8,
  Z: 9,
};
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const;
const CHECK_POSITION = 8;

/**
 * Whether the ninth character is the correct check digit; false for anything that is not a VIN. Only vehicles built for North
 * America must carry one, so a mismatch is a warning, never an error.
 */
export function vinCheckDigitOk(value: string): boolean {
  if (!VIN_PATTERN.test(value)) return false;
  let sum = 0;
  WEIGHTS.forEach((weight, index) => {
    const character = value.charAt(index);
    sum += weight * (LETTER_VALUES[character] ?? Number(character));
  });
  const remainder = sum % 11;
  return value.charAt(CHECK_POSITION) === (remainder === 10 ? 'X' : String(remainder));
}
