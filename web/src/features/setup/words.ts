import { SETUP_ITEMS, type SetupItem, type SetupKey } from '@waypost/contract/api/setup';

/** Where an item is done. */
type Place =
  | { readonly to: '/'; readonly search: { readonly add: '1' } }
  | { readonly to: '/settings'; readonly search?: { readonly section: 'company' } }
  | { readonly to: '/api-keys' | '/sites'; readonly search: { readonly add: '1' } }
  | { readonly to: '/invitations'; readonly search?: { readonly invitation: 'new' } };

interface Words {
  readonly title: string;
  readonly text: string;
  /** Null: done outside of Waypost, as the text says. */
  readonly action: { readonly label: string; readonly place: Place } | null;
}

const ITEM_WORDS: Readonly<Record<SetupKey, Words>> = {
  company: {
    title: 'Company name and time zone',
    text: 'Fleets see the name in invitations. The time zone applies to everyone who has not chosen another.',
    action: { label: 'Open company settings', place: { to: '/settings', search: { section: 'company' } } },
  },
  mail_server: {
    title: 'Mail server',
    text: 'For emails to fleets, set SMTP_URL and SMTP_FROM where Waypost runs, and restart it.',
    action: null,
  },
  street_map: {
    title: 'Street map',
    text: 'The built-in map shows highways and cities. For streets, set MAP_TILES to a map file where Waypost runs, and restart it.',
    action: null,
  },
  people: {
    title: 'People and roles',
    text: 'People sign in with your company accounts. Their roles come from there: see ROLES_CLAIM and ROLES_OF_GROUPS where Waypost runs. Done when a second person has signed in.',
    action: null,
  },
  api_key: {
    title: 'TMS',
    text: 'With an API key your TMS adds loads and reads their status.',
    action: { label: 'Create API key', place: { to: '/api-keys', search: { add: '1' } } },
  },
  time_zone: {
    title: 'Your time zone and units',
    text: "Until you choose, times are in this computer's time zone.",
    action: { label: 'Open settings', place: { to: '/settings' } },
  },
  loads: {
    title: 'First loads',
    text: 'Add them by load number, from a CSV file, or let your TMS add them.',
    action: { label: 'Add loads', place: { to: '/', search: { add: '1' } } },
  },
  site: {
    title: 'First site or monitor',
    text: 'A site is a place with its circle, such as a dock. Monitors of your loads record arrivals and departures there.',
    action: { label: 'Add site', place: { to: '/sites', search: { add: '1' } } },
  },
  invitation: {
    title: 'First invitation',
    text: 'A fleet shares its trucks with you once it accepts your invitation.',
    action: { label: 'Invite a fleet', place: { to: '/invitations', search: { invitation: 'new' } } },
  },
  fleet_message: {
    title: 'First message to a fleet',
    text: 'Copy the link of an invitation and send it, or email it from Waypost.',
    action: { label: 'Open invitations', place: { to: '/invitations' } },
  },
};

const MAIL_CONFIGURED: Words = {
  title: 'Mail server',
  text: 'A mail server is set. Done when it has accepted the first email to a fleet.',
  action: { label: 'Open invitations', place: { to: '/invitations' } },
};

export function wordsOf({ key, state }: SetupItem): Words {
  return key === 'mail_server' && state === 'configured' ? MAIL_CONFIGURED : ITEM_WORDS[key];
}

const isDone = ({ state }: SetupItem): boolean => state === 'done';
export const isRequired = ({ key }: SetupItem): boolean => SETUP_ITEMS[key].required;

/** `3 of 6 done` */
export const progressText = (items: readonly SetupItem[]): string =>
  `${items.filter(isDone).length} of ${items.length} done`;

/** True until everything required is done. */
export const isUnfinished = (items: readonly SetupItem[]): boolean =>
  items.some((item) => isRequired(item) && !isDone(item));

export const isComplete = (items: readonly SetupItem[]): boolean => items.every(isDone);
