import { sameValue } from '@waypost/contract/api/invitation-stage';
import type {
  BoardInvitation,
  BoardInvitationDetail,
  InvitationChange,
  InvitationEmail,
} from '@waypost/contract/api/invitations';
import { toIso } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import {
  type InvitationEventRow,
  type InvitationRow,
  invitationPages,
} from '../../platform/store/onboarding.ts';
import {
  currentState,
  declinesByPeriod,
  type InvitationState,
  isSameValidity,
} from './invitation-reducer.ts';

/** Replaces our secret callback URL in the state. */
export const OUR_CALLBACK = 'ours';
/** Defaults, so that every field is present. */
const DEFAULT_FIELDS = {
  fleet_name: null,
  fleet_email: null,
  fleet_regulatory_id: null,
  fleet_regulatory_id_type: null,
  fleet_phone: null,
  fleet_website: null,
  fleet_country_code: null,
  success_redirect_url: null,
  failure_redirect_url: null,
  limit_tsps: null,
  exclude_tsps: null,
  permissions: null,
  created_at: null,
  expires_at: null,
  expires_in_hours: null,
  decline_reason: null,
  fleet_id: null,
} as const satisfies Partial<BoardInvitation>;

const NOT_SHARED = { shared_at: null, shared_by_name: null, shared_how: null, shared_to: null } as const;

/** A link shared in an earlier validity period has to be shared again: the fleet does not know that it works again. */
function sharedNow(row: InvitationRow, { starts }: InvitationState) {
  const { shared_at, shared_by_name, shared_how, shared_to, shared_valid_from } = row;
  if (shared_at === null || !isSameValidity(shared_valid_from, starts)) return NOT_SHARED;
  return { shared_at: toIso(shared_at), shared_by_name, shared_how, shared_to };
}

export function toInvitationResponse(row: InvitationRow): BoardInvitation {
  const state = JSON.parse(row.state) as InvitationState;
  const { fields, ...current } = currentState(state);
  const { callback_url, ...echoed } = fields as Partial<BoardInvitation>;
  return {
    ...DEFAULT_FIELDS,
    ...echoed,
    ...current,
    key: row.key,
    // Uncut, unlike the indexed column.
    fleet_ref: echoed.fleet_ref ?? row.fleet_ref,
    callback: callback_url === OUR_CALLBACK ? 'ours' : callback_url ? 'other' : 'none',
    callback_url: callback_url === OUR_CALLBACK ? null : (callback_url ?? null),
    created_by_name: row.created_by_name,
    chases: row.chases,
    chased_at: toIso(row.chased_at),
    chased_by_name: row.chased_by_name,
    follow_up_at: toIso(row.follow_up_at),
    link_shown_at: toIso(row.link_shown_at),
    link_shown_by_name: row.link_shown_by_name,
    shares: row.shares,
    ...sharedNow(row, state),
    email: currentEmail(row, state),
    emailed_to: storedEmail(row)?.to ?? null,
    unsubscribed_at: storedEmail(row)?.unsubscribed_at ?? null,
    last_event_at: toIso(row.last_event_at),
    last_read_at: toIso(row.last_read_at),
    version: row.version,
  };
}

/** Newest first. */
export async function allInvitations(db: Database): Promise<BoardInvitation[]> {
  const found: BoardInvitation[] = [];
  for await (const rows of invitationPages(db)) found.push(...rows.map(toInvitationResponse));
  return found;
}

const BY_PERSON = ['chased', 'postponed', 'link_shown', 'shared', 'not_shared', 'email_failed'] as const;
const isByPerson = (what: string): what is (typeof BY_PERSON)[number] =>
  (BY_PERSON as readonly string[]).includes(what);

const STEPS = new Set(['viewed', 'accepted', 'expired', 'deleted']);
const ENDS = ['accepted', 'deleted'] as const;

const COPY_MS = 60_000;

/** One click reads the link and copies it. */
const isOfCopy = (events: readonly InvitationEventRow[], read_at: number, by_name: string | null) =>
  events.some(
    ({ how, at, by_name: copied_by }) =>
      how === 'copied' && copied_by === by_name && at >= read_at && at - read_at < COPY_MS,
  );

const withdrawnBy = (events: readonly InvitationEventRow[]) =>
  events.find(({ what }) => what === 'deleted')?.by_name ?? null;

