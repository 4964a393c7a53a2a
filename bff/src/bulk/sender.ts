/** Sends one row of a job, and says what is to be written down about it. */

import type { BulkIssue } from '@waypost/contract/api/bulk';
import type { InvitationCreate } from '@waypost/contract/invitations';
import type { UserCreate } from '@waypost/contract/users';
import type { Actor } from '../auth/actor.ts';
import type { Uses } from '../dependencies.ts';
import { Problem } from '../http/problems.ts';
import type { Intents, Outcome } from '../intents/intents.ts';
import { openedJson } from '../intents/serialize.ts';
import type { BulkJobRow, BulkRowRow, RowChange } from '../store/bulk.ts';
import { isOutage, ServiceError } from '../upstream/errors.ts';

export interface SenderOptions extends Uses<'box' | 'now'> {
  readonly intents: Pick<Intents, 'send'>;
  /** What goes into an invitation beside the row's own fields. */
  readonly added: (body: InvitationCreate, by: Actor) => Promise<Partial<InvitationCreate>>;
  /** Why a row is not sent after all, though it was checked: what is there may have changed since. Null: it is sent. */
  readonly stopReason: (row: BulkRowRow, body: InvitationCreate) => Promise<string | null>;
}

export const LEFT_ALONE = 'Not sent: the fleet has already accepted';
export const APPEARED =
  'Not sent: an invitation with this reference appeared after the rows were checked. Check the row again to see what renewing it changes';

export type Sent =
  | { readonly change: RowChange }
  /** Not now: `until` (ms) nothing of any job need be tried. */
  | { readonly until: number; readonly message: string };

/** After a failure that is not about this row. */
const REST_MS = 5_000;
/** Another server is sending it, or was when it ended. */
const ELSEWHERE_MS = 2_000;

export const rowContext = (job_id: string, n: number) => `bulk/${job_id}/${n}`;

export class RowSender {
  readonly #options: SenderOptions;
  readonly #now: () => number;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  async send(job: BulkJobRow, row: BulkRowRow): Promise<Sent> {
    const { box, intents, added, stopReason } = this.#options;
    // With the organization's credentials: the person may have gone home, and their token with them.
    const by: Actor = { sub: job.created_by, name: job.created_by_name, token: async () => undefined };
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
    try {
      const outcome =
        job.kind === 'invitation'
          ? await intents.send(
              {
                ...common,
                kind: 'invitation',
                body: body as InvitationCreate,
                added: await added(body as InvitationCreate, by),
              },
              by,
            )
          : await intents.send(
              { ...common, kind: 'user', body: body as UserCreate, query: { is_sync: job.is_sync === 1 } },
              by,
            );
      return this.#sent(row, outcome);
    } catch (error) {
      return this.#failed(error);
    }
  }

  #sent(row: BulkRowRow, { row: intent, result }: Outcome): Sent {
    if (intent.state === 'sending')
      return { until: this.#now() + ELSEWHERE_MS, message: 'Another Waypost server is sending a row' };
    const answered = { service_status: intent.service_status, message: intent.message, request: null };
    if (intent.state !== 'done') return { change: { ...answered, state: 'unknown' } };
    const { key } = (result ?? {}) as { readonly key?: string };
    return {
      change: {
        ...answered,
        state: 'done',
        // A user has no other way than to be created; 200 is the answer to a synchronous one.
        effect:
          intent.kind === 'user'
            ? 'create'
            : effectOf(row, intent.service_status, intent.attempt + intent.checks),
        operation_id: intent.kind === 'user' ? intent.result_id : null,
        ...(key === undefined ? {} : { invitation_key: key }),
      },
    };
  }

  #failed(error: unknown): Sent {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof ServiceError) {
      const { kind, status, body, retryAt } = error;
      if (kind === 'rate_limited') return { until: retryAt ?? this.#now() + REST_MS, message };
      if (kind === 'unauthorized' || isOutage(error)) return { until: this.#now() + REST_MS, message };
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
    // Ours, such as an intent that failed between two looks: it is tried again.
    if (error instanceof Problem && error.code === 409)
      return { change: { state: 'failed', message, request: null } };
    return { until: this.#now() + REST_MS, message };
  }
}

/** `refresh` when it was there before us: a second try of ours is answered as a refresh too. */
function effectOf(row: BulkRowRow, status: number | null, tries: number): 'create' | 'refresh' {
  if (row.effect === 'refresh') return 'refresh';
  return status === 200 && row.invitation_key === null && tries <= 1 ? 'refresh' : 'create';
}
