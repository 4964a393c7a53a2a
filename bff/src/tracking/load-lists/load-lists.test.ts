import { randomUUID } from 'node:crypto';
import { MAX_LOAD_LISTS } from '@waypost/contract/api/load-lists';
import { fc, runs } from '@waypost/contract/testing/property';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import { addArchivedLoads, purgeArchivedLoads } from '../../platform/store/archived-loads.ts';
import { archivedLoadOf } from '../../testing/aged-rows.ts';
import type { TestBrowser } from '../../testing/browser.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { useServer } from '../../testing/server.ts';
import { openStream } from '../../testing/stream.ts';
import { id, silentLog } from '../../testing/tracking.ts';
import { LoadLists } from './load-lists.ts';

const ann = { sub: 'ann', name: 'Ann', manages_loads: true };
const LIST = id(90);

describeOnBothDatabases('named lists', (fresh) => {
  /** Loads 1 to 4 are on the board, 5 and 6 in the archive. */
  async function setUp() {
    const { db } = await (await fresh()).open();
    for (const n of [1, 2, 3, 4])
      await db
        .insertInto('watched_load')
        .values({
          load_id: id(n),
          watched: 1,
          source: 'person',
          watched_at: 0,
          watched_by: null,
          version: n,
          read_at: null,
          tracking: null,
          derived: null,
        })
        .execute();
    await addArchivedLoads(
      db,
      [5, 6].map((n) => archivedLoadOf({ n, load_id: id(n), archived_at: n })),
    );
    const lists = new LoadLists({ db, log: silentLog, activity: new Activity(db, silentLog) });
    const create = (load_ids: string[], list_id = LIST, name = 'Reefers') =>
      lists.create({ list_id, name, scope: 'team', load_ids }, ann);
    const loadsThere = async () => {
      const [board, archive] = await Promise.all([
        db.selectFrom('watched_load').select('load_id').where('watched', '=', 1).execute(),
        db.selectFrom('archived_load').select('load_id').execute(),
      ]);
      return [...board, ...archive].map(({ load_id }) => load_id).sort();
    };
    return { db, lists, create, loadsThere };
  }

  it('contain loads of the board and the archive, counted separately; unknown loads are omitted', async () => {
    const { lists, create } = await setUp();
    await create([id(1), id(2), id(5), id(77), id(1)]);
    expect(await lists.read(LIST, ann)).toMatchObject({ loads: 2, archived: 1 });
    const { added, removed } = await lists.changeLoads(
      LIST,
      { add: [id(2), id(3)], remove: [id(1), id(4)] },
      ann,
    );
    expect([added, removed]).toEqual([[id(3)], [id(1)]]);
    const asked = await lists.list(ann, id(3));
    expect(asked).toMatchObject([{ name: 'Reefers', loads: 2, archived: 1, has_load: true, version: 2 }]);
  });

  it('keep a load until it is deleted from the archive', async () => {
    const { db, lists, create } = await setUp();
    await create([id(1), id(5), id(6)]);
    await purgeArchivedLoads(db, 6);
    expect((await lists.read(LIST, ann)).load_ids.sort()).toEqual([id(1), id(6)]);
  });

  it('lose no load, in whatever order lists are created, filled, deleted and restored', async () => {
    const act = fc.record({
      what: fc.constantFrom('create', 'add', 'remove', 'delete', 'undo'),
      list: fc.integer({ min: 0, max: 2 }),
      loads: fc.subarray([1, 2, 3, 4, 5, 6]),
    });
    const { lists, create, loadsThere } = await setUp();
    const before = await loadsThere();
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
        const model = new Map<string, Set<string>>();
        const deleted = new Map<string, string[]>();
        const run = randomUUID();
        const ids = [randomUUID(), randomUUID(), randomUUID()];
        for (const { what, list, loads } of acts) {
          const list_id = ids[list] as string;
          const load_ids = loads.map(id);
          const known = model.get(list_id);
          if (what === 'create' && !known) {
            await create(load_ids, list_id, `${run} ${list}`);
            model.set(list_id, new Set(load_ids));
          } else if (what === 'add' && known) {
            await lists.changeLoads(list_id, { add: load_ids, remove: [] }, ann);
            for (const one of load_ids) known.add(one);
          } else if (what === 'remove' && known) {
            await lists.changeLoads(list_id, { add: [], remove: load_ids }, ann);
            for (const one of load_ids) known.delete(one);
          } else if (what === 'delete' && known) {
            deleted.set(list_id, (await lists.remove(list_id, ann)).load_ids);
            model.delete(list_id);
          } else if (what === 'undo' && !known && deleted.has(list_id)) {
            await create(deleted.get(list_id) ?? [], list_id, `${run} ${list}`);
            model.set(list_id, new Set(deleted.get(list_id)));
          }
        }
        expect(await loadsThere()).toEqual(before);
        for (const [list_id, load_ids] of model) {
          expect((await lists.read(list_id, ann)).load_ids.sort()).toEqual([...load_ids].sort());
          await lists.remove(list_id, ann);
        }
      }),
      { numRuns: runs(15) },
    );
  });

  it(`are at most ${MAX_LOAD_LISTS} per team, with unique names regardless of case`, async () => {
    const { lists, create } = await setUp();
    await create([]);
    await expect(create([], id(91), 'REEFERS')).rejects.toMatchObject({ code: 409 });
    const other = await create([], id(92), 'Dry vans');
    await expect(lists.update(other.list_id, { name: 'reefers' }, ann)).rejects.toMatchObject({ code: 409 });
    for (let n = 2; n < MAX_LOAD_LISTS; n += 1) await create([], id(100 + n), `List ${n}`);
    await expect(create([], id(300), 'One more')).rejects.toMatchObject({ code: 409 });
  });
});

