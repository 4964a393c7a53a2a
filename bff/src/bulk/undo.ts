/**
 * Takes back a job of invitations: withdraws those that it created, one by one, by whichever server sends. What fleets have accepted, what
 * was there before and users stay. A withdrawal cut off by the end of the server is done once more, which the service answers as gone.
 */

import type { BulkUndoPreview } from '@waypost/contract/api/bulk';
import { invitationStage } from '@waypost/contract/api/invitation-stage';
import type { Actor, Person } from '../auth/actor.ts';
import type { Uses } from '../dependencies.ts';
import { Problem } from '../http/problems.ts';
import type { InvitationCommands } from '../onboarding/invitation-commands.ts';
import { toInvitationResponse } from '../onboarding/invitation-response.ts';
import { type BulkJobRow, type BulkRowRow, beginUndo, changeBulkJob } from '../store/bulk.ts';
import { type InvitationRow, invitationsByKeys } from '../store/invitations.ts';
import { inChunks, rowOf, rowsOf, updateRow } from '../store/query.ts';
import { isOutage, ServiceError } from '../upstream/errors.ts';

export interface BulkUndoOptions extends Uses<'db' | 'now'> {
  readonly commands: Pick<InvitationCommands, 'delete'>;
}

/** A row has come to its end, or the service has to be left alone until `until` (ms). */
export type UndoStep =
  | { readonly row: BulkRowRow | undefined }
  | { readonly until: number; readonly message: string };

/** After a failure that is not about this row. */
const REST_MS = 5_000;
const ACCEPTED = 'Not withdrawn: the fleet has accepted. End its share agreement instead';

const createdHere = ({ state, effect }: BulkRowRow) => state === 'done' && effect === 'create';

export class BulkUndo {
  readonly #options: BulkUndoOptions;
  readonly #now: () => number;

  constructor(options: BulkUndoOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  async preview(job: BulkJobRow): Promise<BulkUndoPreview> {
    const { db } = this.#options;
    const rows = job.kind === 'invitation' ? await rowsOf(db, 'bulk_row', { job_id: job.id }, ['n']) : [];
    const created = rows.filter(createdHere);
    const keys = created.flatMap(({ invitation_key }) => invitation_key ?? []);
    const there = await inChunks<string, InvitationRow>(keys, (some) => invitationsByKeys(db, some));
    const counts = { withdrawn: 0, shared: 0, viewed: 0, accepted: 0, gone: created.length - there.length };
    for (const item of there.map(toInvitationResponse)) {
      const stage = invitationStage(item, this.#now());
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

  /** Marks what is to be withdrawn. @returns how many rows */
  async begin(job: BulkJobRow, by: Person): Promise<number> {
    if (job.kind !== 'invitation')
      throw Problem.conflict(
        "Created users can't be undone here",
        "The tracking service can't delete users. Deactivate them at their provider",
      );
    if (job.state !== 'done' && job.state !== 'cancelled')
      throw Problem.conflict('This job is still running', 'Cancel it first');
    return beginUndo(this.#options.db, job.id, { by: by.sub, by_name: by.name, at: this.#now() });
  }

  running(): Promise<BulkJobRow[]> {
    return rowsOf(this.#options.db, 'bulk_job', { undo: 'running' }, ['undo_at']);
  }

  /** Works a job off, row by row, until its end or until it has to rest. */
  async *work(job: BulkJobRow): AsyncGenerator<UndoStep> {
    const { db } = this.#options;
    // With the organization's credentials: the person may have gone home, and their token with them.
    const by: Actor = {
      sub: job.undo_by ?? job.created_by,
      name: job.undo_by_name ?? job.created_by_name,
      token: async () => undefined,
    };
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
    await changeBulkJob(db, { id: job.id }, { undo: 'done', updated_at: this.#now() });
    yield { row: undefined };
  }

  async #withdraw(
    { invitation_key }: BulkRowRow,
    by: Actor,
  ): Promise<{ undo: 'done' | 'failed'; undo_message: string | null } | { until: number; message: string }> {
    const invitation =
      invitation_key && (await rowOf(this.#options.db, 'invitation', { key: invitation_key }));
    if (!invitation || invitation.status === 'deleted') return { undo: 'done', undo_message: null };
    if (invitation.status === 'accepted') return { undo: 'failed', undo_message: ACCEPTED };
    try {
      await this.#options.commands.delete(invitation, by, 'bulk');
      return { undo: 'done', undo_message: null };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // It is there no more, which is what was wanted.
      if (error instanceof Problem && error.code === 404) return { undo: 'done', undo_message: null };
      if (error instanceof Problem && error.code === 409) return { undo: 'failed', undo_message: message };
      if (error instanceof ServiceError) {
        const { kind, retryAt } = error;
        if (kind === 'rate_limited') return { until: retryAt ?? this.#now() + REST_MS, message };
        if (kind !== 'unauthorized' && !isOutage(error)) return { undo: 'failed', undo_message: message };
      }
      return { until: this.#now() + REST_MS, message };
    }
  }
}
