/** Email addresses as people write them. Requests have the domain müller.de as xn--mller-kva.de, and browsers offer no way back. */
import { asciiDomain } from '@waypost/contract/email-address';
import { toUnicode } from 'punycode.js';

/** `ops@müller.de` for `ops@xn--mller-kva.de`; any other text as it is. */
export function emailText(address: string): string {
  try {
    const text = toUnicode(address);
    // Only what is sent as the same address again.
    return asciiDomain(text) === address ? text : address;
  } catch {
    return address;
  }
}
