/** A kind that a newer server has added is shown verbatim. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  email: 'Email to a fleet',
  fuel_import: 'Import of fuel transactions',
  outgoing_delivery: 'Delivery to an outgoing webhook',
  revocation: 'Revocation of a sign-in token',
  usage_import: 'Import of usage',
  webhook_delivery: 'Event from the tracking service',
};
export const jobKindText = (kind: string): string => KIND_WORDS[kind] ?? kind;
