/** Actions on exceptions over HTTP: rights, bulk, the activity log. */
import { randomUUID } from 'node:crypto';
import type { BoardLoads } from '@waypost/contract/api/board';
import { triageResult } from '@waypost/contract/api/triage';
import { describe, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../testing/browser.ts';
import { sized } from '../../testing/deep.ts';
import { useServer } from '../../testing/server.ts';
import { id } from '../../testing/tracking.ts';

const { server, url, signedIn } = await useServer({ sandbox: { SANDBOX_LOADS: '40' } });

const TAKE = { kind: 'assign' } as const;
const post = (browser: TestBrowser, path: string, body: unknown) =>
  browser.api(`${url}${path}`, { method: 'POST', body });
const act = (browser: TestBrowser, act: object, items: readonly object[]) =>
  post(browser, '/api/triage/acts', { act_id: randomUUID(), act, items });

/** Loads with an exception, from the board. */
async function exceptions(browser: TestBrowser) {
  const { json } = await browser.api(`${url}/api/loads`);
  return (json as unknown as BoardLoads).items.flatMap(({ load_id, triage }) =>
    triage ? [{ load_id, version: triage.version }] : [],
  );
}

describe('actions on exceptions', () => {
  it("reach everybody's board, the load's history and the activity log", async () => {
    const [ann, admin] = await Promise.all([signedIn('dispatcher'), signedIn('admin')]);
    const items = await vi.waitFor(async () => {
      const found = await exceptions(ann);
      expect(found.length).toBeGreaterThan(3);
      return found.slice(0, 3);
    }, 20_000);
    const { status, json } = await act(ann, TAKE, items);
    expect(status).toBe(200);
    expect(triageResult.parse(json).done).toHaveLength(3);
    const [first] = items as [(typeof items)[0]];
    const load = await admin.api(`${url}/api/loads/${first.load_id}`);
    expect(load.json.triage).toMatchObject({ owner: { sub: expect.any(String) } });
    const history = await admin.api(`${url}/api/loads/${first.load_id}/triage`);
    expect(history.json.items).toMatchObject([{ kind: 'assign', by: { name: expect.any(String) } }, {}]);
    const log = await admin.api(`${url}/api/activity?action=assign_exception`);
    expect(log.json.items).toMatchObject([{ outcome: 'done', detail: { loads: 3 } }]);
    await post(ann, '/api/triage/undo', { act_id: json.act_id });
    expect((await admin.api(`${url}/api/loads/${first.load_id}`)).json.triage).toMatchObject({ owner: null });
    const people = await ann.api(`${url}/api/triage/people`);
    expect(people.json.items).toHaveLength(2);
  });

  it('report what they changed: an action that was in effect already offers nothing to undo and is not logged', async () => {
    const [ann, admin] = await Promise.all([signedIn('dispatcher'), signedIn('admin')]);
    const [item, other] = await exceptions(ann);
    if (!item || !other) throw new Error('there are no exceptions');
    const first = triageResult.parse((await act(ann, TAKE, [item])).json);
    expect(first).toMatchObject({ done: [item.load_id], changed: [item.load_id] });
    const logged = async () =>
      ((await admin.api(`${url}/api/activity?action=assign_exception`)).json.items as unknown[]).length;
    const before = await logged();
    const again = triageResult.parse((await act(ann, TAKE, [item])).json);
    expect(again).toMatchObject({ done: [item.load_id], changed: [] });
    expect(await logged()).toBe(before);
    const both = triageResult.parse((await act(ann, TAKE, [item, other])).json);
    expect(both).toMatchObject({ done: [item.load_id, other.load_id], changed: [other.load_id] });
    for (const { act_id } of [both, first])
      expect((await post(ann, '/api/triage/undo', { act_id })).status).toBe(200);
  });

  it('require the right to manage loads: a viewer reads and changes nothing', async () => {
    const viewer = await signedIn('viewer');
    const [item] = await exceptions(viewer);
    const load = `${url}/api/loads/${item?.load_id}`;
    const before = (await viewer.api(load)).json.triage;
    const calls = [{ kind: 'call', outcome: 'reached' }, { kind: 'clear_eta' }];
    for (const body of [TAKE, { kind: 'note', text: 'x' }, { kind: 'close', reason: 'known' }, ...calls])
      expect((await act(viewer, body, item ? [item] : [])).status).toBe(403);
    expect((await post(viewer, '/api/triage/undo', { act_id: randomUUID() })).status).toBe(403);
    expect((await viewer.api(load)).json.triage).toEqual(before);
    expect((await viewer.api(`${load}/triage`)).status).toBe(200);
  });

  it.each([
    ['a snooze that is over', { kind: 'snooze', until: '2020-01-01T00:00:00Z' }],
    ['an empty note', { kind: 'note', text: '  ' }],
    ['a reason that nobody knows', { kind: 'close', reason: 'bored' }],
    ['a person who never signed in', { kind: 'assign', sub: 'eve' }],
    ['a call with an ETA that lacks it', { kind: 'call', outcome: 'eta' }],
    [
      'a call with an ETA of another outcome',
      { kind: 'call', outcome: 'reached', eta: { stop_sequence: 0, at: '2126-01-01T00:00:00Z' } },
    ],
    ['a name that the page makes up', { kind: 'assign', sub: null, name: 'Eve' }],
  ])('refuse %s with the field', async (_what, body) => {
    const ann = await signedIn();
    const { status, json } = await act(ann, body, [{ load_id: id(1), version: 0 }]);
    expect(status).toBe(422);
    expect(JSON.stringify(json.detail)).toContain('body.act');
  });

  it('on hundreds of loads are a single fast request', async () => {
    const ann = await signedIn();
    const { board } = server.services;
    const count = sized(100, 500);
    const load_ids = Array.from({ length: count }, (_, n) => id(900_000 + n));
    await post(ann, '/api/loads', { load_ids });
    // The tracking service knows none of them, which is their exception.
    const versionOf = (load_id: string) => board.get(load_id)?.item.triage?.version ?? 0;
    await vi.waitFor(
      () => expect(load_ids.filter((load_id) => versionOf(load_id) > 0)).toHaveLength(count),
      25_000,
    );
    const items = load_ids.map((load_id) => ({ load_id, version: versionOf(load_id) }));
    const { status, json } = await act(ann, { kind: 'snooze', until: null }, items);
    expect(status).toBe(200);
    expect(triageResult.parse(json)).toMatchObject({ done: load_ids, refused: [] });
    expect(load_ids.every((load_id) => board.get(load_id)?.item.triage?.snooze)).toBe(true);
    const more = Array.from({ length: 1500 }, (_, n) => ({ load_id: id(900_000 + n), version: 1 }));
    const { status: too_many } = await act(ann, TAKE, more);
    expect(too_many).toBe(422);
  });
});
