import { beforeAll, describe, expect, it } from 'vitest';
import { providerBySlug } from '../connections/providers.ts';
import { useSandbox } from '../use-sandbox.ts';
import { MINUTE } from '../world/clock.ts';

const USERS = '/v2/telematics/users';
const CONNECTIONS = '/v2/integrations/connections';
const UNKNOWN = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';

interface Operation {
  readonly id: string;
  readonly connection_id: string;
  readonly status: string;
  readonly partner_ref: string | null;
  readonly payload: Record<string, unknown>;
}
interface Connection {
  readonly id: string;
  readonly fleet_id: string;
  readonly tsp_slug: string;
}

const sandbox = useSandbox({ loads: 300, rate_limit: 10_000 }, { shared: true });
let connections: Connection[];
beforeAll(async () => {
  connections = (
    (await (await sandbox.call('GET', `${CONNECTIONS}?size=1000`)).json()) as { items: Connection[] }
  ).items;
});

const fleetOf = ({ fleet_id }: Connection) => sandbox.world.fleets.find((one) => one.fleet_id === fleet_id);
const found = (fits: (connection: Connection) => boolean) => {
  const one = connections.find(fits);
  if (!one) throw new Error('the seed has no such connection');
  return one.id;
};
const mayWrite = (one: Connection) => fleetOf(one)?.agreement.scopes?.user === 'read_write';
const writes = (one: Connection) => providerBySlug(one.tsp_slug)?.writes_users === true;
const writable = () => found((one) => mayWrite(one) && writes(one));
const create = (body: object, query = '') =>
  sandbox.call('POST', USERS + query, { connection_id: writable(), ...body });

describe('creating a user', () => {
  it('needs a known connection, write permission and a provider that supports it', async () => {
    const post = async (connection_id: string) =>
      (await sandbox.call('POST', USERS, { connection_id })).status;
    expect(await post(UNKNOWN)).toBe(404);
    expect(await post(found((one) => !mayWrite(one)))).toBe(403);
    expect(await post(found((one) => mayWrite(one) && !writes(one)))).toBe(501);
    expect((await create({}, '?is_sync=yes')).status).toBe(422);
  });
});

describe('operations', () => {
  it('are listed newest first, by connection, resource and status', async () => {
    const list = async (query: string) =>
      (
        (await (await sandbox.call('GET', `${CONNECTIONS}/resource-operations?${query}`)).json()) as {
          items: Operation[];
        }
      ).items;
    const other = found((one) => mayWrite(one) && writes(one) && one.id !== writable());
    const created = (await (
      await sandbox.call('POST', USERS, { connection_id: other, notes: 'sandbox:rejected' })
    ).json()) as Operation;
    sandbox.advance(MINUTE);
    await create({ username: 'latest' });
    expect((await list('size=1'))[0]?.payload).toEqual({ username: 'latest' });
    expect((await list(`connection_id=${other}&status=failed`)).map(({ id }) => id)).toEqual([created.id]);
    expect((await list('status=pending'))[0]?.payload.username).toBe('latest');
    expect(await list('resource=vehicle')).toEqual([]);
    expect((await list('resource=user')).length).toBeGreaterThan(1);
  });
});
