/** Email addresses as people write them. Requests have the domain müller.de as xn--mller-kva.de, and browsers offer no way back. */
import { asciiDomain } from '@waypost/contract/email-address';

// Constants of Punycode, RFC 3492, section 5.
const BASE = 36;
const [T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [1, 26, 38, 700, 72, 128];
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

function adaptedBias(step: number, length: number, is_first: boolean): number {
  let delta = Math.floor(step / (is_first ? DAMP : 2));
  delta += Math.floor(delta / length);
  let k = 0;
  for (; delta > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) delta = Math.floor(delta / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * delta) / (delta + SKEW));
}

/** A label of a domain after its `xn--`, by section 6.2 of the RFC. Throws RangeError for many a text that is none. */
function decoded(label: string): string {
  const delimiter = Math.max(0, label.lastIndexOf('-'));
  const output = [...label.slice(0, delimiter)];
  const digits = [...label.slice(delimiter && delimiter + 1)].map((one) => DIGITS.indexOf(one)).reverse();
  let bias = FIRST_BIAS;
  let code = FIRST_CODE;
  let position = 0;
  while (digits.length > 0) {
    const before = position;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digits.pop() ?? 0;
      position += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = output.length + 1;
    bias = adaptedBias(position - before, length, before === 0);
    code += Math.floor(position / length);
    position %= length;
    output.splice(position, 0, String.fromCodePoint(code));
    position += 1;
  }
  return output.join('');
}

/** `ops@müller.de` for `ops@xn--mller-kva.de`; any other text as it is. */
export function emailText(address: string): string {
  try {
    const text = address.replace(/(?<=[@.])xn--([a-z0-9-]+)/g, (_, label: string) => decoded(label));
    // Only what is sent as the same address again.
    return asciiDomain(text) === address ? text : address;
  } catch {
    return address;
  }
}
