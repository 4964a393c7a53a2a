/** Stored onboarding rows on both databases: unique writes, claims and concurrent changes. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import {
  addBulkJob,
  type BulkJobRow,
  type BulkRowRow,
  bulkCounts,
  cancelRows,
  changeBulkJob,
  claimRow,
  operationStatuses,
  requeueSendingRows,
  runningBulkJobs,
  settledRows,
  waitingRows,
} from '../../platform/store/bulk.ts';
import {
  changeInvitation,
  changeOperation,
  type InvitationRow,
  invitationPages,
  invitationsByKeys,
  newInvitationRow,
  type OperationRow,
  pendingOperations,
  recordInvitationReads,
  usersOf,
} from '../../platform/store/onboarding.ts';
import { addRow, addRows, latestTimestamps, rowsOf, updateRow } from '../../platform/store/query.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { silentLog } from '../../testing/tracking.ts';
import { learnVehicleFleets } from './fleet-index.ts';

const invitation = (key: string, more: Partial<InvitationRow> = {}): Omit<InvitationRow, 'version'> => ({
  ...newInvitationRow({ key, sealed_id: 's', first_seen_at: 1 }),
  state: '{}',
  fleet_ref: 'F',
  status: 'active',
  ...more,
});
const operation = (id: string, more: Partial<OperationRow> = {}): Omit<OperationRow, 'version'> => ({
  id,
  state: '{}',
  request: null,
  intent_id: null,
  stored_at: 1,
  created_by_name: null,
  connection_id: 'c',
  username: 'ann',
  status: 'pending',
  created_at: 1,
  repeated_as: null,
  last_event_at: null,
  last_read_at: null,
  ...more,
});
const job = (id: string): BulkJobRow => ({
  id,
  kind: 'invitation',
  name: null,
  state: 'running',
  is_sync: 0,
  created_by: 'ann',
  created_by_name: 'Ann',
  created_at: 1,
  updated_at: 1,
  finished_at: null,
  total: 3,
  fingerprint: 'f',
  undo: null,
  undo_by: null,
  undo_by_name: null,
  undo_at: null,
  version: 1,
});
const row = (job_id: string, n: number, more: Partial<BulkRowRow> = {}): BulkRowRow => ({
  job_id,
  n,
  state: 'waiting',
  subject: null,
  issues: '[]',
  message: null,
  effect: null,
  service_status: null,
  intent_id: randomUUID(),
  invitation_key: null,
  operation_id: null,
  request: 'sealed',
  renews_accepted: 0,
  undo: null,
  undo_message: null,
  row_number: null,
  ...more,
});

describeOnBothDatabases('stores of onboarding', (fresh) => {
  it('concurrent changes of one invitation are both stored', async () => {
    const { db } = await (await fresh()).open();
    await changeInvitation(db, 'k', () => invitation('k'));
    await Promise.all(
      Array.from({ length: 5 }, () =>
        changeInvitation(db, 'k', (there) => (there ? { ...there, chases: there.chases + 1 } : null)),
      ),
    );
    for await (const rows of invitationPages(db)) expect(rows).toMatchObject([{ chases: 5, version: 6 }]);
    await recordInvitationReads(db, ['k'], 77);
    expect(await latestTimestamps(db, 'invitation')).toEqual({ last_event_at: null, last_read_at: 77 });
    const chased = {
      invitation_key: 'k',
      what: 'chased',
      at: 5,
      by_name: 'Ann',
      note: null,
      how: null,
      recipient: null,
      follow_up_at: null,
    };
    await addRows(db, 'invitation_happening', [chased, chased], 'ignore');
    // Otherwise nothing is lost silently.
    await expect(addRow(db, 'invitation_happening', chased)).rejects.toThrow(/unique/i);
    expect(await rowsOf(db, 'invitation_happening', { invitation_key: 'k' }, ['at', 'what'])).toHaveLength(1);
    expect(await invitationsByKeys(db, ['k', 'none'])).toHaveLength(1);
  });

  it('pending operations and existing users are found', async () => {
    const { db } = await (await fresh()).open();
    await changeOperation(db, 'a', () => operation('a'));
    await changeOperation(db, 'b', () => operation('b', { status: 'failed', username: 'bob' }));
    expect((await pendingOperations(db, 10)).map(({ id }) => id)).toEqual(['a']);
    expect((await usersOf(db, ['c'])).map(({ username }) => username)).toEqual(['ann']);
    expect(await latestTimestamps(db, 'operation')).toEqual({ last_event_at: null, last_read_at: null });
  });

  it('later information about a vehicle replaces earlier information', async () => {
    const { db } = await (await fresh()).open();
    await learnVehicleFleets(db, [{ vehicle_id: 'v', fleet_id: 'f', fleet_ref: null }], 1);
    await learnVehicleFleets(db, [{ vehicle_id: 'v', fleet_id: 'g', fleet_ref: 'G' }], 2);
    expect(await rowsOf(db, 'vehicle_fleet')).toMatchObject([{ fleet_id: 'g', fleet_ref: 'G' }]);
  });

  it('a bulk row is claimed once, and only while the job runs', async () => {
    const { db } = await (await fresh()).open();
    const rows = [row('j', 0), row('j', 1), row('j', 2, { state: 'invalid', request: null })];
    expect(await addBulkJob(db, job('j'), rows)).toBe(true);
    expect(await addBulkJob(db, job('j'), rows)).toBe(false);
    const taken = await Promise.all([claimRow(db, 'j', 0), claimRow(db, 'j', 0)]);
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect((await waitingRows(db, 'j', 10)).map(({ n }) => n)).toEqual([1]);
    expect(await changeBulkJob(db, { id: 'j', state: ['running'] }, { state: 'paused', updated_at: 2 })).toBe(
      true,
    );
    expect(await changeBulkJob(db, { id: 'j', state: ['running'] }, { state: 'done', updated_at: 2 })).toBe(
      false,
    );
    expect(await claimRow(db, 'j', 1)).toBe(false);
    expect(await runningBulkJobs(db)).toEqual([]);
    await requeueSendingRows(db);
    expect(await bulkCounts(db, 'j')).toEqual(
      new Map([
        ['waiting', 2],
        ['invalid', 1],
      ]),
    );
    await changeOperation(db, 'o', () => operation('o', { status: 'success' }));
    await claimRow(db, 'j', 0);
    expect(
      await updateRow(
        db,
        'bulk_row',
        { job_id: 'j', n: 0, state: 'waiting' },
        { state: 'done', operation_id: 'o' },
      ),
    ).toBe(true);
    expect(await operationStatuses(db, 'j')).toEqual(new Map([['o', 'success']]));
    await cancelRows(db, 'j', 'cancelled');
    expect(await bulkCounts(db, 'j')).toEqual(
      new Map([
        ['cancelled', 1],
        ['done', 1],
        ['invalid', 1],
      ]),
    );
    expect(await settledRows(db)).toEqual([]);
  });

  it('the activity log is searched word by word, filtered, and read page by page', async () => {
    const { db } = await (await fresh()).open();
    let now = 1_000;
    const activity = new Activity(db, silentLog, () => now);
    const by = { sub: 'ann', name: 'Ann' };
    for (const target of ['F-1', 'F-2', '100%_off', 'F-3']) {
      await activity.record(db, by, 'chase_invitation', target, { n: { a: target } });
      now += 1_000;
    }
    await activity.record(db, null, 'sign_in', null, null, 'failed');
    const targets = async (filter: Omit<Parameters<Activity['list']>[0], 'limit'>, limit = 10) =>
      (await activity.list({ ...filter, limit })).map(({ target }) => target);
    expect(await targets({ words: ['f-', 'ANN'] })).toEqual(['F-3', 'F-2', 'F-1']);
    expect(await targets({ words: ['%_'] })).toEqual(['100%_off']);
    expect(await targets({ action: 'sign_in' })).toEqual([null]);
    expect(await targets({ since: 2_000, until: 4_000 })).toEqual(['100%_off', 'F-2']);
    const [first] = await activity.list({ limit: 1 });
    expect(await targets({ after: first }, 2)).toEqual(['F-3', '100%_off']);
  });
});
