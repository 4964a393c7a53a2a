import {
  type BulkExisting,
  type BulkIssue,
  type BulkJob,
  type BulkJobDetail,
  type BulkKind,
  type BulkKnownUser,
  type BulkRow,
  type BulkSimilar,
  HELD,
} from '@waypost/contract/api/bulk';
import type { MatchField } from '@waypost/contract/api/fleet-matching';
import { changeWords, STAGE_LABELS } from '../../live/invitations.ts';
import { isolated } from '../../ui/bidi.ts';
import { csvText } from '../../ui/csv.ts';
import { capital } from '../../ui/readable-name.ts';
import { agoText } from '../../ui/time.ts';
import { countText, numberText } from '../../ui/units.ts';
import type { Preset } from './draft.ts';
import { fieldLabel } from './fields.ts';
import type { SimilarRow } from './rows.ts';
import type { RowFilter } from './search.ts';

/** `1 invitation`, `1,200 users` */
export function countOf(kind: BulkKind, count: number): string {
  return countText(count, kind);
}

export const rowsText = (count: number) => countText(count, 'row');

export const TITLE: Readonly<Record<BulkKind, string>> = {
  invitation: 'Invite from CSV',
  user: 'Create users from CSV',
};

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
      skip: 'Not sent, already created in Waypost',
    },
  };

export type JobWord = BulkJob['state'] | 'waiting' | 'withdrawing' | 'withdrawn';

/**
 * What the server finishes before it sends more of this job: jobs run in order of creation, and withdrawals after them.
 * @param jobs newest first
 */
export function jobAhead(job: BulkJob, jobs: readonly BulkJob[]): BulkJob | null {
  const withdraws = job.undo === 'running';
  if (!withdraws && (job.state !== 'running' || job.counts.waiting === 0)) return null;
  const first = jobs.findLast(
    ({ id, state, created_at }) =>
      id !== job.id && state === 'running' && (withdraws || created_at < job.created_at),
  );
  return first ?? null;
}

/** @param ahead what runs before it */
export function jobWord({ state, undo }: Pick<BulkJob, 'state' | 'undo'>, ahead: unknown): JobWord {
  if (ahead !== null) return 'waiting';
  return undo === null ? state : undo === 'done' ? 'withdrawn' : 'withdrawing';
}

/** `39 of 40 invitations withdrawn`; null: nothing was to be withdrawn. */
export function withdrawnText({ undo, undo_counts }: Pick<BulkJob, 'undo' | 'undo_counts'>): string | null {
  if (undo === null || !undo_counts) return null;
  const { waiting, done, failed } = undo_counts;
  return `${numberText(done)} of ${countOf('invitation', waiting + done + failed)} withdrawn`;
}

const ROW_WORDS: Readonly<Record<BulkRow['state'], string>> = {
  invalid: 'Not sent',
  waiting: 'Waiting',
  sending: 'In progress',
  done: 'Created',
  failed: 'Not created',
  unknown: 'Not confirmed yet',
  skipped: 'Not sent',
  cancelled: 'Not sent',
};

const UNDO_WORDS: Readonly<Record<NonNullable<BulkRow['undo']>, string>> = {
  waiting: 'Withdrawing',
  done: 'Withdrawn',
  failed: 'Created, not withdrawn',
};

/** Not sent before a person has decided. */
const isHeld = ({ state, issues }: Pick<BulkRow, 'state' | 'issues'>) =>
  state === 'invalid' && issues[0]?.path === HELD;

export function rowWord(kind: BulkKind, { state, effect, operation_status, undo, issues }: BulkRow): string {
  if (undo !== null) return UNDO_WORDS[undo];
  if (isHeld({ state, issues })) return 'Held';
  if (state !== 'done') return ROW_WORDS[state];
  if (kind === 'invitation') return effect === 'refresh' ? 'Renewed' : 'Created';
  if (operation_status === 'success') return 'Created';
  if (operation_status === 'failed') return 'Failed at the provider';
  return operation_status === null || operation_status === 'pending' ? 'Accepted' : operation_status;
}

