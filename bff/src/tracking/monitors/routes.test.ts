/** The list of monitors: those in memory and in the database, combined or separate. */
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { monitorList } from '@waypost/contract/api/monitors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../platform/store/open-database.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { addEndedMonitors } from '../../testing/ended-monitors.ts';
import {
  sandbox,
  startServer,
  type TestSandbox,
  type TestServer,
  temporaryFolder,
} from '../../testing/server.ts';
import { id } from '../../testing/tracking.ts';
import { factOfRecord } from './facts.ts';

const folder = temporaryFolder();
const browser = new TestBrowser();
let started: TestSandbox;
let server: TestServer;

beforeAll(async () => {
  const { db, close } = await openDatabase(`sqlite:${folder.dir}/test.db`);
  await addEndedMonitors(db, Date.now(), 25);
  await close();
  started = await sandbox();
  server = await startServer(started.line, folder.dir);
  await browser.signIn(server.url, 'dispatcher');
  const active = { id: id(900), name: 'Under way', status: 'active', created_at: new Date().toISOString() };
  await server.services.monitors.addFacts([{ id: active.id, tag: null, state: factOfRecord(active) }]);
});
afterAll(async () => {
  await server?.stop();
  await started?.stop();
  folder.remove();
});

const get = async (query: string) => {
  const { status, json } = await browser.api(`${server.url}/api/monitors?${query}`);
  return { status, json, names: (json.items as BoardMonitor[] | undefined)?.map(({ name }) => name) };
};

describe('the list of monitors', () => {
  it('is one complete list across its pages, newest first', async () => {
    const names: (string | null)[] = [];
    let cursor = '';
    do {
      const page = await get(`size=10${cursor}`);
      monitorList.parse(page.json);
      names.push(...(page.names ?? []));
      cursor = page.json.next_page ? `&cursor=${page.json.next_page}` : '';
    } while (cursor);
    expect(names).toHaveLength(26);
    expect(names.slice(0, 3)).toEqual(['Under way', 'Trip 24', 'Trip 23']);
    expect(new Set(names).size).toBe(26);
  });

  it('excludes long-ended monitors where only current ones are requested, and counts them', async () => {
    const { names, json } = await get('part=current');
    expect(names).toEqual(['Under way']);
    expect(json).toMatchObject({ ended: { completed: 22, cancelled: 3, expired: 0 }, next_page: null });
  });

  it('of ended monitors is filtered by status and words, page by page', async () => {
    const first = await get('part=ended&status=cancelled&size=2');
    expect(first.names).toEqual(['Trip 20', 'Trip 10']);
    const second = await get(`part=ended&status=cancelled&size=2&cursor=${first.json.next_page}`);
    expect([second.names, second.json.next_page]).toEqual([['Trip 0'], null]);
    expect((await get('part=ended&q=dock%20angel')).names).toEqual(['Ángel at Dock 9']);
    expect((await get('status=cancelled')).status).toBe(422);
  });

  it('links to a monitor that is not in memory, with its history', async () => {
    const { status, json } = await browser.api(`${server.url}/api/monitors/${id(3)}`);
    expect([status, json.name, json.status]).toEqual([200, 'Trip 3', 'completed']);
    expect((await browser.api(`${server.url}/api/search?q=trip%203&kind=monitor`)).json.items).toMatchObject([
      { id: id(3) },
    ]);
  });
});
