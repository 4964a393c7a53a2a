/** Resource operations, as created by creating users. */
import assert from 'node:assert/strict';
import { invertAliases, renameKeys } from '@waypost/contract/field-aliases';
import { OPERATION_STATUSES, type Operation } from '@waypost/contract/operations';
import { RESOURCE_NAMES } from '@waypost/contract/resources';
import { type Case, Skip, topic } from '../case.ts';
import type { Context } from '../context.ts';
import { all, fieldCases } from '../fields.ts';
import { subscribe, UNKNOWN_ID, waitForEvents } from './journey.ts';

const operationsTopic = topic('operations');
const users = topic('users');
const events = topic('events');

/** A connection over which users may be created. */
export async function writableConnection(context: Context): Promise<string> {
  return context.cached('a connection that takes users', async () => {
    const agreements = await context.items('listAgreements');
    const writable = new Set(
      agreements.filter(({ scopes }) => scopes?.user === 'read_write').map(({ fleet_id }) => fleet_id),
    );
    const fitting = (await context.items('listConnections')).filter(({ fleet_id }) => writable.has(fleet_id));
    for (const { id: connection_id } of fitting) {
      const response = await context.client.send('createUser', {
        body: { connection_id },
        query: { is_sync: true },
      });
      if (response.status === 200) return connection_id;
    }
    throw new Skip('there is no connection over which users may be created');
  });
}

export async function createUser(
  context: Context,
  attributes: object = {},
  is_sync = false,
): Promise<Operation> {
  const connection_id = await writableConnection(context);
  const body = { connection_id, ...attributes };
  const created = await context.client.call('createUser', { body, query: { is_sync } });
  // The payload has the attributes as sent: under the service's own names.
  const names = invertAliases(context.client.endpoints.createUser.bodyNames);
  return { ...created, payload: renameKeys(created.payload, names) as Operation['payload'] };
}

const read = (context: Context, { id, connection_id }: Operation): Promise<Operation> =>
  context.client.call('getOperation', {
    params: { connection_id: connection_id ?? '', resource_operation_id: id },
  });

const succeededOperations = (context: Context) =>
  context.cached('an operation', async () => [
    await createUser(context, { partner_ref: 'HR-1', username: context.unique('user') }, true),
  ]);
const logs = (context: Context) =>
  context.cached('logs of an operation', async () => {
    const failed = await createUser(context, { notes: 'sandbox:rejected' }, true);
    return [...((await succeededOperations(context))[0]?.logs ?? []), ...(failed.logs ?? [])];
  });

/** Seconds; more than the sandbox's longest retry takes. */
const LONGEST_RETRY_SECONDS = 120;

