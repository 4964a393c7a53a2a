/** What the pages of jobs call things. */
import type { BulkJob, BulkKind, BulkRow } from '@waypost/contract/api/bulk';
import { personLocale } from '../../ui/locale.ts';
import type { Preset } from './draft.ts';

const NOUN = { invitation: ['invitation', 'invitations'], user: ['user', 'users'] } as const;

export const amount = (count: number) => count.toLocaleString(personLocale());

/** `1 invitation`, `1,200 users` */
export function countOf(kind: BulkKind, count: number): string {
  return `${amount(count)} ${NOUN[kind][count === 1 ? 0 : 1]}`;
}

export const rowsText = (count: number) => (count === 1 ? '1 row' : `${amount(count)} rows`);

export const TITLE: Readonly<Record<BulkKind, string>> = {
  invitation: 'Invite from CSV',
  user: 'Create users from CSV',
};

/** A job is called by its file. */
export function jobName({ name, kind }: Pick<BulkJob, 'name' | 'kind'>): string {
  return name ?? (kind === 'invitation' ? 'Pasted invitations' : 'Pasted users');
}

export const PRESET_WORDS: Readonly<Record<Preset, { readonly label: string; readonly asks: string }>> = {
  least: {
    label: 'Least: vehicle and vehicle_location, read',
    asks: 'Each fleet is asked for what the board needs, and nothing more.',
  },
  full: {
    label: 'Everything, read',
    asks: 'permissions is left out, so each fleet must grant read on every resource.',
  },
  full_write: {
    label: 'Everything, read and write',
    asks: 'Each fleet must grant read and write on every resource.',
  },
};

export const WILL_WORDS: Readonly<Record<BulkKind, Readonly<Record<'create' | 'refresh' | 'skip', string>>>> =
  {
    invitation: {
      create: 'New invitation',
      refresh: 'Refreshes the one that is there',
      skip: 'Skipped, it is there',
    },
    user: {
      create: 'New user',
      refresh: 'Refreshed',
      skip: 'Skipped: created from here already',
    },
  };

export const JOB_STATE_WORDS: Readonly<Record<BulkJob['state'], string>> = {
  running: 'Sending',
  paused: 'Paused',
  cancelled: 'Cancelled',
  done: 'Done',
};

const ROW_WORDS: Readonly<Record<BulkRow['state'], string>> = {
  invalid: 'Left out',
  waiting: 'Waiting',
  sending: 'Being sent',
  done: 'Created',
  failed: 'Not created',
  unknown: 'Not known yet',
  skipped: 'Skipped',
  cancelled: 'Not sent',
};

/** What became of a row, in two words. A user that was taken on is created only when the operation says so. */
export function rowWord(kind: BulkKind, { state, effect, operation_status }: BulkRow): string {
  if (state !== 'done') return ROW_WORDS[state];
  if (kind === 'invitation') return effect === 'refresh' ? 'Refreshed' : 'Created';
  if (operation_status === 'success') return 'Created';
  if (operation_status === 'failed') return 'Failed at the provider';
  return operation_status === null || operation_status === 'pending' ? 'Taken on' : operation_status;
}

/** Words for what the schemas say in general terms. */
export function plainly(message: string): string {
  if (/^Invalid input: expected .*received (undefined|null)$/.test(message)) return 'must not be empty';
  if (/^Invalid input: expected boolean/.test(message)) return 'must be yes or no';
  if (/^Invalid input: expected (int|number)/.test(message)) return 'must be a whole number';
  if (/^Invalid input: expected/.test(message)) return 'cannot be read';
  const options = /^Invalid option: expected one of (.*)$/.exec(message)?.[1]?.replaceAll('"', '').split('|');
  if (!options) return message;
  return options.length > 4 ? 'is none of the values that it may have' : `must be ${options.join(' or ')}`;
}

/** Why, in a sentence or two; empty where the word says it all. */
export function rowReason({ state, message, issues }: BulkRow): string {
  const fields = issues.map(({ path, message }) => `${path} ${plainly(message)}`.trim());
  const all = [message, ...fields].filter((one): one is string => one !== null && one !== '');
  return state === 'done' && all.length === 0 ? '' : all.join('; ');
}

/** Why running a file again is safe. */
export const AGAIN: Readonly<Record<BulkKind, string>> = {
  invitation:
    'The same file can be run again: a fleet_ref that has an invitation refreshes it, so no fleet is invited twice. A refresh begins its time anew and keeps what the row leaves out.',
  user: 'The same file can be run again: a login that was created from here over the same connection is skipped, and what was under way when something broke is found by its partner_ref. There are never two users for one row.',
};
