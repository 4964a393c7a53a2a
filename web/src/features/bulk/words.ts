/** What the pages of jobs call things. */
import type { BulkJob, BulkKind, BulkRow } from '@waypost/contract/api/bulk';
import { readablePath } from '../../ui/readable-name.ts';
import { personLocale } from '../../ui/units.ts';
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
    label: 'Minimum: read vehicles and locations',
    asks: 'Asks each fleet only for what the board needs.',
  },
  full: {
    label: 'Read everything',
    asks: 'Asks each fleet to let us read everything.',
  },
  full_write: {
    label: 'Read and write everything',
    asks: 'Asks each fleet to let us read and write everything.',
  },
};

export const WILL_WORDS: Readonly<Record<BulkKind, Readonly<Record<'create' | 'refresh' | 'skip', string>>>> =
  {
    invitation: {
      create: 'New invitation',
      refresh: 'Renews the existing one',
      skip: 'Not sent, fleet already shares',
    },
    user: {
      create: 'New user',
      refresh: 'Renewed',
      skip: 'Skipped, already created in Waypost',
    },
  };

export const JOB_STATE_WORDS: Readonly<Record<BulkJob['state'], string>> = {
  running: 'Running',
  paused: 'Paused',
  cancelled: 'Cancelled',
  done: 'Done',
};

const ROW_WORDS: Readonly<Record<BulkRow['state'], string>> = {
  invalid: 'Skipped',
  waiting: 'Waiting',
  sending: 'In progress',
  done: 'Created',
  failed: 'Not created',
  unknown: 'Not confirmed yet',
  skipped: 'Skipped',
  cancelled: 'Not sent',
};

const UNDO_WORDS: Readonly<Record<NonNullable<BulkRow['undo']>, string>> = {
  waiting: 'Withdrawing',
  done: 'Withdrawn',
  failed: 'Created, not withdrawn',
};

/** What became of a row, in two words. A user that was taken on is created only when the operation says so. */
export function rowWord(kind: BulkKind, { state, effect, operation_status, undo }: BulkRow): string {
  if (undo !== null) return UNDO_WORDS[undo];
  if (state !== 'done') return ROW_WORDS[state];
  if (kind === 'invitation') return effect === 'refresh' ? 'Renewed' : 'Created';
  if (operation_status === 'success') return 'Created';
  if (operation_status === 'failed') return 'Failed at the provider';
  return operation_status === null || operation_status === 'pending' ? 'Accepted' : operation_status;
}

/** Words for what the schemas say in general terms. */
export function plainly(message: string): string {
  if (/^Invalid input: expected .*received (undefined|null)$/.test(message)) return 'must not be empty';
  if (/^Invalid input: expected boolean/.test(message)) return 'must be yes or no';
  if (/^Invalid input: expected (int|number)/.test(message)) return 'must be a whole number';
  if (/^Invalid input: expected/.test(message)) return "can't be read";
  const options = /^Invalid option: expected one of (.*)$/.exec(message)?.[1]?.replaceAll('"', '').split('|');
  if (!options) return message;
  return options.length > 4 ? 'is not an allowed value' : `must be ${options.join(' or ')}`;
}

/** Why, in a sentence or two; empty where the word says it all. */
export function rowReason({ state, message, issues, undo_message }: BulkRow): string {
  const fields = issues.map(({ path, message }) => `${readablePath(path)} ${plainly(message)}`.trim());
  const all = [undo_message, message, ...fields].filter((one): one is string => one !== null && one !== '');
  return state === 'done' && all.length === 0 ? '' : all.join('; ');
}

/** Why running a file again is safe. */
export const AGAIN: Readonly<Record<BulkKind, string>> = {
  invitation:
    'You can run the same file again. A fleet that already has an invitation gets it renewed, so no fleet is invited twice; you see what changes before sending. Fleets that already share get nothing unless you choose them.',
  user: 'You can run the same file again. Users already created in Waypost are skipped, so a row never creates two users.',
};
