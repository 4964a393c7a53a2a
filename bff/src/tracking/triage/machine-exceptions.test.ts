/** Exceptions read by a TMS with its API key. */
import { randomUUID } from 'node:crypto';
import type { BoardLoads } from '@waypost/contract/api/board';
import { type MachineException, machineExceptions } from '@waypost/contract/api/machine';
import { factsOf } from '@waypost/triage/facts';
import { quietFleetOf, quietFleets } from '@waypost/triage/fleet';
import { worstFirst, worstFirstPlace } from '@waypost/triage/rank';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../testing/browser.ts';
import { useServer } from '../../testing/server.ts';

const { url, signedIn } = await useServer({ sandbox: { SANDBOX_LOADS: '40' } });
let dispatcher: TestBrowser;
let key: string;

async function ask(query: string): Promise<ReturnType<typeof machineExceptions.parse>> {
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/api/exceptions?${query}`, { headers });
  expect(answer.status, query).toBe(200);
  return machineExceptions.parse(await answer.json());
}

const loads = async () =>
  ((await dispatcher.api(`${url}/api/loads`)).json as unknown as BoardLoads).items.filter(
    ({ triage }) => triage !== null,
  );

beforeAll(async () => {
  dispatcher = await signedIn('dispatcher');
  const admin = await signedIn('admin');
  const body = { name: 'TMS', rights: ['read'], expires_at: null };
  const { json } = await admin.api(`${url}/api/api-keys`, { method: 'POST', body });
  key = json.secret as string;
  await vi.waitFor(
    async () => {
      const found = await loads();
      expect(found.length).toBeGreaterThan(3);
      expect(found.some(({ fleet }) => fleet !== null)).toBe(true);
    },
    { timeout: 20_000 },
  );
});

describe('exceptions for machines', () => {
  async function readPages(query: string): Promise<MachineException[]> {
    const found: MachineException[] = [];
    let cursor = '';
    do {
      const { items, next_page } = await ask(`size=2${query}${cursor}`);
      expect(items.length).toBeLessThanOrEqual(2);
      found.push(...items);
      cursor = next_page === null ? '' : `&cursor=${next_page}`;
    } while (cursor !== '');
    return found;
  }

  it('come in the order of the board, page by page', async () => {
    const idsOf = (items: readonly { load_id: string }[]) => items.map(({ load_id }) => load_id);
    await vi.waitFor(
      async () => {
        const onBoard = ((await dispatcher.api(`${url}/api/loads`)).json as unknown as BoardLoads).items;
        const quiet = quietFleets(onBoard);
        const sorted = worstFirst(
          onBoard.filter(({ triage }) => triage !== null),
          (load) => {
            const facts = factsOf(load, { now: Date.now(), outage: false });
            return worstFirstPlace(
              load,
              facts,
              quietFleetOf(load, facts.cause, (id) => quiet.has(id)),
            );
          },
        );
        expect(idsOf((await ask('')).items)).toEqual(idsOf(sorted));
        expect(idsOf(await readPages(''))).toEqual(idsOf(sorted));
        expect(idsOf(sorted)).not.toEqual(idsOf(sorted).toSorted());
      },
      { timeout: 20_000 },
    );
  });

  it('are asked for again from the start when the last load of a page has left the list', async () => {
    const headers = { Authorization: `Bearer ${key}` };
    const answer = await fetch(`${url}/api/exceptions?cursor=${randomUUID()}`, { headers });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('sort=load_id');
    expect(
      (await fetch(`${url}/api/exceptions?sort=load_id&cursor=${randomUUID()}`, { headers })).status,
    ).toBe(200);
  });

  it('are those of the board, page by page, each once', async () => {
    const found = await readPages('&sort=load_id');
    const ids = found.map(({ load_id }) => load_id);
    expect(ids).toEqual([...new Set(ids)].sort());
    for (const { load_id, triage } of await loads())
      expect(found).toContainEqual(
        expect.objectContaining({ load_id, exception_id: triage?.exception_id, cause: triage?.cause }),
      );
  });

  it('are filtered by state, cause, fleet and reference', async () => {
    const [first] = (await ask('state=open')).items as [MachineException];
    const items = [{ load_id: first.load_id, version: first.version }];
    const act = { kind: 'close', reason: 'known' };
    const body = { act_id: randomUUID(), act, items };
    expect((await dispatcher.api(`${url}/api/triage/acts`, { method: 'POST', body })).status).toBe(200);
    const closed = await ask('state=closed');
    expect(closed.items).toMatchObject([{ load_id: first.load_id, closed: { reason: 'known' } }]);
    const rest = await ask('state=open&state=snoozed');
    expect(rest.items.map(({ load_id }) => load_id)).not.toContain(first.load_id);
    expect(new Set((await ask(`cause=${first.cause}`)).items.map(({ cause }) => cause))).toEqual(
      new Set([first.cause]),
    );
    const fleet_id = (await ask('')).items.find(({ fleet }) => fleet !== null)?.fleet?.fleet_id;
    const of_fleet = await ask(`fleet_id=${fleet_id}`);
    expect(of_fleet.items.length).toBeGreaterThan(0);
    expect(of_fleet.items.every(({ fleet }) => fleet?.fleet_id === fleet_id)).toBe(true);
    const by_ref = await ask(`load_ref=${encodeURIComponent(String(first.load_ref))}`);
    expect(by_ref.items).toMatchObject([{ load_id: first.load_id }]);
  });

  it('reject unknown filters', async () => {
    const headers = { Authorization: `Bearer ${key}` };
    for (const query of ['state=gone', 'cause=stael', 'fleet_id=x', 'severity=1', 'size=0'])
      expect((await fetch(`${url}/api/exceptions?${query}`, { headers })).status, query).toBe(422);
  });
});
