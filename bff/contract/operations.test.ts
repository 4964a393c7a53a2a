import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type OperationStatus,
  operation,
  operationListQuery,
  operationLog,
  partnerRef,
} from './operations.ts';
import { RESOURCE_NAMES, type ResourceName } from './resources.ts';
import { describeResponse, failures, id } from './testing/responses.ts';

const log = {
  id: id(1),
  created_at: '2026-11-20T06:00:00Z',
  updated_at: '2026-11-20T06:00:03Z',
  resource_operation_id: id(2),
  status: 'failed',
  error_type: 'validation',
  error_details: 'username is taken',
  response_status_code: 422,
  response_headers: { 'content-type': 'application/json' },
};

describeResponse('log of an operation', operationLog, { full: log, minimal: {} });
describeResponse('resource operation', operation, {
  full: {
    id: id(2),
    partner_id: id(3),
    connection_id: id(4),
    resource: 'user',
    operation_type: 'create',
    payload: { username: 'jdoe' },
    created_at: '2026-11-20T06:00:00Z',
    updated_at: '2026-11-20T06:00:03Z',
    deleted_at: '2026-11-21T06:00:00Z',
    partner_ref: 'intent-7',
    resource_id: id(5),
    source_id: '8812',
    status: 'failed',
    logs: [log, { ...log, response_status_code: null }],
  },
  minimal: { id: id(2) },
  enums: ['resource', 'operation_type', 'status'],
});

describe('resource names', () => {
  // Counted in the interface, from asset to workflow.
  test("contains all 35, each once, in the interface's order", () => {
    expect(RESOURCE_NAMES).toHaveLength(35);
    expect(new Set(RESOURCE_NAMES).size).toBe(35);
    expect([RESOURCE_NAMES[0], RESOURCE_NAMES[24], RESOURCE_NAMES[34]]).toEqual([
      'asset',
      'user',
      'workflow',
    ]);
  });
  test('are literal types', () => {
    expectTypeOf<'vehicle_location'>().toExtend<ResourceName>();
    expectTypeOf<'vehicles'>().not.toExtend<ResourceName>();
  });
});

test.each([
  [0, true],
  [254, true],
  [255, true],
  [256, false],
])('a partner_ref of %i characters: %s', (length, passes) => {
  expect(partnerRef.safeParse('x'.repeat(length)).success).toBe(passes);
});

test('the list filters by known resources and statuses', () => {
  const query = { connection_id: id(4), resource: 'user', status: 'pending', size: '1' };
  expect(failures(operationListQuery, query)).toEqual([]);
  expect(failures(operationListQuery, { resource: 'truck', status: 'done', size: '0', page: '2' })).toEqual([
    'resource',
    'status',
    'size',
    'page',
  ]);
});

test('types: an unknown status is allowed', () => {
  expectTypeOf<'added_next_year'>().toExtend<OperationStatus>();
});
