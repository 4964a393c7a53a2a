/**
 * Records from before the start and records that remain: seeded operations, replaced agreements, purchases of fleets that joined.
 */
import assert from 'node:assert/strict';
import type { Agreement } from '@waypost/contract/agreements';
import { OPERATION_STATUSES, type Operation } from '@waypost/contract/operations';
import { type Case, topic } from '../case.ts';
import { type Context, instant, required } from '../context.ts';
import { accept, accepted } from './invitation-states.ts';
import { invite, readInvitation } from './invitations.ts';
import { DAY, iso } from './journey.ts';

const invitations = topic('invitations');
const operations = topic('operations');
const fuel = topic('fuel');
const agreementsTopic = topic('agreements');

const MINUTES = 300_000;

/** Operations that no case has created. */
async function seededOperations(context: Context): Promise<readonly Operation[]> {
  const before = (await context.now()) - DAY;
  const found = (await context.items('listOperations')).filter(
    ({ created_at, status }) => instant(created_at) < before && status !== 'pending',
  );
  required('an operation of before', found[0]);
  return found;
}

/** A fleet that shared, cancelled, was invited again and shares again, with its former and its current agreement. */
async function fleetInvitedAgain(context: Context) {
  const first = await accepted(context, { permissions: { vehicle: 'read' } });
  const [endedAgreement] = await context.items('listAgreements', { fleet_id: first.fleet_id });
  const { id: share_agreement_id } = required('an agreement', endedAgreement);
  await context.client.call('cancelAgreement', { params: { share_agreement_id } });
  const { fleet_ref } = first;
  const second = await invite(context, { fleet_ref, permissions: { vehicle: 'read', trailer: 'read' } });
  await accept(context, second, 'truckwire');
  const found: readonly Agreement[] = await context.items('listAgreements', { fleet_ref });
  const former = required(
    'the old agreement',
    found.find(({ id }) => id === share_agreement_id),
  );
  const current = required(
    'a new agreement',
    found.find(({ id }) => id !== share_agreement_id),
  );
  return { first, found, kept: former, fresh: current, again: await readInvitation(context, second) };
}

/** Days after which every truck of a fleet has bought something. */
const PURCHASE_DAYS = 4;

/** A fleet that joined some days ago, and its purchases. */
async function joinedFleet(context: Context, permissions: object) {
  const invitation = await accepted(context, { permissions });
  await context.control.advance((PURCHASE_DAYS * DAY) / 1000);
  const now = await context.now();
  const rows = await context.items('listFuelTransactions', {
    fleet_refs: [invitation.fleet_ref],
    from_datetime: iso(now - 2 * PURCHASE_DAYS * DAY),
    to_datetime: iso(now),
  });
  return { invitation, rows };
}
const SHARING = { vehicle: 'read', fuel_transaction: 'read' } as const;

