/** What is wrong with the rows of a job, and what sending each would do. Values are not repeated: they may be passwords. */
import type { BulkExisting, BulkIssue, BulkKind, BulkSimilar } from '@waypost/contract/api/bulk';
import { type InvitationCreate, invitationCreate } from '@waypost/contract/invitations';
import { type UserCreate, userCreate } from '@waypost/contract/users';
import type { z } from 'zod';
import { KINDS } from '../intents/kinds.ts';
import type { Database } from '../store/database.ts';
import { usersOf } from '../store/operations.ts';
import { indexedText } from '../store/query.ts';
import type { ExistingFleets } from './existing.ts';

export interface CheckedRow {
  readonly n: number;
  readonly subject: string | null;
  readonly issues: readonly BulkIssue[];
  /** Null: it cannot be sent. */
  readonly body: InvitationCreate | UserCreate | null;
  readonly will: 'create' | 'refresh' | 'skip' | null;
  /** Of an invitation: what is there under its reference, and others that may be the same fleet. */
  readonly existing: BulkExisting | null;
  readonly similar: readonly BulkSimilar[];
}

export interface RowsToCheck {
  readonly kind: BulkKind;
  readonly rows: readonly unknown[];
  /** Numbers of rows that are sent though their fleet shares already. */
  readonly renews_accepted: ReadonlySet<number>;
}

export interface Surroundings {
  readonly db: Database;
  /** Needed for invitations only. */
  readonly fleets: () => Promise<ExistingFleets>;
  /** What our server puts into an invitation that leaves it out. */
  readonly redirects: Pick<InvitationCreate, 'success_redirect_url' | 'failure_redirect_url'>;
}

const SCHEMAS = { invitation: invitationCreate, user: userCreate } as const satisfies Record<
  BulkKind,
  z.ZodType
>;

export async function checkRows(
  { kind, rows, renews_accepted }: RowsToCheck,
  { db, fleets, redirects }: Surroundings,
): Promise<CheckedRow[]> {
  const seen = new Map<string, number>();
  const parsed = rows.map((row, n) => parseRow(kind, row, n, seen));
  if (kind === 'user') {
    const users = await knownUsers(db, parsed);
    return parsed.map((row) => {
      if (row.body === null) return row;
      return { ...row, will: users.has(sameAs(row.body) ?? '') ? 'skip' : 'create' };
    });
  }
  const there = await fleets();
  return parsed.map((row) => {
    if (row.body === null || !('fleet_ref' in row.body)) return row;
    const existing = there.existing({ ...redirects, ...row.body });
    const left_alone = existing?.accepted === true && !renews_accepted.has(row.n);
    const will = existing === null ? 'create' : left_alone ? 'skip' : 'refresh';
    return { ...row, will, existing, similar: there.similar(row.body) };
  });
}

function parseRow(kind: BulkKind, row: unknown, n: number, seen: Map<string, number>): CheckedRow {
  const result = SCHEMAS[kind].safeParse(row);
  const given = (row !== null && typeof row === 'object' ? row : {}) as Record<string, unknown>;
  const none = { n, body: null, will: null, existing: null, similar: [] };
  if (!result.success) {
    const subject = [given.fleet_ref, given.username, given.user_email].find(
      (one): one is string => typeof one === 'string' && one !== '',
    );
    return { ...none, subject: subject?.slice(0, 255) ?? null, issues: issuesOf(result.error) };
  }
  const body = result.data;
  const subject =
    'fleet_ref' in body ? KINDS.invitation.subject(body) : KINDS.user.subject(body as UserCreate);
  const same = sameAs(body);
  const first = same === null ? undefined : seen.get(same);
  if (first !== undefined) {
    const path = kind === 'invitation' ? 'fleet_ref' : 'username';
    const issues = [{ path, message: `duplicates row ${first + 1}` }];
    return { ...none, subject, issues };
  }
  if (same !== null) seen.set(same, n);
  return { ...none, subject, issues: [], body };
}

export function issuesOf(error: z.ZodError): BulkIssue[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'is not a known field' }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  );
}

/** What makes two rows the same thing; null: nothing does. */
function sameAs(body: InvitationCreate | UserCreate): string | null {
  if ('fleet_ref' in body) return body.fleet_ref;
  const { connection_id, username } = body as UserCreate;
  return username === undefined ? null : userKey(connection_id, username);
}

const userKey = (connection_id: string, username: string) =>
  `${connection_id.toLowerCase()} ${indexedText(username).toLowerCase()}`;

/** Users that were created from here, or are being created. */
async function knownUsers(db: Database, rows: readonly CheckedRow[]): Promise<Set<string>> {
  const ids = new Set(
    rows.flatMap(({ body }) => (body && 'connection_id' in body ? [body.connection_id] : [])),
  );
  const known = await usersOf(
    db,
    [...ids].map((id) => id.toLowerCase()),
  );
  return new Set(
    known.flatMap(({ connection_id, username }) =>
      connection_id !== null && username !== null ? [userKey(connection_id, username)] : [],
    ),
  );
}
