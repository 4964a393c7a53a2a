/** How the columns of a file of contacts are known, and whose they are: one line may have several people. */
import {
  EMAIL_WORD,
  FIRST_NAME_HEADS,
  FLEET_CODE_HEADS,
  FLEET_NAME_HEADS,
  FLEET_WORD,
  headWords,
  LAST_NAME_HEADS,
  PERSON_WORD,
  PHONE_WORD,
  plainHead,
  ROLE_WORD,
} from '../../live/header-words.ts';
import type { FileColumn } from '../../live/import-file.ts';

export const PERSON_COLUMNS = [
  'name',
  'first_name',
  'last_name',
  'role',
  'phone',
  'other_phone',
  'extension',
  'email',
  'primary',
] as const;
export const CONTACT_COLUMNS = ['fleet', 'fleet_reference', ...PERSON_COLUMNS] as const;
export type ContactColumn = (typeof CONTACT_COLUMNS)[number];

export const FLEET_COLUMNS = ['fleet', 'fleet_reference'] as const;
export const NAME_COLUMNS = ['name', 'first_name', 'last_name'] as const;

export const ALIASES = {
  fleet: FLEET_NAME_HEADS,
  fleet_reference: [...FLEET_CODE_HEADS, 'ref', 'reference', 'vendorid'],
  name: [
    ...[
      'contact',
      'contactname',
      'contactperson',
      'primarycontact',
      'fullname',
      'person',
      'pointofcontact',
      'poc',
      'rep',
    ],
    ...['attn', 'dispatcher', 'opscontact', 'dispatchcontact', 'carriercontact', 'maincontact'],
  ],
  first_name: FIRST_NAME_HEADS,
  last_name: LAST_NAME_HEADS,
  role: ['title', 'position', 'department', 'dept'],
  phone: [
    ...['phonenumber', 'telephone', 'tel', 'mobile', 'cell', 'direct', 'directline', 'directdial', 'ph'],
    ...[
      'contactphone',
      'contactnumber',
      'contactcell',
      'contactmobile',
      'officephone',
      'mainphone',
      'workphone',
    ],
    ...[
      'officeline',
      'mainline',
      'officenumber',
      'mainnumber',
      'cellphone',
      'mobilephone',
      'cellnumber',
      'mobilenumber',
    ],
  ],
  other_phone: [],
  extension: ['ext', 'extn'],
  email: ['emails', 'emailaddress', 'mail'],
  primary: ['isprimary', 'callfirst', 'maincontact', 'primarycontact'],
};

/** In the order in which they are tried: "Dispatch e-mail" is an email, "Carrier contact" a person. */
export const WORDS = {
  other_phone:
    /^(?!.*\b(fax|contacts?|e ?mails?|ext|extension)\b).*(\b(business|company)\b.*\b(phones?|telephone|tel|ph)\b|\bafter hours\b)/,
  extension: /\b(ext|extn|extension)\b/,
  phone: PHONE_WORD,
  email: EMAIL_WORD,
  role: /\b(title|role|position)\b/,
  first_name: /\b(first|given) ?name\b|\bfirst$/,
  last_name: /\b(last|family|sur) ?name\b|\blast$/,
  name: PERSON_WORD,
  fleet_reference:
    /\b(ref|reference|mc|(us)?dot|(customer|client|vendor|our) code)\b|\b(carrier|fleet|company|vendor|hauler)\b.*\b(code|id|number|no)\b/,
  fleet: FLEET_WORD,
};

/** Words of a column's name that say what it has, not whose it is. */
const PLAIN_WORD =
  /^(contacts?|names?|full|first|last|given|family|sur(name)?|persons?|point|of|poc|rep|representative|attn|attention|s|phones?|number|no|telephone|mobile|cell|cellular|tel|ph|direct|dial|line|extn?|extension|e|e?mails?|address|job|title|role|position|dept|department|primary|main|carriers?|compan(y|ies)|fleets?|vendors?|haulers?|1)$/;

/** Whose a column is: "Safety Phone" and "Contact 2 email" are `safety` and `2`; '' for no one's in particular. */
const ownerOf = (head: string): string =>
  headWords(head)
    .split(' ')
    .filter((word) => !PLAIN_WORD.test(word))
    .join(' ')
    .replace(/\bdispatcher\b/, 'dispatch');

const OWNED = ['role', 'other_phone', 'extension', 'phone', 'email', ...NAME_COLUMNS] as const;
const isName = (column: string | null) => NAME_COLUMNS.some((one) => one === column);

/** What a column has beside its owner's name; the name of a role alone is the column of its people. */
function ownedAs({ head }: FileColumn): (typeof OWNED)[number] | undefined {
  const words = headWords(head).split(' ');
  const rest = words.filter((word) => PLAIN_WORD.test(word)).join(' ');
  if (rest === '') return ROLE_WORD.test(head.toLowerCase()) ? 'name' : undefined;
  const plain = plainHead(rest);
  return (
    OWNED.find((one) => one === plain || (ALIASES[one] as readonly string[]).includes(plain)) ??
    OWNED.find((one) => WORDS[one].test(rest))
  );
}

/** What its columns are read as, by their place. */
type OwnColumns = Readonly<Record<number, string>>;

interface People {
  /** Of the first person of a line; '' for what is another's. */
  readonly first: OwnColumns;
  /** Further people of a line, by whose columns they are. */
  readonly others: ReadonlyMap<string, OwnColumns>;
  /** Another's, who has no column of names. */
  readonly unnamed: readonly FileColumn[];
}

/** Keeps the columns of each person together, so that nobody gets another's phone or email. What was chosen stays. */
export function peopleOf(
  columns: readonly FileColumn[],
  chosen: Readonly<Record<string, string>> = {},
): People {
  const free = columns.flatMap((one) => {
    const is_free = chosen[one.at] === undefined && OWNED.some((column) => (one.column ?? column) === column);
    const column = is_free ? ownedAs(one) : undefined;
    return column ? [{ ...one, as: column, owner: ownerOf(one.head) }] : [];
  });
  const named = new Set(free.flatMap(({ as, owner }) => (isName(as) ? [owner] : [])));
  const names = columns.filter(({ column }) => isName(column));
  const owners = names.map(({ head }) => ownerOf(head));
  const first_owner = owners.includes('') ? '' : owners[0];
  const first: Record<number, string> = {};
  const others = new Map<string, Record<number, string>>();
  const unnamed: FileColumn[] = [];
  for (const { as, owner, ...one } of free) {
    const is_sole = columns.find(({ column }) => column === one.column)?.at === one.at;
    const is_desk = first_owner === '' && is_sole && /^(dispatch|ops|operations)$/.test(owner);
    if (owner === '' || owner === first_owner) continue;
    if (named.has(owner)) others.set(owner, { ...others.get(owner), [one.at]: as });
    else if (!ROLE_WORD.test(owner) || is_desk) continue;
    else unnamed.push(one);
    first[one.at] = '';
  }
  for (const [owner, own] of others)
    if (!Object.values(own).some((column) => /phone|email/.test(column))) others.delete(owner);
  return { first, others, unnamed };
}

/** `Safety`; null for a number. */
export const roleOf = (owner: string): string | null =>
  /^\d*$/.test(owner) ? null : `${owner[0]?.toUpperCase()}${owner.slice(1)}`;
