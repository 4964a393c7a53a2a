import type { BulkIssue, BulkUndoPreview } from '@waypost/contract/api/bulk';
import { invitationStage } from '@waypost/contract/api/invitation-stage';
import type { InvitationCreate } from '@waypost/contract/invitations';
import type { UserCreate } from '@waypost/contract/users';
import { Problem } from '../../platform/http/problems.ts';
import type { Person } from '../../platform/lib/person.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import {
  type BulkJobRow,
  type BulkRowRow,
  beginUndo,
  changeBulkJob,
  type RowChange,
} from '../../platform/store/bulk.ts';
import type { Database } from '../../platform/store/database.ts';
import { type InvitationRow, invitationsByKeys } from '../../platform/store/onboarding.ts';
import { inChunks, rowOf, rowsOf, updateRow } from '../../platform/store/query.ts';
import { unavailableReason } from '../../platform/store/store-errors.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Intents, Outcome } from '../../service/intents/intents.ts';
import { openedJson } from '../../service/intents/kinds.ts';
import { type Actor, withoutToken } from '../../service/upstream/actor.ts';
import { isOutage, ServiceError } from '../../service/upstream/errors.ts';
import type { InvitationCommands } from '../onboarding/invitation-commands.ts';
import { toInvitationResponse } from '../onboarding/invitation-response.ts';

interface SenderOptions extends Uses<'box' | 'now'> {
  readonly intents: Pick<Intents, 'send' | 'read'>;
  /** Values added to an invitation besides the row's own. */
  readonly added: (body: InvitationCreate) => Promise<Partial<InvitationCreate>>;
  /** Reason not to send a checked row after all; null: send it. */
  readonly stopReason: (row: BulkRowRow, body: InvitationCreate) => Promise<string | null>;
}

export const ALREADY_ACCEPTED = 'Not sent: the fleet has already accepted';
export const APPEARED =
  'Not sent: an invitation with this reference appeared after the rows were checked. Check the row again to see what renewing it changes';

type Sent =
  | { readonly change: RowChange }
  /** Failed temporarily: no rows should be sent until `until` (ms, monotonic). */
  | { readonly until: number; readonly message: string };

/** Pause after a failure unrelated to the row. */
const PAUSE_MS = 5_000;
/** Another server is, or was, sending the row. */
const OTHER_SERVER_MS = 2_000;

export const rowContext = (job_id: string, n: number) => `bulk/${job_id}/${n}`;

export class RowSender extends ServerPart<SenderOptions> {
  async send(job: BulkJobRow, row: BulkRowRow): Promise<Sent> {
    try {
      return await this.#send(job, row);
    } catch (error) {
      return this.#failed(row, error);
    }
  }

  async #send(job: BulkJobRow, row: BulkRowRow): Promise<Sent> {
    const { box, intents, added, stopReason } = this.options;
    const by = withoutToken({ sub: job.created_by, name: job.created_by_name, job_id: job.id });
    if (row.request === null)
      return { change: { state: 'failed', message: 'The data of this row is no longer stored' } };
    const body = openedJson(box, row.request, rowContext(job.id, row.n));
    if (body === null)
      return {
        change: {
          state: 'failed',
          message:
            "The data of this row can't be read: its encryption key was removed, or the database is damaged",
          request: null,
        },
      };
    const common = { intent_id: row.intent_id, priority: 'bulk' } as const;
    const stop = job.kind === 'invitation' ? await stopReason(row, body as InvitationCreate) : null;
    if (stop !== null) return { change: { state: 'skipped', effect: 'skip', message: stop, request: null } };
    const outcome =
      job.kind === 'invitation'
        ? await intents.send(
            {
              ...common,
              kind: 'invitation',
              body: body as InvitationCreate,
              added: await added(body as InvitationCreate),
            },
            by,
          )
        : await intents.send(
            { ...common, kind: 'user', body: body as UserCreate, query: { is_sync: job.is_sync === 1 } },
            by,
          );
    return this.#sent(row, outcome);
  }

  #sent(row: BulkRowRow, { row: intent, result }: Outcome): Sent {
    if (intent.state === 'sending')
      return {
        until: this.monotonicNow() + OTHER_SERVER_MS,
        message: 'Another Waypost server is sending a row',
      };
    const response = { service_status: intent.service_status, message: intent.message, request: null };
    if (intent.state !== 'done') return { change: { ...response, state: 'unknown' } };
    const { key } = (result ?? {}) as { readonly key?: string };
    return {
      change: {
        ...response,
        state: 'done',
        // Users are always created; 200 is the response to a synchronous creation.
        effect:
          intent.kind === 'user'
            ? 'create'
            : effectOf(row, intent.service_status, intent.attempt + intent.checks),
        operation_id: intent.kind === 'user' ? intent.result_id : null,
        ...(key === undefined ? {} : { invitation_key: key }),
      },
    };
  }

  async #failed(row: BulkRowRow, error: unknown): Promise<Sent> {
    const message = error instanceof Error ? error.message : String(error);
    const until = pauseOf(error, this.monotonicNow());
    if (until !== null) return { until, message };
    if (error instanceof ServiceError) {
      const { status, body } = error;
      const issues: BulkIssue[] = Array.isArray(body?.detail)
        ? body.detail.map((issue) => ({ path: issue.path.replace(/^body\./, ''), message: issue.message }))
        : [];
      const why = typeof body?.detail === 'string' ? `${message}: ${body.detail}` : message;
      return {
        change: {
          state: 'failed',
          message: why,
          service_status: status,
          issues: JSON.stringify(issues),
          request: null,
        },
      };
    }
    // About this row, e.g. an intent that has failed in the meantime: the others must not wait for it.
    const intent = await this.options.intents.read(row.intent_id).catch((absent: unknown) => {
      if (absent instanceof Problem) return null;
      throw absent;
    });
    const isKnown = intent === null || intent.state === 'failed';
    return { change: { state: isKnown ? 'failed' : 'unknown', message, request: null } };
  }
}