export const historyCases: readonly Case[] = [
  ...OPERATION_STATUSES.map((status) =>
    operations.controls(
      `from before: ${status}`,
      `The list has operations from the seed, \`${status}\` ones among them, each read by its identifier as it is listed`,
      async (context) => {
        // A record created by an earlier case may end between two reads.
        const before = (await context.now()) - MINUTES;
        const found = await context.items('listOperations', { status });
        const old = found.find(({ created_at }) => instant(created_at) < before);
        const listed = required(`${status} operation from the seed`, old);
        const { id: resource_operation_id, connection_id } = listed;
        const params = { connection_id: required('a connection', connection_id), resource_operation_id };
        assert.deepEqual(await context.client.call('getOperation', { params }), listed);
      },
    ),
  ),
  operations.controls(
    'from before: logs give the status',
    'Seeded operations have one log for each attempt; the last one gives their status',
    async (context) => {
      const found = await seededOperations(context);
      assert.ok(found.some(({ logs }) => (logs?.length ?? 0) > 1));
      for (const { id, status, logs } of found) {
        assert.equal(logs?.at(-1)?.status, status, id);
        for (const each of logs ?? []) assert.equal(each.resource_operation_id, id);
      }
    },
  ),
  operations.controls(
    'from before: records',
    'Seeded operations that succeeded have a resource_id and a source_id; those that failed have none',
    async (context) => {
      for (const { id, status, resource_id, source_id } of await seededOperations(context))
        assert.deepEqual(
          [resource_id !== null, source_id !== null],
          [status === 'success', status === 'success'],
          id,
        );
    },
  ),
  operations.controls(
    'from before: no password',
    'No payload from before holds a password',
    async (context) => {
      for (const { payload } of await seededOperations(context)) assert.ok(!('password' in (payload ?? {})));
    },
  ),

  invitations.controls(
    'invited again',
    'A fleet whose agreement is over is invited again by a refresh; accepting yields a new agreement of the same fleet',
    async (context) => {
      const { first, fresh, again } = await fleetInvitedAgain(context);
      assert.deepEqual([again.id, again.status, again.fleet_id], [first.id, 'accepted', first.fleet_id]);
      assert.deepEqual([fresh.fleet_id, fresh.status], [first.fleet_id, 'active']);
      assert.deepEqual(fresh.scopes, { vehicle: 'read', trailer: 'read' });
    },
  ),
  invitations.controls(
    'fleet_id when invited again',
    '`fleet_id` and the tokens are set after acceptance: a fleet that is invited again has none until it accepts again',
    async (context) => {
      const { fleet_id, fleet_ref } = await accepted(context);
      const [agreement] = await context.items('listAgreements', { fleet_id });
      const { id: share_agreement_id } = required('an agreement', agreement);
      await context.client.expectSuccess('deleteAgreement', { params: { share_agreement_id } });
      const open = await invite(context, { fleet_ref });
      assert.deepEqual(
        [open.status, open.fleet_id, open.accepted_at, open.pre_registration_access_token],
        ['active', null, null, null],
      );
      await accept(context, open);
      assert.equal((await readInvitation(context, open)).fleet_id, fleet_id);
    },
  ),
  agreementsTopic.controls(
    'old agreements are kept',
    'An agreement that was followed by another one stays in the list as it ended',
    async (context) => {
      const { first, found, kept } = await fleetInvitedAgain(context);
      assert.equal(found.length, 2);
      assert.deepEqual(
        [kept.status, kept.fleet_id, kept.invitation_id, kept.scopes],
        ['cancelled', first.fleet_id, first.id, { vehicle: 'read' }],
      );
    },
  ),
  agreementsTopic.controls(
    'old agreements change nothing',
    'An agreement that was followed by another one cannot be changed (409), nor does it end the new one',
    async (context) => {
      const { kept, fresh } = await fleetInvitedAgain(context);
      const params = { share_agreement_id: kept.id };
      await context.client.expectError('updateAgreement', 409, { params, body: { expiration_date: null } });
      await context.client.expectSuccess('deleteAgreement', { params });
      const after = await context.items('listAgreements', { fleet_ref: fresh.fleet_ref });
      assert.deepEqual(
        after.find(({ id }) => id === fresh.id),
        fresh,
      );
    },
  ),

  fuel.controls(
    'of a fleet that joined',
    'Fuel transactions of a fleet that joined carry its fleet_id, its fleet_ref and its connection',
    async (context) => {
      const { invitation, rows } = await joinedFleet(context, SHARING);
      const { fleet_id, fleet_ref } = invitation;
      const [connection] = await context.items('listConnections', { fleet_refs: [fleet_ref] });
      required('a fuel transaction', rows[0]);
      for (const row of rows)
        assert.deepEqual(
          [row.fleet_id, row.fleet_ref, row.connection_id, row.tsp_slug],
          [fleet_id, fleet_ref, connection?.id, connection?.tsp_slug],
        );
    },
  ),
  fuel.controls(
    'of a fleet that joined, since then',
    'A fleet that joined has no fuel transactions from before it accepted',
    async (context) => {
      const { invitation, rows } = await joinedFleet(context, SHARING);
      required('a fuel transaction', rows[0]);
      for (const { occurred_at } of rows) assert.ok(instant(occurred_at) >= instant(invitation.accepted_at));
    },
  ),
  fuel.controls(
    'of a fleet that joined, as it granted',
    'Fuel transactions of a fleet that joined are listed only when it granted fuel_transaction',
    async (context) => {
      assert.deepEqual((await joinedFleet(context, { vehicle: 'read' })).rows, []);
    },
  ),
];
