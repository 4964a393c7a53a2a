import { HOS_RULESET_CODES } from '@waypost/contract/hos-rulesets';
import { TIME_ZONES } from '@waypost/contract/time-zones';
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
  it('takes every attribute and answers an operation that is pending', async () => {
    const body = {
      connection_id: writable(),
      partner_ref: 'x'.repeat(255),
      username: 'full',
      is_active: true,
      status: 'ACTIVE',
      is_driver: true,
      user_designation: 'Driver',
      user_email: 'full@example.com',
      first_name: 'F',
      last_name: 'L',
      password: 'p'.repeat(1024),
      phone_number: '555 0100',
      phone_country_code: '+1',
      country_code: 'USA',
      license_country: 'USA',
      license_region: 'TX',
      license_number: 'T1',
      license_expiration: '2029-02-28',
      employee_number: 'E1',
      carrier_number: 'C1',
      notes: 'n',
      hos_ruleset_code: HOS_RULESET_CODES[0],
      hos_ruleset_name: 'x',
      allow_yard_move: true,
      allow_personal_conveyance: false,
      allow_adverse_driving: true,
      default_time_zone: TIME_ZONES[0],
      dot_number: '123',
      hos_tracking_config: { compliance_classification: 'non_exempt', tracking_method: 'manual' },
    };
    const answer = await sandbox.call('POST', USERS, body);
    const { connection_id, partner_ref, password: _, ...payload } = body;
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ status: 'pending', connection_id, partner_ref, payload });
  });

  it('answers 200 and the result when it is synchronous', async () => {
    const answer = await create({ username: 'sync' }, '?is_sync=true');
    expect([answer.status, ((await answer.json()) as Operation).status]).toEqual([200, 'success']);
  });

  it.each([
    ['connection_id', 'x'],
    ['partner_ref', 'x'.repeat(256)],
    ['status', 'active'],
    ['user_email', 'x'],
    ['password', ''],
    ['password', 'x'.repeat(1025)],
    ['phone_country_code', '1'],
    ['country_code', 'US'],
    ['license_expiration', '2029-02-29'],
    ['hos_ruleset_code', 'US'],
    ['default_time_zone', 'America/Nowhere'],
    ['hos_tracking_config', { tracking_method: 'guess' }],
    ['is_driver', 'yes'],
    ['colour', 'red'],
  ])('%s %j is a 422 that names it', async (field, value) => {
    const answer = await create({ [field]: value });
    expect(answer.status).toBe(422);
    const { detail } = (await answer.json()) as { detail: { path: string; input: string }[] };
    expect(detail.some(({ path }) => path.startsWith(field))).toBe(true);
    if (field === 'password') expect(detail.every(({ input }) => input === '')).toBe(true);
  });

  it('needs a known connection, the right to write and a provider that can', async () => {
    const post = async (connection_id: string) =>
      (await sandbox.call('POST', USERS, { connection_id })).status;
    expect(await post(UNKNOWN)).toBe(404);
    expect(await post(found((one) => !mayWrite(one)))).toBe(403);
    expect(await post(found((one) => mayWrite(one) && !writes(one)))).toBe(501);
    expect((await create({}, '?is_sync=yes')).status).toBe(422);
  });

  it('conflicts while the same login is being created', async () => {
    expect((await create({ username: 'twice' })).status).toBe(202);
    expect((await create({ username: 'twice' })).status).toBe(409);
  });
});

describe('operations', () => {
  it('are read by connection and identifier', async () => {
    const made = (await (await create({ partner_ref: 'REF-1' })).json()) as Operation;
    const path = (connection_id: string) => `${CONNECTIONS}/${connection_id}/resource-operations/${made.id}`;
    expect(await (await sandbox.call('GET', path(made.connection_id))).json()).toEqual(made);
    expect((await sandbox.call('GET', path(UNKNOWN))).status).toBe(404);
    expect(
      (await sandbox.call('GET', `${CONNECTIONS}/${made.connection_id}/resource-operations/${UNKNOWN}`))
        .status,
    ).toBe(404);
    sandbox.move(MINUTE);
    expect(await (await sandbox.call('GET', path(made.connection_id))).json()).toMatchObject({
      status: 'success',
      partner_ref: 'REF-1',
    });
  });

  it('are listed newest first, by connection, resource and status', async () => {
    const list = async (query: string) =>
      (
        (await (await sandbox.call('GET', `${CONNECTIONS}/resource-operations?${query}`)).json()) as {
          items: Operation[];
        }
      ).items;
    const other = found((one) => mayWrite(one) && writes(one) && one.id !== writable());
    const made = (await (
      await sandbox.call('POST', USERS, { connection_id: other, notes: 'sandbox:rejected' })
    ).json()) as Operation;
    sandbox.move(MINUTE);
    await create({ username: 'latest' });
    expect((await list('size=1'))[0]?.payload).toEqual({ username: 'latest' });
    expect((await list(`connection_id=${other}&status=failed`)).map(({ id }) => id)).toEqual([made.id]);
    expect((await list('status=pending'))[0]?.payload.username).toBe('latest');
    expect(await list('resource=vehicle')).toEqual([]);
    expect((await list('resource=user')).length).toBeGreaterThan(1);
  });
});
