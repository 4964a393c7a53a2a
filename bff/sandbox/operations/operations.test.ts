import { beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../connections/connections.ts';
import type { EventInput } from '../events/events.ts';
import { ServiceError } from '../http/problem.ts';
import { countedIds, ManualClock } from '../testing.ts';
import { SECOND } from '../world/clock.ts';
import { MAX_OPERATIONS, type OperationRecord, Operations } from './operations.ts';
import { People } from './people.ts';

const START = Date.UTC(2026, 10, 20, 12);
const fleet = { fleet_id: 'fleet-1', fleet_ref: 'F-1' } as Connection['fleet'];
const connection = { id: 'c0000000-0000-4000-8000-000000000001', fleet } as Connection;

let clock: ManualClock;
let emitted: EventInput[];
let people: People;
let operations: Operations;
const newOperations = () =>
  new Operations({
    partner_id: 'partner',
    people,
    events: { emit: (event) => emitted.push(event) },
    newId: countedIds(),
    now: () => clock.now(),
  });
beforeEach(() => {
  clock = new ManualClock(START);
  emitted = [];
  people = new People();
  operations = newOperations();
});

const create = (body: object = {}, synchronous = false) =>
  operations.createUser(connection, { connection_id: connection.id, ...body }, synchronous);
const advance = (seconds: number) => {
  clock.advance(seconds * SECOND);
  operations.settle();
};
const names = () => emitted.map(({ event_name }) => event_name);
const logs = (record: OperationRecord) => operations.answer(record).logs ?? [];

describe('an asynchronous operation', () => {
  it('starts as pending and ends as success, with the created record', () => {
    const record = create({ username: 'kim', is_driver: true });
    expect(operations.answer(record)).toMatchObject({
      status: 'pending',
      resource: 'user',
      operation_type: 'create',
      resource_id: null,
      source_id: null,
      partner_ref: null,
      deleted_at: null,
      logs: [],
      payload: { username: 'kim', is_driver: true },
    });
    advance(10);
    const done = operations.answer(record);
    expect(done).toMatchObject({
      status: 'success',
      logs: [{ status: 'success', response_status_code: 201 }],
    });
    expect(done.resource_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(done.created_at).toBe(new Date(START).toISOString());
    expect(done.updated_at).toBe(logs(record)[0]?.created_at);
    expect(people.driversOf(fleet, null)).toBe(1);
  });

  it('is retried while the provider is down, with one log per attempt', () => {
    const record = create({ notes: 'sandbox:flaky' });
    advance(3);
    expect(operations.answer(record)).toMatchObject({
      status: 'pending',
      logs: [{ status: 'failed', response_status_code: 503 }],
    });
    advance(60);
    expect(operations.status(record)).toBe('success');
    expect(logs(record).map(({ status }) => status)).toEqual(['failed', 'failed', 'success']);
    const times = logs(record).map(({ created_at }) => Date.parse(created_at ?? ''));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(logs(record).every(({ resource_operation_id }) => resource_operation_id === record.id)).toBe(true);
  });

  it('fails after the last attempt if the provider never responds', () => {
    const record = create({ partner_ref: 'sandbox:unreachable' });
    advance(30);
    expect(operations.status(record)).toBe('pending');
    advance(60);
    expect(operations.status(record)).toBe('failed');
    expect(
      logs(record).map(({ error_type, response_status_code }) => [error_type, response_status_code]),
    ).toEqual(Array.from({ length: 4 }, () => ['timeout', null]));
    expect(operations.answer(record).resource_id).toBeNull();
  });

  it('fails at once, without a retry, if the provider rejects the record', () => {
    const record = create({ username: 'sandbox:rejected' });
    advance(3);
    expect(operations.answer(record)).toMatchObject({
      status: 'failed',
      logs: [{ response_status_code: 400 }],
    });
    advance(300);
    expect(logs(record)).toHaveLength(1);
  });

  it('sends one event each for its creation and its end, with the partner_ref', () => {
    create({ partner_ref: 'HR-7' });
    create({ notes: 'sandbox:rejected' });
    advance(10);
    advance(10);
    expect(names()).toEqual([
      'resource_operation.created',
      'resource_operation.created',
      'resource_operation.succeeded',
      'resource_operation.failed',
    ]);
    expect(emitted[2]).toMatchObject({
      data: [{ partner_ref: 'HR-7', status: 'success' }],
      fleet_id: 'fleet-1',
    });
    expect(emitted[0]).toMatchObject({ data: [{ status: 'pending', logs: [] }] });
  });

  it('fails at the provider for an existing login, and at the service for one being created', () => {
    create({ username: 'kim' });
    expect(() => create({ username: 'KIM' })).toThrow(ServiceError);
    advance(10);
    const again = create({ username: 'Kim' });
    advance(10);
    expect(operations.answer(again)).toMatchObject({ status: 'failed', logs: [{ error_type: 'duplicate' }] });
  });
});

describe('a synchronous operation', () => {
  it('has its result at once and sends no event', () => {
    expect(operations.answer(create({}, true))).toMatchObject({
      status: 'success',
      logs: [{ status: 'success' }],
    });
    advance(100);
    expect(emitted).toEqual([]);
  });

  it("is not retried: retries are the caller's task", () => {
    const record = create({ notes: 'sandbox:flaky' }, true);
    advance(300);
    expect(operations.answer(record)).toMatchObject({
      status: 'failed',
      logs: [{ response_status_code: 503 }],
    });
  });
});

describe('the password', () => {
  it('is never stored or sent', () => {
    create({ username: 'kim', password: 'correct-horse' });
    create({ username: 'lee', password: 'correct-horse', notes: 'sandbox:rejected' }, true);
    advance(10);
    expect(JSON.stringify([emitted, operations.save(), people.save()])).not.toContain('correct-horse');
  });
});

describe('stored operations', () => {
  it('continue after a restart: pending ones end and send their events', () => {
    const record = create({ username: 'kim', is_driver: true });
    const saved = JSON.parse(JSON.stringify(operations.save())) as ReturnType<Operations['save']>;
    const again = newOperations();
    again.load(saved);
    clock.advance(10 * SECOND);
    expect(again.settle()).toBe(true);
    expect(again.answer(again.find(record.id) as OperationRecord).status).toBe('success');
    expect(names().at(-1)).toBe('resource_operation.succeeded');
  });

  it('are bounded: the oldest are dropped first', () => {
    const first = create({}, true);
    for (let i = 0; i < MAX_OPERATIONS; i++) create({}, true);
    expect(operations.find(first.id)).toBeNull();
    expect([...operations.all]).toHaveLength(MAX_OPERATIONS);
  });
});
