/** Every attribute and limit of users and invitations on the server, from the same table as the schemas and forms. */
import { BULK_ROWS_MAX } from '@waypost/contract/api/bulk';
import {
  bodyOf,
  type FieldCase,
  INVITATION_BASE,
  INVITATION_CASES,
  USER_BASE,
  USER_CASES,
} from '@waypost/contract/testing/onboarding-cases';
import { describe, expect, it } from 'vitest';
import { useServer } from '../../testing/server.ts';

const server = await useServer();

const KINDS = [
  ['invitation', 'invitations', INVITATION_BASE, INVITATION_CASES],
  ['user', 'users', USER_BASE, USER_CASES],
] as const;

const post = async (path: string, body: unknown) =>
  (await server.signedIn('onboarding')).api(`${server.url}/api/${path}`, { method: 'POST', body });

/** One row per case; duplicate rows are tested elsewhere. */
const rowsOf = (base: object, cases: readonly FieldCase[]) =>
  cases.map((one, n) => ({ ...unlike(base, n), ...bodyOf({}, one) }));
const unlike = (base: object, n: number) => ('fleet_ref' in base ? { fleet_ref: `F-${n}` } : base);

describe.each(KINDS)('%s', (kind, path, base, cases) => {
  it('the server accepts and rejects bulk rows as the table says', async () => {
    const alone = cases.filter(({ field }) => field !== 'fleet_ref' && field !== 'username');
    expect(alone.length).toBeLessThan(BULK_ROWS_MAX);
    const page = await post('bulk/check', { kind, rows: rowsOf(base, alone) });
    expect(page.status).toBe(200);
    const shown = (page.json.rows as { issues: { path: string }[] }[]).map(({ issues }) =>
      issues.map((issue) => issue.path),
    );
    expect(shown).toEqual(alone.map(({ refused_at }) => (refused_at === null ? [] : [refused_at])));
  });

  it('the server rejects single requests at the invalid field before sending anything', async () => {
    const browser = await server.signedIn('onboarding');
    // One case per attribute: the rows above cover all cases.
    const first = new Map(
      cases.filter(({ refused_at }) => refused_at !== null).map((one) => [one.field, one]),
    );
    for (const one of first.values()) {
      const page = await browser.api(`${server.url}/api/${path}`, {
        method: 'POST',
        body: bodyOf(base, one),
      });
      expect(page.status, one.field).toBe(422);
      expect((page.json.detail as { path: string }[]).map((issue) => issue.path)).toEqual([
        `body.${one.refused_at}`,
      ]);
    }
  });
});

it('one list of providers replaces the other at the service in one step', async () => {
  const fleet_ref = 'F-swap';
  expect((await post('invitations', { fleet_ref, exclude_tsps: ['axleline'] })).status).toBe(201);
  const swapped = await post('invitations', { fleet_ref, exclude_tsps: [], limit_tsps: ['milemarker'] });
  expect(swapped.json).toMatchObject({
    refreshed: true,
    result: { limit_tsps: ['milemarker'], exclude_tsps: null },
  });
});

it('an unknown field is rejected by name', async () => {
  const page = await post('invitations', { fleet_ref: 'F', partner_provided_fleet_name: 'Old' });
  expect(page.status).toBe(422);
});
