/** Records with unusual fields, responses about something else, and records removed by somebody else in the meantime. */
import { afterEach, describe, expect, it } from 'vitest';
import { deliver } from './testing/foreign-service/events.ts';
import * as records from './testing/foreign-service/records.ts';
import { json, only, type Responder, refusal } from './testing/foreign-service/responders.ts';
import { type Browser, eventually, useStack } from './testing/foreign-service/stack.ts';

/** Message for a record that somebody else has removed. */
const ALREADY_GONE = /already (gone|removed)|removed already/i;
/** Names the assumption about an attribute of a user. */
const NAMES_USERNAME = /user_attributes/;

/** Invitation events have their usual names here; other names are covered by another test. */
const stack = useStack({ assumptions: { events: { invitation: {} } } });
afterEach(() => stack.service.reset());
const DAY_MS = 86_400_000;

async function read(admin: Browser, n: number) {
  const id = records.loadId(n);
  await admin.watch(id);
  const clicked = await admin.call('POST', `/api/loads/${id}/read`, {});
  return { id, clicked, load: (await admin.get(`/api/loads/${id}`)).json };
}

describe('one invalid field hides nothing else:', () => {
  it.each<[what: string, change: Record<string, unknown>]>([
    ['a stop without a name', { stops: [records.stop(31, 0, { name: undefined }), records.stop(31, 1)] }],
    ['a stop that is null', { stops: [null, records.stop(31, 1)] }],
    ['stops that are no list', { stops: 'none' }],
    [
      'a time of a stop that is a number',
      { stops: [records.stop(31, 0, { arrived_at: 17 }), records.stop(31, 1)] },
    ],
    ['a health that is a number', { tracking_health: 3 }],
    ['no reference', { load_ref: null }],
  ])('a load with %s shows its position', async (_, change) => {
    const { admin, service } = stack;
    service.behave('tracking', json(200, records.tracking(31, change)));
    const { clicked, load } = await read(admin, 31);
    expect(clicked.status, clicked.text).toBe(200);
    expect(load).toMatchObject({ last_position: { latitude: 35.2 }, read_error: null });
  });

  it.each<[field: string, value: unknown]>([
    ['model_year', '2024'],
    ['model_year', 2024.5],
    ['is_active', 'yes'],
    ['vin', 17],
    ['eld_id', { id: 1 }],
  ])('a vehicle whose %s is %j keeps its position', async (field, value) => {
    const { admin, service } = stack;
    const good = records.tracking(32);
    const assignment = good.vehicle_assignment as Record<string, unknown>;
    const vehicle = { ...(assignment.vehicle as object), [field]: value };
    service.behave('tracking', json(200, { ...good, vehicle_assignment: { ...assignment, vehicle } }));
    const { clicked, load } = await read(admin, 32);
    expect(clicked.status, clicked.text).toBe(200);
    expect(load).toMatchObject({ last_position: { latitude: 35.2 } });
  });
});

describe('a response about something else', () => {
  it('about another load is refused, and the last known data is kept', async () => {
    const { admin, service } = stack;
    const { id } = await read(admin, 41);
    service.behave('tracking', only([id], json(200, records.tracking(42))));
    const clicked = await admin.call('POST', `/api/loads/${id}/read`, {});
    expect(clicked.status).toBe(502);
    const { json: load } = await admin.get(`/api/loads/${id}`);
    expect(load.vehicle_assignment).toMatchObject({ vehicle: { id: records.vehicleId(41) } });
  });

  it('is accepted when its id only differs in upper case', async () => {
    const { admin, service } = stack;
    const load = records.tracking(43);
    service.behave('tracking', json(200, { ...load, load_id: String(load.load_id).toUpperCase() }));
    expect((await read(admin, 43)).clicked.status).toBe(200);
  });
});

