/** Validates the rows of a job, and previews sending them. Values are not repeated, because they may be passwords. */
import { isOngoing } from '@waypost/contract/agreements';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import type {
  BulkExisting,
  BulkIssue,
  BulkKind,
  BulkKnownUser,
  BulkSimilar,
} from '@waypost/contract/api/bulk';
import { matchKeysOf } from '@waypost/contract/api/fleet-matching';
import { invitationStage, refreshChanges } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { userRequest } from '@waypost/contract/api/user-request';
import { type InvitationCreate, invitationCreate } from '@waypost/contract/invitations';
import type { UserCreate } from '@waypost/contract/users';
import type { z } from 'zod';
import type { Database } from '../../platform/store/database.ts';
import { invitationPages } from '../../platform/store/onboarding.ts';
import { indexedText } from '../../platform/store/query.ts';
import { KINDS } from '../../service/intents/kinds.ts';
import { toInvitationResponse } from '../onboarding/invitation-response.ts';
import { connectionOfRow, type KnownUsers } from './known-users.ts';

export interface CheckedRow {
  readonly n: number;
  readonly subject: string | null;
  readonly issues: readonly BulkIssue[];
  /** Null: invalid. */
  readonly body: InvitationCreate | UserCreate | null;
  readonly will: 'create' | 'refresh' | 'skip' | null;
  /** For invitations: what exists under the reference, and others that may be the same fleet. */
  readonly existing: BulkExisting | null;
  readonly similar: readonly BulkSimilar[];
  readonly known_user: BulkKnownUser | null;
}

export interface RowsToCheck {
  readonly kind: BulkKind;
  readonly rows: readonly unknown[];
  /** Rows to be sent although their fleet already shares, or their user was requested before. */
  readonly renews_accepted: ReadonlySet<number>;
  /** By row, why a person holds it back: it counts as invalid. */
  readonly held_back: ReadonlyMap<number, readonly BulkIssue[]>;
  /** The number of each row in its file; absent: from 1. */
  readonly row_numbers?: readonly number[] | undefined;
}

export interface CheckContext {
  /** Needed for users only: those at these connections. */
  readonly users: (connection_ids: readonly string[]) => Promise<KnownUsers>;
  /** Needed for invitations only. */
  readonly fleets: () => Promise<ExistingFleets>;
  /** Defaults of our server for an invitation. */
  readonly redirects: Pick<InvitationCreate, 'success_redirect_url' | 'failure_redirect_url'>;
}

const SCHEMAS = { invitation: invitationCreate, user: userRequest } as const satisfies Record<
  BulkKind,
  z.ZodType
>;

export async function checkRows(
  { kind, rows, renews_accepted, held_back, row_numbers }: RowsToCheck,
  { users, fleets, redirects }: CheckContext,
): Promise<CheckedRow[]> {
  const seen = new Map<string, number>();
  const parsed = rows.map((row, n) => {
    const parsedRow = parseRow(kind, row, n, held_back.get(n));
    const identity = parsedRow.body && identityOf(parsedRow.body);
    if (identity === null) return parsedRow;
    const first = seen.get(identity);
    if (first === undefined) {
      seen.set(identity, n);
      return parsedRow;
    }
    const path = kind === 'invitation' ? 'fleet_ref' : 'username';
    const message = `duplicates row ${row_numbers?.[first] ?? first + 1}`;
    return { ...parsedRow, body: null, issues: [{ path, message }] };
  });
  if (kind === 'user') {
    const connections = new Set(rows.map(connectionOfRow).filter((id) => id !== ''));
    const known = await (await users([...connections])).of(rows);
    return parsed.map((row) => {
      const known_user = known[row.n] ?? null;
      if (row.body === null) return { ...row, known_user };
      return { ...row, known_user, will: known_user && !renews_accepted.has(row.n) ? 'skip' : 'create' };
    });
  }
  const there = await fleets();
  return parsed.map((row) => {
    if (row.body === null || !('fleet_ref' in row.body)) return row;
    const existing = there.existing({ ...redirects, ...row.body });
    const isSkipped = existing?.accepted === true && !renews_accepted.has(row.n);
    const will = existing === null ? 'create' : isSkipped ? 'skip' : 'refresh';
    return { ...row, will, existing, similar: there.similar(row.body) };
  });
}

function parseRow(
  kind: BulkKind,
  row: unknown,
  n: number,
  held_back: readonly BulkIssue[] | undefined,
): CheckedRow {
  const result = SCHEMAS[kind].safeParse(row);
  const fields = (row !== null && typeof row === 'object' ? row : {}) as Record<string, unknown>;
  const none = { n, body: null, will: null, existing: null, similar: [], known_user: null };
  if (!result.success) {
    const { fleet_ref, username, user_email, fleet_name } = fields;
    const subject = [fleet_ref, username, user_email, fleet_name, personName(fields)].find(
      (one): one is string => typeof one === 'string' && one !== '',
    );
    return { ...none, subject: subject?.slice(0, 255) ?? null, issues: held_back ?? issuesOf(result.error) };
  }
  const body = result.data;
  const subject =
    'fleet_ref' in body
      ? KINDS.invitation.subject(body)
      : (KINDS.user.subject(body as UserCreate) ?? personName(fields));
  return held_back ? { ...none, subject, issues: held_back } : { ...none, subject, issues: [], body };
}

