/** Numbers of the Federal Motor Carrier Safety Administration, as people write them. */

export type RegulatoryType = 'DOT' | 'MC';

const PREFIX: Readonly<Record<RegulatoryType, RegExp>> = {
  DOT: /^(us[\s.-]*)?dot[\s#:.-]*(no[\s.:]*|number[\s:]*)?/i,
  MC: /^(mc|ff|mx)[\s#:.-]*(no[\s.:]*|number[\s:]*)?/i,
};

/** `1234567` for "USDOT 1,234,567"; null for what is no such number. */
export function regulatoryNumber(type: RegulatoryType, text: string): string | null {
  const digits = text
    .replace(PREFIX[type], '')
    .replace(/\.0+$/, '')
    .replace(/[\s,#]/g, '');
  return /^\d{1,8}$/.test(digits) && Number(digits) > 0 ? digits : null;
}
