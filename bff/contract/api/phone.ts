import { z } from 'zod';

export const PHONE_MAX = 40;

/** A trailing extension, such as `x12`, `ext. 12` or `#12`. */
export const PHONE_EXTENSION = /\s*(?:x|ext\.?|extension|#)\s*(\d{1,7})$/i;

/** Digits of a number without its extension. */
export const phoneDigits = (text: string) => text.replace(PHONE_EXTENSION, '').replace(/\D/g, '').length;

/** 7 to 15 digits (ITU-T E.164) with the usual signs, and an extension. */
export function isPhone(text: string): boolean {
  const digits = phoneDigits(text);
  return /^\+?[\d\s().\-/]+$/.test(text.replace(PHONE_EXTENSION, '')) && digits >= 7 && digits <= 15;
}

export const phone = z
  .string()
  .max(PHONE_MAX, { abort: true })
  .refine(isPhone, { error: 'must be a phone number such as +1 806 555 0142 or (806) 555-0142 ext. 12' });