/** Readable versions of generic schema messages. */
export function readableMessage(message: string): string {
  if (/^Invalid input: expected .*received (undefined|null)$/.test(message)) return 'must not be empty';
  if (/^Invalid input: expected boolean/.test(message)) return 'must be yes or no';
  if (/^Invalid input: expected (int|number)/.test(message)) return 'must be a whole number';
  if (/^Invalid input: expected/.test(message)) return "can't be read";
  const options = /^Invalid option: expected one of (.*)$/.exec(message)?.[1]?.replaceAll('"', '').split('|');
  if (!options) return message;
  return options.length > 4 ? 'is not an allowed value' : `must be ${options.join(' or ')}`;
}

/** `Email must be an email address`; without a path, the message is about the whole row. */
export const fieldIssue = ({ path, message }: BulkIssue): string =>
  `${path === '' || path === HELD ? '' : fieldLabel(path)} ${readableMessage(message)}`.trim();

/** Parts as sentences, the last without its full stop; a part may be a sentence already. */
export const sentences = (parts: readonly (string | null)[]): string =>
  parts.flatMap((part) => part?.replace(/\.$/, '') || []).join('. ');

export function rowReason({ state, message, issues, undo_message }: BulkRow): string {
  const all = [undo_message, message, ...issues.map(fieldIssue)].filter(
    (part): part is string => part !== null && part !== '',
  );
  return state === 'done' && all.length === 0 ? '' : all.join('; ');
}

/** The effect of a renewal in one line: the first change with its values, and the number of others. */
function changeSummary(changes: BulkExisting['changes']): string {
  const [first, ...others] = changes
    .filter(({ field, effect }) => field !== 'expires_at' && (effect === 'set' || effect === 'cleared'))
    .map(changeWords);
  if (!first) return 'same details, new expiry';
  const change = `${first.name} ${isolated(first.before ?? 'none')} → ${isolated(first.after ?? 'none')}`;
  return others.length === 0 ? change : `${change}, and ${others.length} more`;
}

export const stageText = ({ stage }: Pick<BulkExisting, 'stage'>) =>
  stage === null ? 'Sharing' : STAGE_LABELS[stage];

/** `35 watched loads`; null for none. */
export function loadsText({ loads }: Pick<BulkExisting, 'loads'>): string | null {
  if (loads === 0) return null;
  return countText(loads, 'watched load');
}

export function existingText(existing: BulkExisting, renews: boolean): string {
  const { accepted, changes } = existing;
  if (accepted && !renews) {
    const loads = loadsText(existing);
    return `Not sent: fleet already shares${loads === null ? '' : `, ${loads}`}`;
  }
  return `Renews (${stageText(existing).toLowerCase()}): ${changeSummary(changes)}`;
}

/** What two fleets, or two users, have in common. */
export type Likeness = MatchField | BulkKnownUser['by'][number];

const LIKENESS_WORDS: Readonly<Record<Likeness, string>> = {
  fleet_ref: 'nearly the same reference',
  fleet_name: 'same name',
  usdot_number: 'same USDOT number',
  mc_number: 'same MC number',
  regulatory_id: 'same regulatory ID',
  fleet_email: 'same email',
  username: 'same username',
  user_email: 'same email',
  partner_ref: 'same reference',
};

/** `same name and USDOT number` */
export function likenessText({ by }: { readonly by: readonly Likeness[] }): string {
  const [first = '', ...others] = by.map((one) => LIKENESS_WORDS[one]);
  return [first, ...others.map((one) => (first.startsWith('same ') ? one.replace(/^same /, '') : one))].join(
    ' and ',
  );
}

