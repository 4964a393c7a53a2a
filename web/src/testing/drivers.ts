/** Operations and what surrounds them, for tests. */
import type { BoardAgreement, BoardConnection, ListedConnection } from '@waypost/contract/api/agreements';
import type {
  BoardOperation,
  BoardOperationDetail,
  OperationAttempt,
} from '@waypost/contract/api/operations';
import { ago } from './loads.ts';

export const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

export function attemptOf(over: Partial<OperationAttempt> = {}): OperationAttempt {
  return {
    id: idOf(500),
    created_at: ago(30_000),
    status: 'failed',
    error_type: 'provider_rejected',
    error_details: 'the provider rejected the record',
    response_status_code: 400,
    response_headers: { server: 'provider' },
    ...over,
  };
}

/** The higher `at`, the older. */
export function operationOf(at: number, over: Partial<BoardOperation> = {}): BoardOperation {
  return {
    id: idOf(at),
    connection_id: idOf(900),
    resource: 'user',
    operation_type: 'create',
    created_at: ago(at * 60_000),
    updated_at: ago(at * 60_000),
    resource_id: null,
    source_id: null,
    status: 'success',
    partner_ref: null,
    subject: `driver${at}`,
    user_email: null,
    fleet_ref: 'CARRIER-1000',
    fleet_name: 'Blue Mesa Haulage',
    source_name: 'Milemarker',
    attempts: 1,
    last_attempt: null,
    created_by_name: 'Dana Ortiz',
    intent_id: null,
    repeatable: true,
    repeated_as: null,
    last_event_at: ago(20_000),
    last_read_at: null,
    version: 1,
    ...over,
  };
}

export function failedOf(at: number, over: Partial<BoardOperation> = {}): BoardOperation {
  return operationOf(at, { status: 'failed', last_attempt: attemptOf(), ...over });
}

export function detailOf(
  operation: BoardOperation,
  over: Partial<BoardOperationDetail> = {},
): BoardOperationDetail {
  return {
    ...operation,
    payload: { username: operation.subject },
    logs: operation.last_attempt ? [operation.last_attempt] : [],
    request: { connection_id: idOf(900), username: operation.subject ?? undefined, is_driver: true },
    ...over,
  };
}

export const SOURCES = {
  events: 'active',
  reads: 'yes',
  last_event_at: null,
  last_read_at: null,
  read_problem: null,
  unread: { left_out: 0, incomplete: 0, items: [] },
} as const;

export function connectionOf(at: number, fleet_ref: string): ListedConnection {
  return { id: idOf(at), fleet_ref, source_name: 'Milemarker', freshness: null, users_refused: null };
}

export function agreementOf(at: number, connection: BoardConnection, user: string | null): BoardAgreement {
  return {
    id: idOf(at),
    fleet_ref: connection.fleet_ref,
    scopes: user === null ? { vehicle: 'read' } : { vehicle: 'read', user },
    status: 'active',
    effective: { state: 'active', shared: true, changes_at: null },
    fleet_name: `${connection.fleet_ref} Trucking`,
    invitation_key: null,
    connections: [connection],
    dependents: {
      loads: 0,
      monitors: 0,
      loads_at_risk: 0,
      monitors_at_risk: 0,
      needed_until: null,
      load_list: [],
      monitor_list: [],
    },
  } as BoardAgreement;
}
