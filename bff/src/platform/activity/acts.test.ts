/**
 * An act and its entry are stored together: whichever write fails, both are there or neither is, the answer is a success only for what
 * is stored, and a repeat leaves one entry.
 */

import { randomUUID } from 'node:crypto';
import { apiKeyCreate } from '@waypost/contract/api/api-keys';
import { expect, it } from 'vitest';
import { Contacts } from '../../fleets/contacts/contacts.ts';
import { ApiKeys } from '../../integrations/api-keys/api-keys.ts';
import { WallScreens } from '../../people/auth/wall-screens.ts';
import { Company } from '../../people/company/company.ts';
import { Views } from '../../people/views/views.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { allRows, rejectWrites } from '../../testing/rejected-writes.ts';
import { id, silentLog, tracking } from '../../testing/tracking.ts';
import { Board } from '../../tracking/board/board.ts';
import { LoadLists } from '../../tracking/load-lists/load-lists.ts';
import { ShareLinks } from '../../tracking/share-links/share-links.ts';
import { Sites } from '../../tracking/sites/sites.ts';
import { Triage } from '../../tracking/triage/triage.ts';
import { WatchListCommands } from '../../tracking/watch-list/commands.ts';
import { SINGLE_SERVER } from '../cluster/notify-bus.ts';
import { Jobs } from '../jobs/jobs.ts';
import { ALWAYS_HELD } from '../lib/exclusive-work.ts';
import type { Tables } from '../store/database.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { rowOf, updateRow } from '../store/query.ts';
import { type Action, Activity } from './activity.ts';

const ANN = { sub: 'ann', name: 'Ann', roles: ['admin'], manages_loads: true };
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

async function world({ db, dialect }: OpenDatabase) {
  const activity = new Activity(db, silentLog);
  const common = { db, log: silentLog, activity };
  const onCommit = () => undefined;
  const board = await Board.open({ ...common, placeOf: () => null, batchMs: 3_600_000 });
  const poller = { add: () => undefined, remove: () => undefined };
  const commands = new WatchListCommands({ db, activity, board, poller });
  const triage = await Triage.open({ ...common, board, onCommit });
  const sites = await Sites.open({ ...common, onCommit });
  const company = await Company.open({ ...common, onCommit });
  await board.watch([id(1), id(2)], 'person', null);
  for (const load of [1, 2]) board.recordAnswer(id(load), tracking({ load }), tracking({ load }));
  await board.flush();
  await triage.follow(ALWAYS_HELD);
  await triage.observe([{ load_id: id(1), load_ref: 'LD-1', cause: 'stale', basis: null }]);
  const jobs = new Jobs({ ...common, dialect, bus: SINGLE_SERVER });
  jobs.define({ kind: 'work', concurrency: 1, maxTries: 1, retryAfterMs: () => 0, run: async () => ({}) });
  // Nothing runs here.
  await jobs.stop();
  return {
    db,
    jobs,
    board,
    commands,
    triage,
    sites,
    company,
    contacts: new Contacts({ ...common, fleetName: () => null }),
    views: new Views(common),
    lists: new LoadLists(common),
    keys: new ApiKeys(common),
    walls: new WallScreens(common),
    links: new ShareLinks({ ...common, board, company, stopPlaceOf: () => null }),
  };
}
type World = Awaited<ReturnType<typeof world>>;

interface Act {
  readonly action: Action;
  /** Tables written together with the entry. */
  readonly tables: readonly (keyof Tables)[];
  /** Tables written after the commit: the act is stored, whether that succeeds or not. */
  readonly later?: readonly (keyof Tables)[];
  /** Sending it again is another act, not a repeat. */
  readonly is_new_act?: true;
  /** Returns the act; called again to repeat it. */
  readonly prepare: (world: World) => Promise<() => Promise<unknown>>;
}

const SITE = {
  name: 'Yard',
  latitude: 40,
  longitude: -90,
  radius_meters: 300,
  free_minutes: null,
  detention_rate: null,
  detention_currency: null,
  note: '',
};
const CONTACT = { fleet_id: id(9), name: 'Bo', role: '', phone: '+1 555 0100', email: '', is_primary: true };
const VIEW = { name: 'Texas', scope: 'team', search: {} } as const;

