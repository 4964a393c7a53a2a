/**
 * Merges resource operations (responses, reads and events) into stored rows. Passwords are never stored: payloads are redacted, and
 * requests arrive without them.
 */
import type { BoardOperation, BoardOperationDetail } from '@waypost/contract/api/operations';
import type { Assumptions } from '@waypost/contract/assumptions';
import type { Operation, OperationLog } from '@waypost/contract/operations';
import { redactOperation } from '@waypost/contract/redact';
import { isTerminal, OPERATION_MACHINE } from '@waypost/contract/states';
import type { UserCreate } from '@waypost/contract/users';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import type { IntentRow } from '../../platform/store/intents.ts';
import {
  changeOperation,
  type OperationRow,
  operationPages,
  usersOf,
} from '../../platform/store/onboarding.ts';
import { indexedText, rowOf } from '../../platform/store/query.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Directory } from '../../service/directory/directory.ts';
import { tagIn } from '../../service/intents/ids.ts';
import { openedJson, requestContext } from '../../service/intents/kinds.ts';
import type { IntentListener } from '../../service/intents/listener.ts';
import type { Handler } from '../../service/webhooks/processor.ts';
import type { ThrottledBroadcaster } from '../../tracking/events/throttled-broadcaster.ts';
import type { FleetIndex } from './fleet-index.ts';

interface OperationProjectionOptions extends Uses<'db' | 'box' | 'now'> {
  readonly assumptions: Assumptions;
  readonly broadcaster: ThrottledBroadcaster;
  readonly directory: Pick<Directory, 'known'>;
  readonly index: Pick<FleetIndex, 'nameOf'>;
}

interface Source {
  readonly intent?: IntentRow | undefined;
  readonly event_at?: number;
  readonly read_at?: number;
}

type Fields = Readonly<Record<string, unknown>>;
type Request = Omit<UserCreate, 'password'>;

const operationContext = (id: string) => `operation/${id}/request`;
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const joined = (...values: readonly unknown[]) => text(values.filter(Boolean).join(' '));

/** An operation with what else its user is known by. */
export interface NamedOperation extends BoardOperation {
  readonly name: string | null;
  readonly phone_number: string | null;
}

export class OperationProjection extends ServerPart<OperationProjectionOptions> {
  async list(): Promise<BoardOperation[]> {
    const items: BoardOperation[] = [];
    for await (const rows of operationPages(this.options.db))
      for (const row of rows) items.push(this.toResponse(row));
    return items;
  }

  /** As the list. */
  async named(): Promise<NamedOperation[]> {
    const items: NamedOperation[] = [];
    for await (const rows of operationPages(this.options.db))
      for (const row of rows) {
        const state = currentState(JSON.parse(row.state) as OperationState);
        items.push({ ...this.toResponse(row, state), ...this.#personIn(state) });
      }
    return items;
  }

  /** Names of the users whose creation succeeded, by the ID of their record. */
  async userNames(): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>();
    for await (const rows of operationPages(this.options.db))
      for (const { state, username } of rows) {
        const current = currentState(JSON.parse(state) as OperationState);
        const id = text(current.fields.resource_id);
        const name = this.#personIn(current).name ?? username;
        if (id !== null && name) names.set(id, name);
      }
    return names;
  }

  /** Users that were created over these connections, or are being created, newest first, with what names them there. */
  async usersAt(connection_ids: readonly string[]) {
    const { box, assumptions } = this.options;
    return (await usersOf(this.options.db, connection_ids)).flatMap((row) => {
      const { fields } = currentState(JSON.parse(row.state) as OperationState);
      const { operation_type = 'create', resource = 'user' } = fields;
      if (operation_type !== 'create' || resource !== 'user') return [];
      const payload = (fields.payload ?? {}) as Fields;
      const request = openedJson(box, row.request, operationContext(row.id)) as Request | null;
      const names = {
        connection_id: row.connection_id,
        username: row.username ?? request?.username,
        user_email: text(payload[assumptions.user_attributes.user_email]) ?? request?.user_email,
        partner_ref: withoutTag(text(fields.partner_ref)) ?? request?.partner_ref,
      };
      return [{ row, names }];
    });
  }

  async row(id: string): Promise<OperationRow | undefined> {
    return rowOf(this.options.db, 'operation', { id });
  }

  requestOf(row: OperationRow): Request | null {
    return row.request === null
      ? null
      : (JSON.parse(this.options.box.open(row.request, operationContext(row.id))) as Request);
  }

  toResponse(
    row: OperationRow,
    state: CurrentState = currentState(JSON.parse(row.state) as OperationState),
  ): BoardOperation {
    const { fields, logs } = state;
    const { name, user_email } = this.#personIn(state);
    const connection = this.options.directory.known.connections.find(({ id }) => id === row.connection_id);
    const fleet_ref = connection?.fleet_ref ?? null;
    const known = fields as Partial<BoardOperation>;
    return {
      id: row.id,
      connection_id: row.connection_id,
      resource: known.resource ?? null,
      operation_type: known.operation_type ?? null,
      created_at: known.created_at ?? toIso(row.created_at),
      updated_at: known.updated_at ?? null,
      resource_id: known.resource_id ?? null,
      source_id: known.source_id ?? null,
      status: known.status ?? null,
      partner_ref: withoutTag(text(fields.partner_ref)),
      subject: row.username ?? user_email ?? name,
      user_email,
      fleet_ref,
      fleet_name: fleet_ref === null ? null : this.options.index.nameOf(fleet_ref),
      source_name: connection?.source_name ?? null,
      attempts: logs.length,
      last_attempt: logs.at(-1) ?? null,
      created_by_name: row.created_by_name,
      intent_id: row.intent_id,
      repeatable: row.request !== null,
      repeated_as: row.repeated_as,
      last_event_at: toIso(row.last_event_at),
      last_read_at: toIso(row.last_read_at),
      version: row.version,
    };
  }

  #personIn({ fields }: CurrentState) {
    const payload = (fields.payload ?? {}) as Fields;
    const { user_attributes: names } = this.options.assumptions;
    return {
      name: joined(payload[names.first_name], payload[names.last_name]),
      user_email: text(payload[names.user_email]),
      phone_number: joined(payload[names.phone_country_code], payload[names.phone_number]),
    };
  }