/** Null: it is about this row. Else no rows should be sent until then (ms, monotonic). */
function pauseOf(error: unknown, now: number): number | null {
  if (error instanceof ServiceError && error.kind === 'rate_limited') return error.retryAt ?? now + PAUSE_MS;
  const isGeneral =
    error instanceof ServiceError
      ? error.kind === 'unauthorized' || isOutage(error)
      : unavailableReason(error) !== null;
  return isGeneral ? now + PAUSE_MS : null;
}

/** `refresh` if the invitation existed before; a repeated try of our own is answered as a renewal too. */
function effectOf(row: BulkRowRow, status: number | null, tries: number): 'create' | 'refresh' {
  if (row.effect === 'refresh') return 'refresh';
  return status === 200 && row.invitation_key === null && tries <= 1 ? 'refresh' : 'create';
}

// Undoes a job of invitations: one server withdraws those it created, one by one. Accepted and renewed invitations, and users, stay. An
// interrupted withdrawal is repeated, and the service then answers that it is gone.
interface BulkUndoOptions extends Uses<'db' | 'now'> {
  readonly commands: Pick<InvitationCommands, 'delete'>;
}

type UndoStep =
  | { readonly row: BulkRowRow | undefined }
  | { readonly until: number; readonly message: string };

const ACCEPTED = 'Not withdrawn: the fleet has accepted. End its share agreement instead';

const createdHere = ({ state, effect }: BulkRowRow) => state === 'done' && effect === 'create';

export class BulkUndo extends ServerPart<BulkUndoOptions> {
  async preview(job: BulkJobRow): Promise<BulkUndoPreview> {
    const { db } = this.options;
    const rows = job.kind === 'invitation' ? await rowsOf(db, 'bulk_row', { job_id: job.id }, ['n']) : [];
    const created = rows.filter(createdHere);
    const keys = created.flatMap(({ invitation_key }) => invitation_key ?? []);
    const existing = await inChunks<string, InvitationRow>(keys, (chunk) => invitationsByKeys(db, chunk));
    const counts = {
      withdrawn: 0,
      shared: 0,
      viewed: 0,
      accepted: 0,
      gone: created.length - existing.length,
    };
    for (const item of existing.map(toInvitationResponse)) {
      const stage = invitationStage(item, this.now());
      if (stage === 'accepted') counts.accepted += 1;
      else if (stage === 'deleted') counts.gone += 1;
      else {
        counts.withdrawn += 1;
        if (item.shared_at !== null) counts.shared += 1;
        if (item.viewed_at !== null) counts.viewed += 1;
      }
    }
    const renewed = rows.filter(({ state, effect }) => state === 'done' && effect === 'refresh').length;
    return { ...counts, renewed };
  }

  async begin(store: Database, job: BulkJobRow, by: Person): Promise<number | null> {
    if (job.kind !== 'invitation')
      throw Problem.conflict(
        "Created users can't be undone here",
        "The tracking service can't delete users. Deactivate them at their provider",
      );
    if (job.state !== 'done' && job.state !== 'cancelled')
      throw Problem.conflict('This job is still running', 'Cancel it first');
    return beginUndo(store, job.id, { by: by.sub, by_name: by.name, at: this.now() });
  }

  running(): Promise<BulkJobRow[]> {
    return rowsOf(this.options.db, 'bulk_job', { undo: 'running' }, ['undo_at']);
  }

  /** Processes a job row by row until its end or a pause. */
  async *process(job: BulkJobRow): AsyncGenerator<UndoStep> {
    const { db } = this.options;
    const by = withoutToken({
      sub: job.undo_by ?? job.created_by,
      name: job.undo_by_name ?? job.created_by_name,
      job_id: job.id,
    });
    for (const row of await rowsOf(db, 'bulk_row', { job_id: job.id, undo: 'waiting' }, ['n'])) {
      const end = await this.#withdraw(row, by);
      if ('until' in end) {
        yield end;
        return;
      }
      await updateRow(db, 'bulk_row', { job_id: job.id, n: row.n }, end);
      const after = await rowOf(db, 'bulk_row', { job_id: job.id, n: row.n });
      yield { row: after };
    }
    await changeBulkJob(db, { id: job.id }, { undo: 'done', updated_at: this.now() });
    yield { row: undefined };
  }

  async #withdraw(
    { invitation_key }: BulkRowRow,
    by: Actor,
  ): Promise<{ undo: 'done' | 'failed'; undo_message: string | null } | { until: number; message: string }> {
    const invitation =
      invitation_key && (await rowOf(this.options.db, 'invitation', { key: invitation_key }));
    if (!invitation || invitation.status === 'deleted') return { undo: 'done', undo_message: null };
    if (invitation.status === 'accepted') return { undo: 'failed', undo_message: ACCEPTED };
    try {
      await this.options.commands.delete(invitation, by, 'bulk');
      return { undo: 'done', undo_message: null };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // It no longer exists, as intended.
      if (error instanceof Problem && error.code === 404) return { undo: 'done', undo_message: null };
      const until = pauseOf(error, this.monotonicNow());
      return until === null ? { undo: 'failed', undo_message: message } : { until, message };
    }
  }
}
