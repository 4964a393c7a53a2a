/** Exceptions: loads that nobody has handled, and acts by the API. */
import type { Page } from '@playwright/test';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { TriageAct } from '@waypost/contract/api/triage';
import { callApi, expect, listLoads } from './fixtures.ts';

export type Wanted = (load: BoardLoad) => boolean;

/** A load with an exception that nobody has handled. */
export async function untouchedLoad(page: Page, wanted: Wanted = () => true): Promise<BoardLoad> {
  let found: BoardLoad | undefined;
  await expect(async () => {
    found = (await listLoads(page)).find(
      (load) =>
        load.triage?.closed === null &&
        load.triage.owner === null &&
        load.triage.snooze === null &&
        load.triage.notes === 0 &&
        wanted(load),
    );
    expect(found).toBeDefined();
  }).toPass();
  if (!found) throw new Error('no load has an exception');
  return found;
}

/** Acts on loads as the signed-in person. */
export async function actOn(page: Page, act: TriageAct, load_ids: readonly string[]): Promise<void> {
  const loads = (await listLoads(page)).filter(({ load_id }) => load_ids.includes(load_id));
  const items = loads.map(({ load_id, triage }) => ({ load_id, version: triage?.version ?? 0 }));
  const { status } = await callApi(page, '/api/triage/acts', 'POST', {
    act_id: crypto.randomUUID(),
    act,
    items,
  });
  expect(status).toBe(200);
}