  toDetailResponse(row: OperationRow): BoardOperationDetail {
    const { fields, logs } = currentState(JSON.parse(row.state) as OperationState);
    return {
      ...this.toResponse(row),
      payload: (fields.payload ?? null) as BoardOperationDetail['payload'],
      logs: [...logs],
      request: this.requestOf(row),
    };
  }

  /** Merges a record of the service. Null when it adds nothing. */
  async ingest(
    store: Database,
    source: Fields,
    { intent, event_at, read_at }: Source,
  ): Promise<OperationRow | null> {
    const { assumptions } = this.options;
    const id = text(source.id)?.toLowerCase();
    if (id === undefined) return null;
    const record = redactOperation(source as Partial<Operation>, assumptions) as Fields;
    const fact = stateOf(record);
    return changeOperation(store, id, (existing) => {
      const state = existing ? (JSON.parse(existing.state) as OperationState) : NOTHING;
      const merged = merge(state, fact);
      const knowsIntent = intent === undefined || existing?.intent_id === intent.id;
      if (existing && merged === state && knowsIntent) return null;
      const { fields } = currentState(merged);
      const payload = (fields.payload ?? {}) as Fields;
      const username = text(payload[assumptions.user_attributes.username]);
      const request =
        intent && existing?.request == null ? this.#requestOf(intent, id) : (existing?.request ?? null);
      return {
        id,
        state: JSON.stringify(merged),
        request,
        intent_id: intent?.id ?? existing?.intent_id ?? null,
        created_by_name: intent?.created_by_name ?? existing?.created_by_name ?? null,
        connection_id: text(fields.connection_id) ?? existing?.connection_id ?? null,
        username: username === null ? (existing?.username ?? null) : indexedText(username),
        status: text(fields.status),
        created_at: Date.parse(text(fields.created_at) ?? '') || existing?.created_at || this.now(),
        stored_at: existing?.stored_at ?? this.now(),
        repeated_as: existing?.repeated_as ?? null,
        last_event_at: event_at ?? existing?.last_event_at ?? null,
        last_read_at: read_at ?? existing?.last_read_at ?? null,
      };
    });
  }

  publish(row: OperationRow): void {
    this.options.broadcaster.publish('operations', row.id, JSON.stringify(this.toResponse(row)));
  }

  async repeatedAs(row: OperationRow, id: string): Promise<void> {
    const after = await changeOperation(this.options.db, row.id, (existing) =>
      existing ? { ...existing, repeated_as: id } : null,
    );
    if (after) this.publish(after);
  }

  listener(): IntentListener {
    return {
      identified: async (store, intent, id) => {
        if (intent.kind !== 'user') return undefined;
        const changed = await this.ingest(store, { id }, { intent });
        return async () => {
          if (changed) this.publish(changed);
        };
      },
      done: async (store, intent, answer) => {
        if (intent.kind !== 'user') return undefined;
        const changed = await this.ingest(store, answer as Fields, { intent, read_at: this.now() });
        return async () => {
          if (changed) this.publish(changed);
        };
      },
    };
  }

