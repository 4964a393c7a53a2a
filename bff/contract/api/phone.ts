import { z } from 'zod';

export const PHONE_MAX = 40;

/** A formatted number with an optional extension. The digit count (7 to 15, ITU-T E.164) is checked separately. */
const PHONE = /^\+?[\d\s().\-/]{7,30}(\s*(x|ext\.?|extension)\s*\d{1,7})?$/i;
const digitsOf = (text: string) => text.replace(/(x|ext\.?|extension).*$/i, '').replace(/\D/g, '').length;

export const phone = z
  .string()
  .max(PHONE_MAX)
  .refine((text) => PHONE.test(text) && digitsOf(text) >= 7 && digitsOf(text) <= 15, {
    error: 'must be a phone number such as +1 806 555 0142 or (806) 555-0142 ext. 12',
  });