/** `Same name as UXB-002; 2 more` */
export function similarText(existing: readonly BulkSimilar[], rows: readonly SimilarRow[]): string {
  const [first = '', ...others] = [
    ...existing.map(
      (one) => `${likenessText(one)} as ${isolated(one.fleet_ref ?? 'a fleet without a reference')}`,
    ),
    ...rows.map((one) => `${likenessText(one)} as row ${one.row_id}, ${isolated(one.name)}`),
  ];
  return `${capital(first)}${others.length > 0 ? `; ${others.length} more` : ''}`;
}

/**
 * `Already created 7 min ago by u.csv, row 2: same email`.
 * @param now Unix milliseconds; null: without its age, for a text that is kept
 */
export function knownUserText({ by, state, at, by_name, job }: BulkKnownUser, now: number | null): string {
  const who = job
    ? `${isolated(jobName({ ...job, kind: 'user' }))}, row ${job.row_number}`
    : by_name && isolated(by_name);
  const after = { created: '', requested: ', not answered yet', waiting: ', not sent yet' }[state];
  const what = [
    state === 'created' ? 'Already created' : 'Requested',
    now === null ? '' : agoText(at, now),
    who && `by ${who}`,
  ].filter(Boolean);
  return `${what.join(' ')}${now === null ? '' : after}: ${likenessText({ by })}`;
}

export const RERUN_HELP: Readonly<Record<BulkKind, string>> = {
  invitation:
    'You can run the same file again. A fleet that already has an invitation gets it renewed, so no fleet is invited twice; you see what changes before sending. Fleets that already share get nothing unless you choose them.',
  user: 'You can run the same file again. A user already created or requested at the same connection, by username, email or reference, is held until you decide, so no row creates a second one unnoticed.',
};

export function tally({ counts, total, held }: Pick<BulkJob, 'counts' | 'total' | 'held'>) {
  const { done, failed, unknown, waiting, sending, invalid, skipped, cancelled } = counts;
  return {
    /** Rows that are sent, or would have been. */
    to_send: total - invalid - skipped,
    /** Rows whose sending has ended, with any outcome. */
    sent: done + failed + unknown,
    waiting: waiting + sending,
    done,
    /** Rejected by the service, or outcome unknown. */
    problem: failed + unknown,
    held,
    /** Never sent: with problems, already existing, or cancelled. */
    left_out: invalid - held + skipped + cancelled,
  };
}

const ROW_FILTER: Readonly<Record<BulkRow['state'], RowFilter>> = {
  waiting: 'waiting',
  sending: 'waiting',
  done: 'done',
  failed: 'problem',
  unknown: 'problem',
  invalid: 'left_out',
  skipped: 'left_out',
  cancelled: 'left_out',
};

export function filterOf(row: BulkRow): RowFilter {
  if (row.state === 'done' && row.operation_status === 'failed') return 'problem';
  return isHeld(row) ? 'held' : ROW_FILTER[row.state];
}

/** As in the file. */
export const rowNumber = ({ row_number, n }: Pick<BulkRow, 'row_number' | 'n'>): number =>
  row_number ?? n + 1;

/** The server names a row without a reference by its email or its fleet. */
const hasNoReference = ({ issues }: BulkRow) =>
  issues.some(
    ({ path, message }) => path === 'fleet_ref' && readableMessage(message) === 'must not be empty',
  );

/** @param whyOf the reason that the list shows for a row */
export function outcomeCsv(job: BulkJobDetail, whyOf: (row: BulkRow) => string): string {
  const of_users = job.kind === 'user';
  const ids = of_users ? ['operation_id', 'operation_status'] : [];
  return csvText(
    ['row', of_users ? 'username' : 'fleet_ref', 'outcome', 'state', 'why', 'service_status', ...ids],
    job.rows.map((row) => [
      rowNumber(row),
      of_users || !hasNoReference(row) ? row.subject : null,
      rowWord(job.kind, row),
      row.state,
      whyOf(row),
      row.service_status,
      ...(of_users ? [row.operation_id, row.operation_status] : []),
    ]),
  );
}
