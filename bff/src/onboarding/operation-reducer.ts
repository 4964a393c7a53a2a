/**
 * An operation's state from a set of facts: answers, reads, events. A merge, as for invitations: order and number change nothing. A status
 * that ends wins over one that does not; else the later `updated_at`. Attempts are gathered from all of them.
 */
import type { OperationLog } from '@waypost/contract/operations';
import { isTerminal, OPERATION_MACHINE } from '@waypost/contract/states';

interface Observed {
  readonly v: unknown;
  /** `updated_at` of the record, ms. */
  readonly t: number;
  /** 1 when its status is an end. */
  readonly end: number;
}

export interface OperationState {
  readonly fields: Readonly<Record<string, Observed>>;
  /** By id, else by time. */
  readonly logs: Readonly<Record<string, { readonly t: number; readonly log: OperationLog }>>;
}

export const NOTHING: OperationState = { fields: {}, logs: {} };

const KEPT = [
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

/** `record` has been redacted. */
export function stateOf(record: Readonly<Record<string, unknown>>): OperationState {
  const t = msOf(record.updated_at) || msOf(record.created_at);
  const end = typeof record.status === 'string' && isTerminal(OPERATION_MACHINE, record.status) ? 1 : 0;
  const fields: Record<string, Observed> = {};
  for (const field of KEPT) if (record[field] !== undefined) fields[field] = { v: record[field], t, end };
  const logs: Record<string, { t: number; log: OperationLog }> = {};
  for (const log of (record.logs ?? []) as OperationLog[])
    logs[log.id ?? `${log.created_at} ${log.response_status_code}`] = { t: msOf(log.updated_at) || t, log };
  return { fields, logs };
}

/** Both together. Returns `a` itself when `b` adds nothing. */
export function merge(a: OperationState, b: OperationState): OperationState {
  let { fields, logs } = a;
  for (const [name, observed] of Object.entries(b.fields)) {
    const there = fields[name];
    if (there === undefined || outweighs(observed, there)) fields = { ...fields, [name]: observed };
  }
  for (const [key, one] of Object.entries(b.logs)) {
    const there = logs[key];
    const newer =
      there === undefined ||
      one.t > there.t ||
      (one.t === there.t && JSON.stringify(one.log) > JSON.stringify(there.log));
    if (newer) logs = { ...logs, [key]: one };
  }
  return fields === a.fields && logs === a.logs ? a : { fields, logs };
}

function outweighs(one: Observed, other: Observed): boolean {
  if (one.end !== other.end) return one.end > other.end;
  if (one.t !== other.t) return one.t > other.t;
  return JSON.stringify(one.v) > JSON.stringify(other.v);
}

/** Fields of an operation as they are now, and the attempts, oldest first. */
export function currentState({ fields, logs }: OperationState): {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly logs: readonly OperationLog[];
} {
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([name, { v }]) => [name, v])),
    logs: Object.values(logs)
      .map(({ log }) => log)
      .sort((a, b) => msOf(a.created_at) - msOf(b.created_at)),
  };
}