export const operationCases: readonly Case[] = [
  ...fieldCases('operations', 'resource operation', 'control', succeededOperations, [
    ...all('uuid', { always: true }, 'id', 'partner_id', 'connection_id'),
    ...all('string', { always: true }, 'resource', 'operation_type'),
    ...all('object', { always: true }, 'payload'),
    ...all('date-time in UTC', { always: true }, 'created_at', 'updated_at'),
    ...all('date-time in UTC', { rare: true }, 'deleted_at'),
    ...all('string', { always: true, nullable: true }, 'partner_ref'),
    ...all('uuid', { nullable: true }, 'resource_id'),
    ...all('string', {}, 'source_id'),
    ...all('string', { always: true }, 'status'),
    ...all('array', { always: true }, 'logs'),
  ]),
  ...fieldCases('operations', 'operation log', 'control', logs, [
    ...all('uuid', { always: true }, 'id', 'resource_operation_id'),
    ...all('date-time in UTC', { always: true }, 'created_at', 'updated_at'),
    ...all('string', { always: true }, 'status'),
    ...all('string', {}, 'error_type', 'error_details'),
    ...all('integer', {}, 'response_status_code'),
    ...all('object', {}, 'response_headers'),
  ]),
  operationsTopic.writes(
    'partner_ref is returned',
    '`partner_ref`: the reference supplied on creation, returned unchanged, also by the GET endpoints',
    async (context) => {
      const partner_ref = context.unique('HR Ü/7 ');
      const created = await createUser(context, { partner_ref });
      assert.equal(created.partner_ref, partner_ref);
      assert.equal((await read(context, created)).partner_ref, partner_ref);
      const listed = await context.items('listOperations');
      assert.ok(listed.some((each) => each.partner_ref === partner_ref));
    },
  ),
  operationsTopic.writes(
    'partner_ref null',
    '`partner_ref` is null when none was supplied',
    async (context) => {
      const created = await createUser(context);
      assert.equal(created.partner_ref, null);
      assert.equal((await read(context, created)).partner_ref, null);
    },
  ),
  operationsTopic.writes(
    'resource_id null',
    '`resource_id` may be null for creations whose source record does not exist yet',
    async (context) => {
      assert.equal((await createUser(context)).resource_id, null);
    },
  ),
  operationsTopic.writes('payload', '`payload`: the attributes to be created', async (context) => {
    const { payload } = await createUser(context, { first_name: 'Ana', is_driver: true });
    assert.deepEqual([payload?.first_name, payload?.is_driver], ['Ana', true]);
  }),
  operationsTopic.writes(
    'logs',
    '`logs`: one entry per execution attempt, each with its resource_operation_id',
    async (context) => {
      const { id, logs: entries } = await createUser(context, {}, true);
      assert.deepEqual(
        entries?.map(({ resource_operation_id }) => resource_operation_id),
        [id],
      );
    },
  ),
  operationsTopic.controls(
    'logs of retries',
    '`logs`: one entry per execution attempt (three attempts)',
    async (context) => {
      const created = await createUser(context, { notes: 'sandbox:flaky' });
      await context.control.advance(LONGEST_RETRY_SECONDS);
      const { logs: entries, status } = await read(context, created);
      assert.deepEqual(
        entries?.map(({ response_status_code }) => response_status_code),
        [503, 503, 201],
      );
      assert.equal(status, 'success');
    },
  ),
  ...RESOURCE_NAMES.map((resource) =>
    operationsTopic.reads(
      `resource ${resource}`,
      `\`resource\` may be \`${resource}\`: the list (assumed) accepts it as a filter`,
      async (context) => {
        for (const each of await context.items('listOperations', { resource }))
          assert.equal(each.resource, resource);
      },
    ),
  ),
  ...OPERATION_STATUSES.map((status) =>
    operationsTopic.reads(
      `status ${status}`,
      `\`status\` may be \`${status}\`: the list (assumed) accepts it as a filter`,
      async (context) => {
        for (const each of await context.items('listOperations', { status }))
          assert.equal(each.status, status);
      },
    ),
  ),

  operationsTopic.controls(
    'pending to success',
    'An asynchronous operation is pending, then success',
    async (context) => {
      const created = await createUser(context);
      assert.equal(created.status, 'pending');
      await context.control.advance(LONGEST_RETRY_SECONDS);
      const after = await read(context, created);
      assert.equal(after.status, 'success');
      assert.ok(after.resource_id && after.source_id);
    },
  ),
  operationsTopic.controls(
    'pending to failed',
    'An asynchronous operation that the provider rejects is pending, then failed',
    async (context) => {
      const created = await createUser(context, { notes: 'sandbox:rejected' });
      assert.equal(created.status, 'pending');
      await context.control.advance(LONGEST_RETRY_SECONDS);
      const after = await read(context, created);
      assert.deepEqual([after.status, after.resource_id], ['failed', null]);
    },
  ),

  users.writes(
    'asynchronous',
    'When false, an asynchronous operation is created: resource `user`, operation_type `create`, status `pending`',
    async (context) => {
      const { resource, operation_type, status } = await createUser(context);
      assert.deepEqual([resource, operation_type, status], ['user', 'create', 'pending']);
    },
  ),
  users.writes(
    'default false',
    'The query parameter for synchronous processing is false by default',
    async (context) => {
      const connection_id = await writableConnection(context);
      assert.equal((await context.client.call('createUser', { body: { connection_id } })).status, 'pending');
    },
  ),
  users.writes(
    'synchronous',
    'When true, the write is attempted immediately and the result is in the response',
    async (context) => {
      const { resource, operation_type, status, resource_id } = await createUser(context, {}, true);
      assert.deepEqual([resource, operation_type, status], ['user', 'create', 'success']);
      assert.ok(resource_id);
    },
  ),
  users.controls(
    'synchronous failure',
    'Synchronous: the caller handles retries on transient failures: one attempt, failed',
    async (context) => {
      const { status, logs: entries } = await createUser(context, { notes: 'sandbox:flaky' }, true);
      assert.deepEqual([status, entries?.length], ['failed', 1]);
    },
  ),
  users.writes(
    'checked by its identifier',
    'The status of an asynchronous operation is checked through the returned operation identifier',
    async (context) => {
      const created = await createUser(context);
      assert.equal((await read(context, created)).id, created.id);
    },
  ),
  users.writes('boolean', 'One boolean query parameter: any other word is rejected', async (context) => {
    const connection_id = await writableConnection(context);
    await context.client.expectInvalid(
      'createUser',
      { body: { connection_id }, query: { is_sync: 'yes' } },
      'is_sync',
    );
  }),
  users.writes('unknown connection', 'An unknown connection is a 404', async (context) => {
    await context.client.expectError('createUser', 404, { body: { connection_id: UNKNOWN_ID } });
  }),
  users.controls(
    'not shared',
    'A caller acts only at the permission level in the agreement: without user read_write it is a 403',
    async (context) => {
      const connection_id = await writableConnection(context);
      const connections = await context.items('listConnections');
      const fleet = connections.find(({ id }) => id === connection_id)?.fleet_ref;
      await context.control.agreement(fleet ?? '', { scopes: { user: 'read' } });
      await context.client.expectError('createUser', 403, { body: { connection_id } });
    },
  ),
  events.controls(
    'resource_operation.*',
    'Resource operations produce resource_operation.* webhooks, which carry the partner_ref supplied at creation',
    async (context) => {
      const { receiver } = await subscribe(context, 'resource_operation.*');
      const { id } = await createUser(context, { partner_ref: 'HR-77' });
      await context.control.advance(LONGEST_RETRY_SECONDS);
      await context.items('listOperations');
      const events = (await waitForEvents(context, receiver, 2)).map(({ envelope }) => envelope);
      assert.deepEqual(events.map(({ event_name }) => event_name).toSorted(), [
        'resource_operation.created',
        'resource_operation.succeeded',
      ]);
      for (const { data } of events) assert.deepEqual([data[0]?.id, data[0]?.partner_ref], [id, 'HR-77']);
    },
  ),
  events.controls(
    'resource_operation.failed',
    'A failed operation is sent too (assumed name)',
    async (context) => {
      const { receiver } = await subscribe(context, 'resource_operation.failed');
      await createUser(context, { notes: 'sandbox:rejected' });
      await context.control.advance(LONGEST_RETRY_SECONDS);
      await context.items('listOperations');
      assert.equal((await receiver.have(1))[0]?.envelope.data[0]?.status, 'failed');
    },
  ),
];
