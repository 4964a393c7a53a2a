import { apiKeyCreate } from '@waypost/contract/api/api-keys';
import { expect, it } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { silentLog } from '../../testing/tracking.ts';
import { ApiKeys } from './api-keys.ts';

const ada = { sub: 'ada', name: 'Ada' };
const START = Date.parse('2026-11-20T10:00:00Z');
const createFields = (more: object = {}) =>
  apiKeyCreate.parse({ name: 'TMS', rights: ['read'], expires_at: null, ...more });

describeOnBothDatabases('API keys', (fresh) => {
  async function store() {
    const { db } = await (await fresh()).open();
    const clock = { now: START };
    const now = () => clock.now;
    const activity = new Activity(db, silentLog, now);
    const open = () => new ApiKeys({ db, activity, now });
    return { db, clock, activity, keys: open(), open };
  }

  it('are found by the whole key only, and are not stored in plain text', async () => {
    const { db, keys } = await store();
    const { secret, api_key } = await keys.create(createFields(), ada);
    expect(secret).toMatch(/^wpk_[\w-]{43}$/);
    expect(await keys.find(secret)).toMatchObject({ id: api_key.api_key_id, name: 'TMS' });
    for (const wrong of [secret.slice(0, -1), `${secret}x`, secret.toUpperCase(), `${secret.slice(4)}`, ''])
      expect(await keys.find(wrong), wrong).toBeUndefined();
    const rows = JSON.stringify([
      await db.selectFrom('api_key').selectAll().execute(),
      await db.selectFrom('activity').selectAll().execute(),
    ]);
    for (let at = 4; at + 8 <= secret.length; at += 1) expect(rows).not.toContain(secret.slice(at, at + 8));
  });

  it('are listed newest first with their creator, and never with the key', async () => {
    const { keys, clock } = await store();
    const first = await keys.create(createFields(), ada);
    clock.now += 1000;
    const expires_at = '2027-01-01T00:00:00.000Z';
    await keys.create(createFields({ name: 'Report', rights: ['manage_loads'], expires_at }), ada);
    const list = await keys.list();
    expect(list).toMatchObject([
      { name: 'Report', rights: ['read', 'manage_loads'], expires_at, created_by_name: 'Ada' },
      { name: 'TMS', rights: ['read'], expires_at: null, last_used_at: null, revoked_at: null },
    ]);
    expect(JSON.stringify(list)).not.toContain(first.secret);
  });

  it('are not created with an expiry in the past', async () => {
    const { keys } = await store();
    const expires_at = new Date(START - 1).toISOString();
    await expect(keys.create(createFields({ expires_at }), ada)).rejects.toMatchObject({
      code: 422,
      detail: [{ path: 'body.expires_at' }],
    });
  });

  it('are revoked once, with the name of the person, effective immediately', async () => {
    const { keys, clock, activity } = await store();
    const { secret, api_key } = await keys.create(createFields(), ada);
    await keys.find(secret);
    const revoked = await keys.revoke(api_key.api_key_id, ada);
    expect(revoked).toMatchObject({ revoked_by_name: 'Ada' });
    expect(await keys.find(secret)).toMatchObject({ revoked_at: START });
    clock.now += 5000;
    expect(await keys.revoke(api_key.api_key_id, { sub: 'bob', name: 'Bob' })).toEqual(revoked);
    expect(await activity.list({ action: 'revoke_api_key', limit: 5 })).toHaveLength(1);
    await expect(keys.revoke('00000000-0000-4000-8000-000000000001', ada)).rejects.toMatchObject({
      code: 404,
    });
  });

  it('stop working within a second of being revoked on another server', async () => {
    const { keys, clock, open } = await store();
    const { secret, api_key } = await keys.create(createFields(), ada);
    expect(await keys.find(secret)).toMatchObject({ revoked_at: null });
    await open().revoke(api_key.api_key_id, ada);
    clock.now += 1001;
    expect(await keys.find(secret)).toMatchObject({ revoked_at: START });
  });

  it('record their last use, written at most once a minute', async () => {
    const { keys, clock } = await store();
    const { api_key } = await keys.create(createFields(), ada);
    const used = async () => (await keys.list())[0]?.last_used_at;
    await keys.recordUse(api_key.api_key_id);
    expect(await used()).toBe(new Date(START).toISOString());
    clock.now += 59_000;
    await keys.recordUse(api_key.api_key_id);
    expect(await used()).toBe(new Date(START).toISOString());
    clock.now += 1000;
    await keys.recordUse(api_key.api_key_id);
    expect(await used()).toBe(new Date(START + 60_000).toISOString());
  });
});
