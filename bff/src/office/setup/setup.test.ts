import { DEFAULT_COMPANY } from '@waypost/contract/api/company';
import type { Role } from '@waypost/contract/api/session';
import { SETUP_ITEMS, setup } from '@waypost/contract/api/setup';
import { describe, expect, it } from 'vitest';
import { changePreferences } from '../../people/preferences/preferences.ts';
import type { SmtpSettings } from '../../platform/config/config.ts';
import { addActivity } from '../../platform/store/activity.ts';
import { newInvitationRow } from '../../platform/store/onboarding.ts';
import { addRow, updateRow } from '../../platform/store/query.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { useServer } from '../../testing/server.ts';
import { setupOf } from './setup.ts';

const SMTP: SmtpSettings = {
  host: 'mail.example.com',
  port: 465,
  secure: true,
  requireTls: true,
  login: null,
  from: 'invitations@example.com',
  perMinute: 60,
};
const AT = Date.parse('2026-11-20T10:00:00Z');

describeOnBothDatabases('the setup of a company', (fresh) => {
  async function open() {
    const { db } = await (await fresh()).open();
    const options: Parameters<typeof setupOf>[0] = {
      db,
      config: { smtp: null, mapTiles: null, mapStyleUrl: null },
      company: { settings: DEFAULT_COMPANY },
      board: { ids: () => [] },
      sites: { list: () => [] },
    };
    /** The items of a person that are not open. */
    const done = async (change: Partial<typeof options> = {}, roles: readonly Role[] = ['admin']) =>
      (await setupOf({ ...options, ...change }, { sub: 'ann', roles }))
        .filter(({ state }) => state !== 'open')
        .map(({ key, state }) => (state === 'done' ? key : `${key} ${state}`));
    return { db, options, done };
  }

  it('is open where nothing exists', async () => {
    const { done } = await open();
    expect(await done()).toEqual([]);
  });

  it('lists for each role what its rights allow', async () => {
    const { options } = await open();
    const keys = async (role: Role) =>
      (await setupOf(options, { sub: 'ann', roles: [role] })).map(({ key }) => key);
    expect(await keys('admin')).toEqual(Object.keys(SETUP_ITEMS));
    expect(await keys('dispatcher')).toEqual(['loads', 'site', 'time_zone']);
    expect(await keys('onboarding')).toEqual(['invitation', 'fleet_message']);
    expect(await keys('viewer')).toEqual([]);
  });

  it("has the company's name and time zone once both are set; its time zone is then everyone's", async () => {
    const { done } = await open();
    const company = (change: object) => ({ company: { settings: { ...DEFAULT_COMPANY, ...change } } });
    expect(await done(company({ name: 'Northbound' }))).toEqual([]);
    expect(await done(company({ name: 'Northbound', time_zone: 'America/Chicago' }))).toEqual([
      'company',
      'time_zone',
    ]);
  });

  it('has a mail server once it has accepted an email, and a street map once one is configured', async () => {
    const { db, done } = await open();
    const config = {
      smtp: SMTP,
      mapTiles: null,
      mapStyleUrl: new URL('https://tiles.example.com/style.json'),
    };
    expect(await done({ config })).toEqual(['mail_server configured', 'street_map']);
    await addRow(db, 'email', {
      id: '1',
      invitation_key: 'k',
      job_id: null,
      recipient: 'fleet@example.com',
      language: 'en',
      zone: 'UTC',
      state: 'sent',
      message: null,
      created_by: 'ann',
      created_by_name: 'Ann',
      created_at: AT,
      updated_at: AT,
    });
    expect(await done({ config })).toEqual(['mail_server', 'street_map']);
  });

  it('has more people once somebody else has signed in', async () => {
    const { db, done } = await open();
    const entry = { at: AT, action: 'sign_in', target: null, outcome: 'done', detail: null };
    await addActivity(db, { id: '1', sub: 'ann', name: 'Ann', ...entry });
    await addActivity(db, { id: '2', sub: null, name: null, ...entry, outcome: 'failed' });
    expect(await done()).toEqual([]);
    await addActivity(db, { id: '3', sub: 'bob', name: 'Bob', ...entry });
    expect(await done()).toEqual(['people']);
  });

  it('has a connected TMS as long as an API key is valid', async () => {
    const { db, done } = await open();
    const key = {
      name: 'TMS',
      rights: '[]',
      created_at: AT,
      created_by_name: 'Ann',
      expires_at: null,
      last_used_at: null,
      revoked_by_name: null,
      list_ids: null,
      fleet_ids: null,
      networks: null,
      previous_hash: null,
      previous_until: null,
    };
    await addRow(db, 'api_key', { ...key, id: '1', key_hash: '1', revoked_at: AT });
    expect(await done()).toEqual([]);
    await addRow(db, 'api_key', { ...key, id: '2', key_hash: '2', revoked_at: null });
    expect(await done()).toEqual(['api_key']);
  });

  it('has the time zone of a person who has chosen units or clock, but not that of others', async () => {
    const { db, done } = await open();
    await changePreferences(db, 'bob', { time_zone: 'America/Denver' });
    await changePreferences(db, 'ann', { theme: 'dark' });
    expect(await done()).toEqual([]);
    await changePreferences(db, 'ann', { time_zone: null });
    expect(await done()).toEqual(['time_zone']);
  });

  it('has loads on the board, and a site', async () => {
    const { done } = await open();
    expect(await done({ board: { ids: () => ['1'] } })).toEqual(['loads']);
    expect(await done({ sites: { list: () => [{} as never] } })).toEqual(['site']);
  });

  it('has an invitation, and a message once its link was shared', async () => {
    const { db, done } = await open();
    const row = newInvitationRow({ key: 'k', sealed_id: 's', first_seen_at: AT });
    await addRow(db, 'invitation', { ...row, version: 1 });
    expect(await done()).toEqual(['invitation']);
    await updateRow(db, 'invitation', { key: 'k' }, { shared_at: AT });
    expect(await done()).toEqual(['invitation', 'fleet_message']);
  });
});

describe('GET /api/setup', async () => {
  const { url, signedIn } = await useServer();

  it('tells nobody the settings of the operator but administrators', async () => {
    for (const [role, keys] of [
      ['dispatcher', ['loads', 'site', 'time_zone']],
      ['viewer', []],
    ] as const) {
      const browser = await signedIn(role);
      const { items } = setup.parse((await browser.api(`${url}/api/setup`)).json);
      expect(items.map(({ key }) => key)).toEqual(keys);
    }
  });
});