  handler(): Handler<'resource_operation'> {
    return async ({ records, envelope, received_at }, store) => {
      const all: OperationRow[] = [];
      for (const record of records) {
        const time = Date.parse(record.occurred_at ?? envelope.timestamp ?? '');
        const tag = tagIn(record.partner_ref);
        const intent = tag === null ? undefined : await rowOf(store, 'intent', { kind: 'user', tag });
        const event_at = Number.isNaN(time) ? received_at : time;
        const changed = await this.ingest(store, record, { intent, event_at });
        if (changed) all.push(changed);
      }
      const after = () => {
        for (const row of all) this.publish(row);
      };
      return { outcome: `handled: ${all.length} of ${records.length} changed something`, after };
    };
  }

  #requestOf(intent: IntentRow, id: string): string | null {
    const { box } = this.options;
    return intent.request === null
      ? null
      : box.seal(box.open(intent.request, requestContext(intent.id)), operationContext(id));
  }
}

/** The person's part of the reference, without our tag; null when empty. */
function withoutTag(ref: string | null): string | null {
  const tag = tagIn(ref);
  if (ref === null || tag === null) return ref;
  return text(ref.slice(0, -`[${tag}]`.length).trim());
}

// Reduces facts about an operation (responses, reads, events), commutative and idempotent as for invitations. A final status wins over
// others, else the later `updated_at`. Attempts are collected from all facts.
interface Observed {
  readonly v: unknown;
  /** `updated_at` of the record, ms. */
  readonly t: number;
  /** 1 when its status is final. */
  readonly end: number;
}

interface OperationState {
  readonly fields: Readonly<Record<string, Observed>>;
  /** By id, else by time. */
  readonly logs: Readonly<Record<string, { readonly t: number; readonly log: OperationLog }>>;
}

const NOTHING: OperationState = { fields: {}, logs: {} };

const STORED_FIELDS = [
  'connection_id',
  'resource',
  'operation_type',
  'payload',
  'created_at',
  'updated_at',
  'partner_ref',
  'resource_id',
  'source_id',
  'status',
] as const;

const msOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) || 0 : 0);

/** `record` must be redacted. */
function stateOf(record: Readonly<Record<string, unknown>>): OperationState {
  const t = msOf(record.updated_at) || msOf(record.created_at);
  const end = typeof record.status === 'string' && isTerminal(OPERATION_MACHINE, record.status) ? 1 : 0;
  const fields: Record<string, Observed> = {};
  for (const field of STORED_FIELDS)
    if (record[field] !== undefined) fields[field] = { v: record[field], t, end };
  const logs: Record<string, { t: number; log: OperationLog }> = {};
  for (const log of (record.logs ?? []) as OperationLog[])
    logs[log.id ?? `${log.created_at} ${log.response_status_code}`] = { t: msOf(log.updated_at) || t, log };
  return { fields, logs };
}

/** Merges two states. Returns `a` itself when `b` adds nothing. */
function merge(a: OperationState, b: OperationState): OperationState {
  let { fields, logs } = a;
  for (const [name, observed] of Object.entries(b.fields)) {
    const existing = fields[name];
    if (existing === undefined || supersedes(observed, existing)) fields = { ...fields, [name]: observed };
  }
  for (const [key, one] of Object.entries(b.logs)) {
    const existing = logs[key];
    const newer =
      existing === undefined ||
      one.t > existing.t ||
      (one.t === existing.t && JSON.stringify(one.log) > JSON.stringify(existing.log));
    if (newer) logs = { ...logs, [key]: one };
  }
  return fields === a.fields && logs === a.logs ? a : { fields, logs };
}

function supersedes(one: Observed, other: Observed): boolean {
  if (one.end !== other.end) return one.end > other.end;
  if (one.t !== other.t) return one.t > other.t;
  return JSON.stringify(one.v) > JSON.stringify(other.v);
}

/** Current fields of an operation, and its attempts, oldest first. */
interface CurrentState {
  readonly fields: Fields;
  readonly logs: readonly OperationLog[];
}

function currentState({ fields, logs }: OperationState): CurrentState {
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([name, { v }]) => [name, v])),
    logs: Object.values(logs)
      .map(({ log }) => log)
      .sort((a, b) => msOf(a.created_at) - msOf(b.created_at)),
  };
}
