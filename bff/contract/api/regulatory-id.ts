/** Numbers of fleets at the Federal Motor Carrier Safety Administration, as people write them. */
export type RegulatoryType = 'DOT' | 'MC';

const PREFIX: Readonly<Record<RegulatoryType, RegExp>> = {
  DOT: /^(us[\s.-]*)?dot[\s#:.-]*(no[\s.:]*|number[\s:]*)?/i,
  MC: /^(mc|ff|mx)[\s#:.-]*(no[\s.:]*|number[\s:]*)?/i,
};

/** `1234567` for "USDOT 1,234,567" and for "0001234567"; null for what is no such number. */
function regulatoryNumber(type: RegulatoryType, text: string): string | null {
  const digits = text
    .replace(PREFIX[type], '')
    .replace(/\.0+$/, '')
    .replace(/[\s,#]/g, '')
    .replace(/^0+/, '');
  return /^\d{1,8}$/.test(digits) ? digits : null;
}

export interface RegulatoryId {
  readonly type: RegulatoryType;
  readonly number: string;
}

/** A number with its type: "MC-456" is an MC number wherever it is written, and a number without a prefix is of `type`. */
export function regulatoryId(type: RegulatoryType, text: string): RegulatoryId | null {
  const parts = text.split(/[/;|&]/).map((part) => part.trim());
  const usdot = parts.length > 1 && parts.find((part) => PREFIX.DOT.test(part));
  if (usdot) return regulatoryId('DOT', usdot);
  const prefixed = (['DOT', 'MC'] as const).find((one) => PREFIX[one].test(text)) ?? type;
  const number = regulatoryNumber(prefixed, text);
  return number === null ? null : { type: prefixed, number };
}
