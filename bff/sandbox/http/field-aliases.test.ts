/** Field names that an operator has renamed: the sandbox uses them as the client does. */
import { withOverrides } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { useSandbox } from '../use-sandbox.ts';
import { aliasDirections, withAliases } from './field-aliases.ts';

const assumptions = withOverrides({
  paths: { resource_operations: '/v2/elsewhere/operations' },
  query: { users: { is_sync: 'now' }, pagination: { size: 'limit', cursor: 'after' } },
  user_attributes: { username: 'login', password: 'pass_phrase', hos_tracking_config: 'hos' },
});
const { createUser, listOperations } = serviceEndpoints(assumptions);

const sandbox = useSandbox({ loads: 40, rate_limit: 1000, assumptions }, { shared: true });
let connection_id: string;
beforeAll(async () => {
  const [known] = (
    (await (await sandbox.call('GET', listOperations.path)).json()) as {
      items: { connection_id: string }[];
    }
  ).items;
  connection_id = known?.connection_id ?? '';
});

const create = (body: object, query = '') =>
  sandbox.call('POST', createUser.path + query, { connection_id, ...body });
const named = async (response: Response) =>
  ((await response.json()) as { detail: { path: string; input: string }[] }).detail;

describe('renamed fields', () => {
  it('are accepted and returned at every depth and in the query', async () => {
    const sent = { login: 'x', hos: { tracking_method: 'manual' } };
    const response = await create({ ...sent, pass_phrase: 'correct-horse' }, '?now=true');
    expect(response.status).toBe(200);
    const created = (await response.json()) as { payload: unknown };
    expect(created.payload).toEqual(sent);
    const page = await sandbox.call('GET', `${listOperations.path}?limit=1`);
    expect(((await page.json()) as { items: unknown[] }).items).toHaveLength(1);
  });

  it('are named in a 422, and their secrets stay hidden', async () => {
    expect(
      await named(await create({ login: 7, pass_phrase: 7, hos: { tracking_method: 'x' } })),
    ).toMatchObject([
      { path: 'login', input: '7' },
      { path: 'pass_phrase', input: '' },
      { path: 'hos.tracking_method' },
    ]);
    expect(await named(await create({}, '?now=7'))).toMatchObject([{ path: 'now' }]);
  });

  it('are named in a 422 also where no schema detects the error', async () => {
    const response = await sandbox.call('GET', `${listOperations.path}?after=nonsense`);
    expect(await named(response)).toMatchObject([{ path: 'after', input: 'nonsense' }]);
  });

  it('replace the original names, which are then unknown', async () => {
    expect(await named(await create({ username: 'x' }))).toMatchObject([{ path: 'username' }]);
    expect(await named(await create({}, '?is_sync=true'))).toMatchObject([{ path: 'is_sync' }]);
  });
});

it('two fields may swap their names', () => {
  const wire = aliasDirections({ a: 'b', b: 'a' });
  expect(wire.inward).toEqual({ a: 'b', b: 'a' });
  expect(withAliases([{ path: 'x.a', input: '', message: '', error_type: '' }], wire)[0]?.path).toBe('x.b');
});