describe('an invitation whose response has no expires_in_hours', () => {
  it('counts as valid from the past on, and its events are applied', async () => {
    const { admin, service } = stack;
    const bare = { expires_in_hours: undefined, fleet_ref: 'BARE-50', fleet_name: 'First Name' };
    service.behave('createInvitation', json(201, records.invitation(50, bare)));
    const created = await admin.call('POST', '/api/invitations', { fleet_ref: 'BARE-50' });
    const { key } = created.json.result as { key: string };
    expect(created.json.result).toMatchObject({ fleet_name: 'First Name', status: 'active' });

    await admin.call('POST', '/api/webhooks/invitation', {});
    const { url, secret } = service.subscription('invitation');
    const event = (name: string, n: number) => ({
      id: `event-${n}`,
      event_name: `invitation.${name}`,
      timestamp: new Date().toISOString(),
      data: [{ id: records.idOf(0xc1, 50), fleet_ref: 'BARE-50' }],
    });
    for (const [n, name] of ['viewed', 'accepted'].entries()) {
      expect(await deliver(url, event(name, n), { signing: { secret } })).toBe(204);
    }
    await eventually(async () => {
      const { json: item } = await admin.get(`/api/invitations/${key}`);
      expect(item).toMatchObject({
        status: 'accepted',
        viewed_at: expect.any(String),
        accepted_at: expect.any(String),
        fleet_name: 'First Name',
      });
    });
  });

  it('is updated by a later response', async () => {
    const { admin, service } = stack;
    const answer = (change: Record<string, unknown>): Responder =>
      json(200, records.invitation(51, { expires_in_hours: undefined, fleet_ref: 'BARE-51', ...change }));
    const declined_at = new Date(Date.now() - 3600_000).toISOString();
    service.behave('createInvitation', answer({ status: 'declined', declined_at }));
    await admin.call('POST', '/api/invitations', { fleet_ref: 'BARE-51' });
    const expires_at = new Date(Date.now() + 6 * DAY_MS).toISOString();
    service.behave('createInvitation', answer({ status: 'active', expires_at, fleet_name: 'Second Name' }));
    const again = await admin.call('POST', '/api/invitations', { fleet_ref: 'BARE-51' });
    expect(again.json.result, again.text).toMatchObject({
      status: 'active',
      expires_at,
      fleet_name: 'Second Name',
    });
  });
});

describe('a record removed by a colleague', () => {
  it('is already gone, and no assumed path is blamed: an agreement', async () => {
    const { admin, service } = stack;
    service.store.agreements = [records.agreement(61)];
    await admin.items('/api/agreements?fresh=true');
    service.store.agreements = [];
    const answer = await admin.call('POST', `/api/agreements/${records.idOf(0xb1, 61)}/cancel`, {
      confirm: 'FLEET-61',
    });
    expect(answer.json.reason, answer.text).not.toBe('assumption_failed');
    expect(answer.text).toMatch(ALREADY_GONE);
    expect(answer.text).not.toContain('SERVICE_ASSUMPTIONS');
  });

  it('is already gone: an invitation', async () => {
    const { admin, service } = stack;
    const created = await admin.call('POST', '/api/invitations', { fleet_ref: 'GONE-62' });
    const { key } = created.json.result as { key: string };
    service.store.invitations = [];
    const answer = await admin.call('DELETE', `/api/invitations/${key}`);
    expect(answer.json.reason, answer.text).not.toBe('assumption_failed');
    expect(answer.text).toMatch(ALREADY_GONE);
  });

  it('is already gone: a connection', async () => {
    const { admin, service } = stack;
    service.store.connections = [records.connection(63)];
    await admin.items('/api/connections?fresh=true');
    service.store.connections = [];
    const id = records.idOf(0xb3, 63);
    const answer = await admin.call('DELETE', `/api/connections/${id}`, { confirm: 'FLEET-63' });
    expect(answer.json.reason, answer.text).not.toBe('assumption_failed');
    expect(answer.text).toMatch(ALREADY_GONE);
  });
});

it('a 422 for an attribute with an assumed name mentions the assumption', async () => {
  const { admin, service } = stack;
  const issue = { path: 'u.username', input: 'ann', message: 'extra field', error_type: 'extra_forbidden' };
  service.behave('createUser', refusal(422, [issue]));
  const refused = await admin.call('POST', '/api/users', {
    connection_id: records.idOf(0xb3, 1),
    username: 'ann',
  });
  expect(refused.status).toBe(422);
  expect(refused.text).toMatch(NAMES_USERNAME);
});

it('an agreement with a reference of 609 characters is deleted', async () => {
  const { admin, service } = stack;
  const fleet_ref = 'L'.repeat(609);
  service.store.agreements = [records.agreement(71, { fleet_ref })];
  await admin.items('/api/agreements?fresh=true');
  const response = await admin.call('DELETE', `/api/agreements/${records.idOf(0xb1, 71)}`, {
    confirm: fleet_ref,
  });
  // Or by the shorter text that the page asks for instead.
  const { fleet_id } = records.agreement(71);
  const shorter =
    response.status === 204
      ? response
      : await admin.call('DELETE', `/api/agreements/${records.idOf(0xb1, 71)}`, { confirm: fleet_id });
  expect(shorter.status, shorter.text).toBe(204);
  expect(service.store.agreements).toEqual([]);
});
