/** Operations from before the start, as a partner reads them. */
import { serviceEndpoints } from '@waypost/contract/endpoints';
import type { Operation } from '@waypost/contract/operations';
import { expect, it, vi } from 'vitest';
import { useSandbox } from '../use-sandbox.ts';
import { HOUR } from '../world/clock.ts';

const { listOperations, createUser, listUsage } = serviceEndpoints();
const sandbox = useSandbox({ loads: 40, rate_limit: 1000 });
async function list(query = ''): Promise<Operation[]> {
  const response = await sandbox.call('GET', `${listOperations.path}?size=1000${query}`);
  return ((await response.json()) as { items: Operation[] }).items;
}

it('some operations succeeded, some failed with a log per attempt, and one is pending', async () => {
  const [succeeded, failed, pending] = [
    await list('&status=success'),
    await list('&status=failed'),
    await list('&status=pending'),
  ];
  expect(succeeded.length).toBeGreaterThan(1);
  expect(succeeded.map(({ logs }) => logs?.at(-1)?.error_type)).toEqual(succeeded.map(() => null));
  expect(failed.map(({ logs }) => logs?.length)).toContain(4);
  expect(failed.every(({ logs }) => logs?.at(-1)?.error_type)).toBe(true);
  expect(pending).toMatchObject([{ logs: [{ status: 'failed' }, { status: 'failed' }], resource_id: null }]);
  const start = sandbox.world.clock.start;
  expect((await list()).every(({ created_at }) => Date.parse(created_at ?? '') < start)).toBe(true);
});

it('created drivers are those of their fleets, so that their use has their names', async () => {
  const created = (await list('&status=success')).filter(({ payload }) => payload?.is_driver === true);
  const response = await sandbox.call('GET', `${listUsage.path}?size=1000&entity_type=driver`);
  const { items } = (await response.json()) as { items: { entity_id: string }[] };
  expect(created.length).toBeGreaterThan(1);
  expect(items.map(({ entity_id }) => entity_id)).toEqual(
    expect.arrayContaining(created.map(({ resource_id }) => resource_id)),
  );
});

it('the pending operation ends some hours later, with an event', async () => {
  const [pending] = await list('&status=pending');
  const emit = vi.spyOn(sandbox.events, 'emit');
  sandbox.advance(7 * HOUR);
  expect(await list('&status=pending')).toEqual([]);
  expect(emit.mock.calls.map(([{ event_name }]) => event_name)).toContain('resource_operation.succeeded');
  expect((await list('&status=success')).map(({ id }) => id)).toContain(pending?.id);
});

it('their logins are taken', async () => {
  const [one] = await list('&status=success');
  const body = { connection_id: one?.connection_id, username: one?.payload?.username };
  const response = await sandbox.call('POST', `${createUser.path}?is_sync=true`, body);
  expect(await response.json()).toMatchObject({ status: 'failed', logs: [{ error_type: 'duplicate' }] });
});