const ACTS: readonly Act[] = [
  {
    action: 'assign_exception',
    tables: ['exception', 'exception_event', 'setting'],
    later: ['watched_load'],
    prepare: async ({ board, triage }) => {
      const version = board.get(id(1))?.item.triage?.version ?? 0;
      const request = {
        act_id: randomUUID(),
        act: { kind: 'assign' as const },
        items: [{ load_id: id(1), version }],
      };
      return () => triage.act(request, ANN);
    },
  },
  {
    action: 'call_carrier',
    tables: ['exception', 'exception_event', 'load_call', 'setting'],
    later: ['watched_load'],
    prepare: async ({ triage }) => {
      const act = { kind: 'call' as const, outcome: 'reached' as const, text: 'On its way' };
      const request = { act_id: randomUUID(), act, items: [{ load_id: id(1), version: 0 }] };
      return () => triage.act(request, ANN);
    },
  },
  {
    action: 'undo_exception_act',
    tables: ['exception', 'exception_event', 'setting'],
    later: ['watched_load'],
    prepare: async ({ board, triage }) => {
      const version = board.get(id(1))?.item.triage?.version ?? 0;
      const items = [{ load_id: id(1), version }];
      const { act_id } = await triage.act({ act_id: randomUUID(), act: { kind: 'assign' }, items }, ANN);
      return () => triage.undo(act_id, ANN);
    },
  },
  {
    action: 'watch_loads',
    tables: ['watched_load', 'setting'],
    prepare:
      async ({ commands }) =>
      () =>
        commands.watch([id(3), id(4)], ANN),
  },
  {
    action: 'unwatch_load',
    tables: ['watched_load', 'archived_load', 'setting'],
    prepare:
      async ({ commands }) =>
      () =>
        commands.unwatch(id(2), ANN),
  },
  {
    action: 'say_identifiers',
    tables: ['watched_load', 'setting'],
    is_new_act: true,
    prepare:
      async ({ commands }) =>
      () =>
        commands.sayIdentifiers(id(1), true, ANN),
  },
  {
    action: 'set_carrier_phone',
    tables: ['watched_load', 'setting'],
    is_new_act: true,
    prepare:
      async ({ commands }) =>
      () =>
        commands.setCarrierPhone(id(1), '+1 806 555 0142', ANN),
  },
  {
    action: 'create_site',
    tables: ['site'],
    prepare:
      async ({ sites }) =>
      () =>
        sites.create(SITE, ANN),
  },
  {
    action: 'delete_site',
    tables: ['site'],
    prepare: async ({ sites }) => {
      const site = await sites.create(SITE, ANN);
      return () => sites.remove(site.id, ANN);
    },
  },
  {
    action: 'import_contacts',
    is_new_act: true,
    tables: ['contact'],
    prepare:
      async ({ contacts }) =>
      () =>
        contacts.import({ items: [CONTACT], on_conflict: 'keep' }, ANN),
  },
  {
    action: 'delete_contact',
    tables: ['contact'],
    prepare: async ({ contacts }) => {
      const { contact_id } = await contacts.create(CONTACT, ANN);
      return () => contacts.remove(contact_id, ANN);
    },
  },
  {
    action: 'create_view',
    tables: ['saved_view'],
    prepare: async ({ views }) => {
      const view = { ...VIEW, view_id: randomUUID() };
      return () => views.create(view, ANN as never);
    },
  },
  {
    action: 'change_listed_loads',
    tables: ['load_list', 'load_list_load'],
    prepare: async ({ lists }) => {
      const list_id = randomUUID();
      await lists.create({ list_id, name: 'Hot', scope: 'team', load_ids: [] }, ANN);
      return () => lists.changeLoads(list_id, { add: [id(1)], remove: [] }, ANN);
    },
  },
  {
    action: 'update_company',
    is_new_act: true,
    tables: ['company_setting'],
    prepare:
      async ({ company }) =>
      () =>
        company.change({ name: 'Northbound' }, ANN),
  },
  {
    action: 'retry_job',
    tables: ['job'],
    prepare: async ({ db, jobs }) => {
      await jobs.add(db, 'work', {});
      const job = await rowOf(db, 'job', { kind: 'work' });
      await updateRow(db, 'job', { kind: 'work' }, { dead_at: 1 });
      return () => jobs.retry(job?.id ?? '', ANN);
    },
  },
  {
    action: 'rotate_api_key',
    is_new_act: true,
    tables: ['api_key'],
    prepare: async ({ keys }) => {
      const { api_key } = await keys.create(
        apiKeyCreate.parse({ name: 'TMS', rights: ['read'], expires_at: null }),
        ANN,
      );
      return () => keys.rotate(api_key.api_key_id, 24, ANN);
    },
  },
  {
    action: 'revoke_api_key',
    tables: ['api_key'],
    prepare: async ({ keys }) => {
      const { api_key } = await keys.create(
        apiKeyCreate.parse({ name: 'TMS', rights: ['read'], expires_at: null }),
        ANN,
      );
      return () => keys.revoke(api_key.api_key_id, ANN);
    },
  },
  {
    action: 'create_wall_screen',
    is_new_act: true,
    tables: ['wall_screen'],
    prepare:
      async ({ walls }) =>
      () =>
        walls.create({ name: 'Dock' }, ANN),
  },
  {
    action: 'revoke_wall_screen',
    tables: ['wall_screen'],
    prepare: async ({ walls }) => {
      const { wall_screen } = await walls.create({ name: 'Dock' }, ANN);
      return () => walls.revoke(wall_screen.wall_screen_id, ANN);
    },
  },
  {
    action: 'create_share_link',
    is_new_act: true,
    tables: ['share_link'],
    prepare:
      async ({ links }) =>
      () =>
        links.create(id(1), { expires_at: TOMORROW, shows_vehicle: false }, ANN),
  },
];