const personName = ({ first_name, last_name }: Record<string, unknown>): string | null =>
  [first_name, last_name]
    .filter((one) => typeof one === 'string')
    .join(' ')
    .slice(0, 255) || null;

function issuesOf(error: z.ZodError): BulkIssue[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'is not a known field' }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  );
}

/** Identity of a row, for finding duplicates; null: none. */
function identityOf(body: InvitationCreate | UserCreate): string | null {
  if ('fleet_ref' in body) return body.fleet_ref;
  const { connection_id, username } = body as UserCreate;
  return username === undefined
    ? null
    : `${connection_id.toLowerCase()} ${indexedText(username).toLowerCase()}`;
}

// Existing invitations and fleets compared with rows of a job: with the same reference, or similar.

/** Limit for an address that many fleets share. */
const MAX_SIMILAR = 3;
export class ExistingFleets {
  readonly #now: number;
  readonly #invitations = new Map<string, BoardInvitation>();
  readonly #agreements = new Map<string, BoardAgreement[]>();
  readonly #similar = new Map<string, Omit<BulkSimilar, 'by'>[]>();

  private constructor(now: number) {
    this.#now = now;
  }

  /** Reads the current state. `now`: milliseconds since 1970. */
  static async read(
    db: Database,
    agreements: readonly BoardAgreement[],
    now: number,
  ): Promise<ExistingFleets> {
    const all = new ExistingFleets(now);
    for await (const rows of invitationPages(db))
      for (const row of rows) if (row.status !== 'deleted') all.#addInvitation(toInvitationResponse(row));
    for (const one of agreements) if (isOngoing(one.effective.state)) all.#addAgreement(one);
    return all;
  }

  /** What exists under the row's reference; null: nothing. `body`: as sent, including our URLs. */
  existing(body: InvitationCreate): BulkExisting | null {
    const invitation = this.#invitations.get(body.fleet_ref);
    const agreements = this.#agreements.get(body.fleet_ref) ?? [];
    if (!invitation && agreements.length === 0) return null;
    const stage = invitation ? invitationStage(invitation, this.#now) : null;
    return {
      invitation_key: invitation?.key ?? null,
      fleet_name: invitation?.fleet_name ?? agreements.find((one) => one.fleet_name)?.fleet_name ?? null,
      stage,
      accepted: stage === 'accepted' || agreements.length > 0,
      loads: agreements.reduce((sum, { dependents }) => sum + dependents.loads, 0),
      changes: invitation ? [...refreshChanges(invitation, body, this.#now)] : [],
    };
  }

  /** Others that may be the same fleet. */
  similar(body: InvitationCreate): BulkSimilar[] {
    const found = new Map<string, BulkSimilar>();
    for (const [by, text] of matchKeysOf(body))
      for (const one of this.#similar.get(`${by} ${text}`) ?? []) {
        if (one.fleet_ref === body.fleet_ref) continue;
        const id = one.invitation_key ?? one.fleet_ref ?? '';
        const before = found.get(id);
        if (before) before.by.push(by);
        else if (found.size < MAX_SIMILAR) found.set(id, { by: [by], ...one });
      }
    return [...found.values()];
  }

  #addInvitation(one: BoardInvitation): void {
    const { key, fleet_ref, fleet_name } = one;
    // Newest first.
    if (fleet_ref !== null && !this.#invitations.has(fleet_ref)) this.#invitations.set(fleet_ref, one);
    const stage = invitationStage(one, this.#now);
    this.#addSimilar(one, { fleet_ref, fleet_name: fleet_name ?? null, invitation_key: key, stage });
  }

  #addAgreement(one: BoardAgreement): void {
    const { fleet_ref, fleet_name } = one;
    if (!fleet_ref) return;
    this.#agreements.set(fleet_ref, [...(this.#agreements.get(fleet_ref) ?? []), one]);
    if (!this.#invitations.has(fleet_ref))
      this.#addSimilar(
        { fleet_ref, fleet_name },
        { fleet_ref, fleet_name, invitation_key: null, stage: null },
      );
  }

  #addSimilar(names: Parameters<typeof matchKeysOf>[0], one: Omit<BulkSimilar, 'by'>): void {
    for (const [by, text] of matchKeysOf(names)) {
      const key = `${by} ${text}`;
      const there = this.#similar.get(key);
      if (there) there.push(one);
      else this.#similar.set(key, [one]);
    }
  }
}
