import { siteWrite } from '@waypost/contract/api/sites';
import { expect, it, vi } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { silentLog } from '../../testing/tracking.ts';
import { Sites } from './sites.ts';

const ann = { sub: 'ann', name: 'Ann' };
const site = (name: string, more: object = {}) =>
  siteWrite.parse({ name, latitude: 35.2, longitude: -101.8, radius_meters: 500, ...more });

describeOnBothDatabases('the site book', (fresh) => {
  async function book() {
    const { db } = await (await fresh()).open();
    const activity = new Activity(db, silentLog);
    const open = () => Sites.open({ db, log: silentLog, activity, onCommit: () => undefined });
    return { db, activity, sites: await open(), open };
  }

  it('keeps sites by name, also after a restart', async () => {
    const { sites, open } = await book();
    await sites.create(site('Zed'), ann);
    const made = await sites.create(site('amarillo yard', { free_minutes: 60, note: 'Gate 4' }), ann);
    expect(made).toMatchObject({ free_minutes: 60, note: 'Gate 4', updated_by_name: 'Ann' });
    expect((await open()).list().map((one) => one.name)).toEqual(['amarillo yard', 'Zed']);
  });

  it('finds the site at the place of a circle: each has the center of the other inside', async () => {
    const { sites } = await book();
    await sites.create(site('Region', { radius_meters: 200_000 }), ann);
    await sites.create(site('Yard', { latitude: 35.21 }), ann);
    const at = (latitude: number) => sites.at({ latitude, longitude: -101.8, radius_meters: 1000 })?.name;
    expect([at(35.209), at(35.203), at(35.22), at(35.3)]).toEqual(['Yard', 'Region', undefined, undefined]);
  });

  it.each(['YARD', ' yard ', 'Yard', 'Ｙard'])('a name is unique: %j', async (name) => {
    const { sites } = await book();
    await sites.create(site('Yard'), ann);
    await expect(sites.create(site(name), ann)).rejects.toMatchObject({ code: 409 });
    const other = await sites.create(site('Dock'), ann);
    await expect(sites.update(other.id, site(name), ann)).rejects.toMatchObject({ code: 409 });
  });

  it('an edit is read by another server, whose clock may be ahead', async () => {
    const { db, activity, sites, open } = await book();
    const made = await sites.create(site('Yard'), ann);
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(Date.parse(made.created_at)));
    await sites.create(site('Dock'), ann);
    const behind = await Sites.open({
      db,
      log: silentLog,
      activity,
      onCommit: () => undefined,
      now: () => 1,
    });
    const other = await open();
    await behind.update(made.id, { radius_meters: 700 }, ann);
    await other.catchUp();
    expect(other.get(made.id)?.radius_meters).toBe(700);
  });

  it('changes of different fields both stay, and one of a field that a colleague has changed meanwhile is refused', async () => {
    const { sites } = await book();
    const { id } = await sites.create(site('Yard'), ann);
    await sites.update(id, { radius_meters: 700, before: { radius_meters: 500 } }, ann);
    const dana = { sub: 'dana', name: 'Dana' };
    const noted = await sites.update(id, { note: 'Gate 4', before: { note: null } }, dana);
    expect(noted).toMatchObject({ radius_meters: 700, note: 'Gate 4' });
    await expect(
      sites.update(id, { radius_meters: 800, before: { radius_meters: 500 } }, ann),
    ).rejects.toMatchObject({ code: 412, message: 'Dana has just changed this site' });
    expect(sites.get(id)).toMatchObject({ radius_meters: 700 });
  });

  it('a site may be renamed to its own name, and deleted', async () => {
    const { sites } = await book();
    const { id } = await sites.create(site('Yard'), ann);
    expect(await sites.update(id, site('YARD', { radius_meters: 700 }), ann)).toMatchObject({
      id,
      name: 'YARD',
      radius_meters: 700,
    });
    await sites.remove(id, ann);
    expect(sites.list()).toEqual([]);
    await expect(sites.remove(id, ann)).rejects.toMatchObject({ code: 404 });
    await expect(sites.update(id, site('Yard'), ann)).rejects.toMatchObject({ code: 404 });
  });

  it('an import adds, replaces and keeps as requested, and is recorded', async () => {
    const { sites, activity } = await book();
    await sites.create(site('Same'), ann);
    await sites.create(site('Other'), ann);
    const items = [site('same'), site('OTHER', { radius_meters: 900 }), site('New')];
    expect(await sites.import({ items, on_conflict: 'keep' }, ann)).toMatchObject({
      added: 1,
      replaced: 0,
      kept: 2,
    });
    expect(await sites.import({ items, on_conflict: 'replace' }, ann)).toMatchObject({
      // The same circle, but another spelling of the name.
      added: 0,
      replaced: 2,
      kept: 1,
    });
    expect(sites.list().map(({ name, radius_meters }) => [name, radius_meters])).toEqual([
      ['New', 500],
      ['OTHER', 900],
      ['same', 500],
    ]);
    const rows = await activity.list({ action: 'import_sites', limit: 10 });
    expect(rows).toHaveLength(2);
  });

  it('an import with one name for two circles is refused completely', async () => {
    const { sites } = await book();
    const items = [site('New'), site('Twice'), site('TWICE', { latitude: 36 })];
    await expect(sites.import({ items, on_conflict: 'replace' }, ann)).rejects.toMatchObject({
      code: 422,
      detail: [{ path: 'body.items.2.name' }],
    });
    expect(sites.list()).toEqual([]);
    const alike = [site('Twice'), site('TWICE')];
    expect(await sites.import({ items: alike, on_conflict: 'keep' }, ann)).toMatchObject({
      added: 1,
      kept: 1,
    });
  });

  it('a change on one server is read by another', async () => {
    const { sites, open } = await book();
    const other = await open();
    const { id } = await sites.create(site('Yard'), ann);
    await other.catchUp();
    expect(other.get(id)).toMatchObject({ name: 'Yard' });
    await sites.remove(id, ann);
    await other.catchUp();
    expect(other.list()).toEqual([]);
  });
});