const server = await useServer();

describe('named lists through our API', () => {
  let dispatcher: TestBrowser;
  let admin: TestBrowser;
  let viewer: TestBrowser;
  beforeAll(async () => {
    dispatcher = await server.signedIn();
    admin = await server.signedIn('admin');
    viewer = await server.signedIn('viewer');
  });
  const call = (browser: TestBrowser, method: string, path = '', body?: unknown) =>
    browser.api(`${server.url}/api/load-lists${path}`, { method, ...(body === undefined ? {} : { body }) });
  const list = (name: string, scope = 'team') => ({ list_id: randomUUID(), name, scope, load_ids: [] });
  const namesOf = async (browser: TestBrowser) =>
    ((await call(browser, 'GET')).json.items as { name: string }[]).map(({ name }) => name);

  it("another person's private list shows its owner only, and cannot be changed or deleted", async () => {
    const own = list('Secret plan', 'person');
    await call(dispatcher, 'POST', '', own);
    const path = `/${own.list_id}`;
    const attacks = [
      await call(admin, 'GET', path),
      await call(admin, 'PATCH', path, { scope: 'team' }),
      await call(admin, 'POST', `${path}/loads`, { add: [id(1)] }),
      await call(admin, 'DELETE', path),
      await call(admin, 'POST', '', { ...own, name: 'Other' }),
    ];
    expect(attacks.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(attacks[0]?.json.message).toMatch(/^This list is private to /);
    expect(JSON.stringify(attacks)).not.toContain('Secret plan');
    expect(await namesOf(admin)).not.toContain('Secret plan');
    const found = await admin.api(`${server.url}/api/search?q=secret+plan`);
    expect(found.json.items).toEqual([]);
  });

  it("a viewer has private lists and cannot change team lists; nobody makes another person's shared list private", async () => {
    const team = list('Night shift');
    await call(dispatcher, 'POST', '', team);
    expect((await call(viewer, 'POST', '', list('For all'))).status).toBe(403);
    expect((await call(viewer, 'POST', `/${team.list_id}/loads`, { add: [] })).status).toBe(403);
    expect((await call(viewer, 'DELETE', `/${team.list_id}`)).status).toBe(403);
    expect((await call(viewer, 'POST', '', list('For me', 'person'))).status).toBe(201);
    expect((await call(admin, 'PATCH', `/${team.list_id}`, { scope: 'person' })).status).toBe(403);
    expect((await call(dispatcher, 'PATCH', `/${team.list_id}`, { scope: 'person' })).status).toBe(200);
    expect((await call(admin, 'GET', `/${team.list_id}`)).status).toBe(403);
  });

  it('a change reaches every open page, and changes of team lists are in the activity log', async () => {
    const stream = await openStream(server.url, viewer);
    const team = list('Live one');
    await call(dispatcher, 'POST', '', team);
    await vi.waitFor(() => expect(stream.events.map(({ event }) => event)).toContain('load_lists'));
    stream.close();
    await call(dispatcher, 'POST', '', list('Not logged', 'person'));
    await call(dispatcher, 'DELETE', `/${team.list_id}`);
    const { json } = await admin.api(`${server.url}/api/activity`);
    const entries = JSON.stringify(json.items);
    expect(entries).toContain('"delete_load_list"');
    expect(entries).not.toContain('Not logged');
    expect((await call(viewer, 'GET', `/${team.list_id}`)).status).toBe(404);
  });
});