/** History, oldest first: by the service's times, with the names of our users. */
export function toInvitationDetailResponse(
  row: InvitationRow,
  events: readonly InvitationEventRow[],
): BoardInvitationDetail {
  const item = toInvitationResponse(row);
  const state = JSON.parse(row.state) as InvitationState;
  const { starts, steps } = state;
  const history: BoardInvitationDetail['history'] = [];
  const add = (line: Omit<(typeof history)[number], 'how' | 'to' | 'follow_up_at'>) =>
    history.push({ ...line, how: null, to: null, follow_up_at: null });
  const by = (what: string, at: number) =>
    events.find((one) => one.what === what && one.at === at)?.by_name ?? null;
  starts.forEach((at, n) => {
    const what = n === 0 ? 'created' : 'refreshed';
    add({ what, at: toIso(at), by_name: by('created', at), note: null });
  });
  for (const { at, reason } of declinesByPeriod(state))
    add({ what: 'declined', at: toIso(at), by_name: null, note: reason });
  for (const [n, [what, at]] of steps.entries()) {
    if (what === 'declined') continue;
    // Our withdrawal is also reported by an event of the service.
    if (what === 'deleted') {
      if (n === steps.findIndex(([one]) => one === what))
        add({ what, at: toIso(at), by_name: withdrawnBy(events), note: null });
      continue;
    }
    const known = STEPS.has(what);
    const shown = known ? (what as 'viewed') : 'other';
    add({ what: shown, at: toIso(at), by_name: by(what, at), note: known ? null : what });
  }
  // Known from a read, without an event so far.
  for (const what of ENDS) {
    const at = item[`${what}_at`];
    if (at !== null && !steps.some(([one]) => one === what)) add({ what, at, by_name: null, note: null });
  }
  for (const { what, at, by_name, note, how, recipient, follow_up_at } of events)
    if (isByPerson(what) && !(what === 'link_shown' && isOfCopy(events, at, by_name)))
      history.push({
        what,
        at: toIso(at),
        by_name,
        note,
        how,
        to: recipient,
        follow_up_at: toIso(follow_up_at),
      });
  history.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return { ...item, history };
}

const COMPARED_FIELDS = [...Object.keys(DEFAULT_FIELDS), 'status'].filter(
  (field) => field !== 'created_at' && field !== 'decline_reason',
) as (keyof BoardInvitation)[];

export function changesBetween(
  before: InvitationRow | undefined,
  after: InvitationRow,
): readonly InvitationChange[] {
  if (before === undefined) return [];
  const [was, is] = [toInvitationResponse(before), toInvitationResponse(after)];
  return COMPARED_FIELDS.filter((field) => !sameValue(was[field], is[field])).map((field) => ({
    field,
    before: was[field] ?? null,
    after: is[field] ?? null,
  }));
}

/** The last email of an invitation, with the validity period it was sent for. */
interface StoredEmail extends InvitationEmail {
  /** Start of the validity period in which it was requested, by the service's clock (ms); null: unknown. */
  readonly valid_from: number | null;
  /** When its address unsubscribed. */
  readonly unsubscribed_at?: string | null;
}

const storedEmail = ({ email }: Pick<InvitationRow, 'email'>) =>
  email === null ? null : (JSON.parse(email) as StoredEmail);

/** The email of the current validity period; the link of an earlier one may have expired. */
function currentEmail(row: InvitationRow, { starts }: InvitationState): InvitationEmail | null {
  const stored = storedEmail(row);
  if (stored === null) return null;
  const { valid_from, unsubscribed_at: _, ...email } = stored;
  return isSameValidity(valid_from, starts) ? email : null;
}

/** Column value for an email: a new email replaces the previous one, a late update of an older email is ignored. */
export function withEmail(
  row: InvitationRow,
  email: InvitationEmail,
  isNew: boolean,
): Pick<InvitationRow, 'email'> {
  const { starts } = JSON.parse(row.state) as InvitationState;
  const existing = storedEmail(row);
  if (!isNew && existing !== null && existing.id !== email.id) return { email: row.email };
  const valid_from = isNew || existing === null ? (starts.at(-1) ?? null) : existing.valid_from;
  const unsubscribed_at = isNew ? null : (existing?.unsubscribed_at ?? null);
  return { email: JSON.stringify({ ...email, valid_from, unsubscribed_at } satisfies StoredEmail) };
}

/** Column value once the address (lowercase) has unsubscribed, or null: has not; undefined: the last email went to another one. */
export function withUnsubscribed(
  row: InvitationRow,
  address: string,
  unsubscribed_at: string | null,
): Pick<InvitationRow, 'email'> | undefined {
  const existing = storedEmail(row);
  if (existing?.to.toLowerCase() !== address) return undefined;
  return { email: JSON.stringify({ ...existing, unsubscribed_at } satisfies StoredEmail) };
}
