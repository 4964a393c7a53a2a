/** Column names of files as people write them, shared by the imports of invitations, users and contacts. */

/** Lower case without spaces and punctuation. */
export const plainHead = (head: string): string =>
  head
    .toLowerCase()
    .replace(/#/g, 'number')
    .replace(/[^a-z0-9]/g, '');

/** Lower case, with a space between words. */
export const headWords = (head: string): string =>
  head
    .toLowerCase()
    .replace(/#/g, ' number ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Lines among which the names of the columns are looked for, and may be chosen. */
export const HEAD_LINES = 10;
/** A cell that is longer is no name. */
const HEAD_CHARS = 200;

/**
 * Index of the line with the column names: the one with the most known names, the first of equal ones. Rows and titles may contain such
 * words, too. -1: there is no such line.
 * @param isKnown whether a cell is the name of a column
 * @param hasWord whether it has a word of one
 */
export function headLine(
  lines: readonly (readonly string[])[],
  isKnown: (cell: string) => boolean,
  hasWord: (cell: string) => boolean,
): number {
  const counts = lines.slice(0, HEAD_LINES).map((line, at) => {
    const cells = line.filter(({ length }) => length <= HEAD_CHARS);
    const known = cells.filter(isKnown).length;
    const is_row = cells.some((cell) => /[\d@]/.test(cell));
    const likely = is_row ? known : cells.filter((cell) => isKnown(cell) || hasWord(cell)).length;
    return likely > 1 || (at === 0 && known > 0) ? likely : 0;
  });
  const most = Math.max(0, ...counts);
  return most === 0 ? -1 : counts.indexOf(most);
}

/** What a broker calls a fleet, as plain heads. */
export const FLEET_NOUNS = [
  ...['carrier', 'fleet', 'company', 'vendor', 'hauler', 'trucker', 'transporter', 'motorcarrier'],
  ...['truckingco', 'truckingcompany', 'truckingfirm', 'truckline', 'carriercompany', 'transportcompany'],
];
export const FLEET_NAME_HEADS = FLEET_NOUNS.flatMap((noun) => [noun, `${noun}name`, `${noun}nm`]);
/** A motor carrier number is its MC number. */
export const FLEET_CODE_HEADS = FLEET_NOUNS.filter((noun) => noun !== 'motorcarrier').flatMap((noun) =>
  ['number', 'no', 'id', 'code', 'ref', 'reference'].map((end) => `${noun}${end}`),
);

export const FIRST_NAME_HEADS = ['firstname', 'givenname', 'forename', 'first', 'firstnm', 'fname'];
export const LAST_NAME_HEADS = ['lastname', 'surname', 'familyname', 'last', 'lastnm', 'lname'];

// Words by which a column is known that has no known name.
export const FLEET_WORD =
  /^(?!.*\b(address|city|state|zip|country|type|status|web|website|date)\b).*\b(carrier|fleet|company|vendor|hauler|trucker|trucking|transporter)\b/;
export const EMAIL_WORD = /\be ?mails?\b/;
/** A fax is no phone. */
export const PHONE_WORD =
  /^(?!.*\b(fax|type|ext|extension)\b).*\b(phones?|telephone|mobile|cell|cellular|tel|ph|direct)\b/;
export const PERSON_WORD =
  /^(?!.*\b(type|date|time|notes?|preferred|primary|method)\b).*\b(contacts?|dispatcher|rep|representative|poc|attn|attention|person)\b/;
/** Below it may be addresses, or numbers. */
export const CONTACT_WORD =
  /\b(contacts?|dispatch|dispatcher|ops|operations|office|rep|representative|poc|after hours)\b/;
/** Roles of people at a fleet. */
export const ROLE_WORD =
  /\b(dispatch(er)?|ops|operations|safety|owners?|president|ceo|manager|supervisor|director|billing|accounting|accounts?|ap|ar|payable|receivable|payroll|finance|factoring|claims?|compliance|insurance|maintenance|sales|recruiting|hr|drivers?|agent|broker|tracking|emergency)\b/;