describeOnBothDatabases('an act and its entry of the activity log', (fresh) => {
  const prepared = async ({ action, prepare }: Act) => {
    const opened = await (await fresh()).open();
    const { db, dialect } = opened;
    const run = await prepare(await world(opened));
    return {
      db,
      run,
      entries: async () =>
        (await db.selectFrom('activity').selectAll().where('action', '=', action).execute()).length,
      /** Runs it while a table rejects writes; returns its error. */
      runWithout: async (table: keyof Tables): Promise<Error | null> => {
        const allow = await rejectWrites(db, dialect, table);
        const failed = await run().then(
          () => null,
          (error: Error) => error,
        );
        await allow();
        return failed;
      },
    };
  };

  it.each(ACTS)('$action: are stored together or not at all, whichever write fails', async (act) => {
    const { db, run, entries, runWithout } = await prepared(act);
    const before = await allRows(db);
    for (const table of ['activity', ...act.tables] as const) {
      const failed = await runWithout(table);
      expect({ table, failed: failed?.message }).toMatchObject({
        failed: expect.stringContaining('rejected by the test'),
      });
      expect(await allRows(db), table).toEqual(before);
    }
    await run();
    expect(await entries()).toBe(1);
    expect(await allRows(db)).not.toEqual(before);
    if (act.is_new_act) return;
    await run().catch(() => undefined);
    expect(await entries()).toBe(1);
  });

  it.each(ACTS.flatMap((act) => (act.later ?? []).map((table) => ({ ...act, table }))))(
    '$action: are stored, although $table, which follows them, rejects writes',
    async ({ table, ...act }) => {
      const { entries, runWithout } = await prepared(act);
      expect(await runWithout(table)).toBeNull();
      expect(await entries()).toBe(1);
    },
  );

  it('that adds loads names those that this server added, not those that another one added at the same time', async () => {
    const opened = await (await fresh()).open();
    const [a, b] = [await world(opened), await world(opened)];
    const ids = Array.from({ length: 12 }, (_, n) => id(100 + n));
    const answers = await Promise.all([
      ...ids.map((one) => a.commands.watch([one, id(200)], ANN)),
      ...ids.map((one) => b.commands.watch([one, id(200)], ANN)),
    ]);
    const added = answers.flatMap((answer) => answer.added);
    expect(added.toSorted()).toEqual([...ids, id(200)]);
    const rows = await opened.db
      .selectFrom('activity')
      .select('detail')
      .where('action', '=', 'watch_loads')
      .execute();
    const counts = rows.map(({ detail }) => (JSON.parse(detail ?? '{}') as { added: number }).added);
    expect(counts.toSorted()).toEqual(
      answers.flatMap((answer) => (answer.added.length > 0 ? [answer.added.length] : [])).toSorted(),
    );
  });

  it('is answered as done once it is stored, although a listener throws afterward', async () => {
    const { board, commands, lists } = await world(await (await fresh()).open());
    board.onChange.subscribe(() => {
      throw new Error('a listener failed');
    });
    expect(await commands.watch([id(3)], ANN)).toMatchObject({ added: [id(3)] });
    await commands.unwatch(id(3), ANN);
    expect(board.has(id(3))).toBe(false);
    expect(await lists.list(ANN)).toEqual([]);
  });

  it('at the tracking service is started before the call and gets its outcome once', async () => {
    const { db, dialect } = await (await fresh()).open();
    const activity = new Activity(db, silentLog);
    const shown = async () =>
      (await activity.list({ limit: 9 })).map(({ outcome, detail }) => [
        outcome,
        detail && JSON.parse(detail),
      ]);
    const act = await activity.start(ANN, 'update_agreement', 'F-1', { before: 1 });
    expect(await shown()).toEqual([['started', { before: 1 }]]);
    // The outcome cannot be written: the answer to the person stays what the service said.
    const allow = await rejectWrites(db, dialect, 'activity');
    await act.finish('done', { after: 2 });
    await expect(activity.start(ANN, 'update_agreement', 'F-2')).rejects.toThrow('rejected by the test');
    await allow();
    expect(await shown()).toEqual([['started', { before: 1 }]]);
    await act.finish('done', { after: 2 });
    await act.finish('failed');
    expect(await shown()).toEqual([['done', { before: 1, after: 2 }]]);
    expect(await activity.list({ words: ['done', 'after'], limit: 9 })).toHaveLength(1);
    expect(await activity.list({ words: ['started'], limit: 9 })).toEqual([]);
  });
});
