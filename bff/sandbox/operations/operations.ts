/**
 * Resource operations: writes at a provider with their attempts. The outcome is decided at creation and becomes visible over
 * time. The password is removed before anything is stored: no payload, log or event contains it.
 */
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { type FieldAliases, renameKeys } from '@waypost/contract/field-aliases';
import type { Operation, OperationStatus } from '@waypost/contract/operations';
import type { UserCreate } from '@waypost/contract/users';
import type { Connection } from '../connections/connections.ts';
import type { Events } from '../events/events.ts';
import { ServiceError } from '../http/problem.ts';
import { type Attempt, planAttempts, requestedBehavior, singleAttempt, succeeded } from './attempts.ts';
import type { People } from './people.ts';

/** Older operations are removed first. */
export const MAX_OPERATIONS = 5000;
const NAMES = ASSUMPTIONS.events.resource_operation;

export interface OperationRecord {
  readonly id: string;
  readonly connection_id: string;
  readonly fleet_id: string;
  readonly fleet_ref: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly partner_ref: string | null;
  /** Wall clock, milliseconds. */
  readonly created_at: number;
  readonly attempts: readonly Attempt[];
  /** Ids of the record at the service and at the provider, once it exists. */
  readonly resource_id: string;
  /** One of the fleet's drivers from before, rather than another one. */
  readonly drives?: boolean;
  readonly source_id: string;
}

export interface OperationParts {
  readonly partner_id: string;
  readonly people: People;
  readonly events: Pick<Events, 'emit'>;
  readonly newId: () => string;
  readonly now: () => number;
  /** User attributes with other wire names; the payload is returned under the names that were sent. */
  readonly fieldAliases?: FieldAliases;
}

const iso = (wall: number) => new Date(wall).toISOString();
const last = ({ attempts }: OperationRecord) => attempts[attempts.length - 1] as Attempt;

export class Operations {
  readonly #parts: OperationParts;
  readonly #byId = new Map<string, OperationRecord>();
  /** Operations whose final event was not sent yet. */
  readonly #pending = new Set<OperationRecord>();

  /** @param seeded seeded operations, oldest first */
  constructor(parts: OperationParts, seeded: readonly OperationRecord[] = []) {
    this.#parts = parts;
    for (const record of seeded) {
      this.#byId.set(record.id, record);
      if (this.status(record) === 'pending') this.#pending.add(record);
      else this.#finish(record);
    }
  }

  get all(): Iterable<OperationRecord> {
    return this.#byId.values();
  }

  find(id: string): OperationRecord | null {
    return this.#byId.get(id.toLowerCase()) ?? null;
  }

  /** Creates a user over a connection. Throws 409 while a user with the same login is being created there. */
  createUser(connection: Connection, body: UserCreate, synchronous: boolean): OperationRecord {
    const { newId, now, people } = this.#parts;
    const { connection_id: _, partner_ref = null, password: __, ...payload } = body;
    const username = body.username ?? null;
    if (username !== null && this.#isPending(connection.id, username))
      throw new ServiceError(409, `a user ${username} is already being created on this connection`);
    const taken = username !== null && people.has(connection.id, username);
    const behavior = taken ? 'duplicate' : requestedBehavior(body);
    const created_at = now();
    const attempts = synchronous
      ? singleAttempt(behavior, created_at, newId)
      : planAttempts(behavior, created_at, newId);
    const id = newId();
    const record: OperationRecord = {
      id,
      connection_id: connection.id,
      fleet_id: connection.fleet.fleet_id,
      fleet_ref: connection.fleet.fleet_ref,
      payload,
      partner_ref,
      created_at,
      attempts,
      resource_id: newId(),
      source_id: `U-${id.slice(-12)}`,
    };
    this.#store(record);
    if (synchronous) this.#finish(record);
    else {
      this.#pending.add(record);
      this.#publish(record, NAMES.created, created_at);
    }
    return record;
  }

  #isPending(connection_id: string, username: string): boolean {
    for (const operation of this.#pending)
      if (
        operation.connection_id === connection_id &&
        String(operation.payload.username).toLowerCase() === username.toLowerCase()
      )
        return true;
    return false;
  }

  #store(record: OperationRecord): void {
    this.#byId.set(record.id, record);
    if (this.#byId.size <= MAX_OPERATIONS) return;
    const oldest = this.#byId.values().next().value;
    if (oldest) {
      this.#byId.delete(oldest.id);
      this.#pending.delete(oldest);
    }
  }

  /** Adds the created user, if the operation succeeded. */
  #finish(record: OperationRecord): void {
    if (!succeeded(last(record))) return;
    const { connection_id, fleet_id, payload } = record;
    const username = typeof payload.username === 'string' ? payload.username : null;
    // A seeded driver drives a truck of the fleet, and counts with it.
    const is_driver = payload.is_driver === true && !record.drives;
    this.#parts.people.add({ connection_id, fleet_id, username, is_driver });
  }

  #publish(record: OperationRecord, event_name: string, at: number): void {
    const { fleet_id, fleet_ref } = record;
    const data = [{ ...this.answer(record, at), occurred_at: iso(at) }];
    this.#parts.events.emit({ event_name, data, fleet_id, fleet_ref });
  }

  /** Publishes ended operations. Returns whether there were any. */
  settle(): boolean {
    const now = this.#parts.now();
    const ended = [...this.#pending].filter((record) => last(record).at <= now);
    for (const record of ended) {
      this.#pending.delete(record);
      this.#finish(record);
      this.#publish(record, succeeded(last(record)) ? NAMES.succeeded : NAMES.failed, last(record).at);
    }
    return ended.length > 0;
  }

  status(record: OperationRecord, at = this.#parts.now()): OperationStatus {
    if (last(record).at > at) return 'pending';
    return succeeded(last(record)) ? 'success' : 'failed';
  }

  /** Read model at an instant. */
  answer(record: OperationRecord, at = this.#parts.now()): Operation {
    const done = record.attempts.filter((attempt) => attempt.at <= at);
    const status = this.status(record, at);
    return {
      id: record.id,
      partner_id: this.#parts.partner_id,
      connection_id: record.connection_id,
      resource: 'user',
      operation_type: 'create',
      payload: renameKeys(record.payload, this.#parts.fieldAliases ?? {}) as Operation['payload'],
      created_at: iso(record.created_at),
      updated_at: iso(done.at(-1)?.at ?? record.created_at),
      deleted_at: null,
      partner_ref: record.partner_ref,
      resource_id: status === 'success' ? record.resource_id : null,
      source_id: status === 'success' ? record.source_id : null,
      status,
      logs: done.map(({ id, at: made, ...result }) => ({
        id,
        created_at: iso(made),
        updated_at: iso(made),
        resource_operation_id: record.id,
        status: result.error_type === null ? 'success' : 'failed',
        ...result,
      })),
    };
  }

  save(): { all: OperationRecord[]; pending: string[] } {
    return { all: [...this.#byId.values()], pending: [...this.#pending].map(({ id }) => id) };
  }

  load({ all, pending }: { all: readonly OperationRecord[]; pending: readonly string[] }): void {
    this.#pending.clear();
    for (const record of all) this.#store(record);
    for (const id of pending) {
      const record = this.#byId.get(id);
      if (record) this.#pending.add(record);
    }
  }
}
