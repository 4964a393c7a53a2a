import { describe, expect, test } from 'vitest';
import { withOverrides } from './assumptions.ts';
import { redactEvent } from './redact-event.ts';

const event = (record: unknown) => ({ id: 'e', event_name: 'x.y', data: [record] });
const recordOf = (redacted: unknown) => (redacted as { data: unknown[] }).data[0];

describe('a redacted event', () => {
  test('keeps everything that is not secret', () => {
    const delivered = event({
      id: 'm',
      stops: [{ name: 'Dock 4', point: { coordinates: [1, 2] } }],
      name: null,
    });
    expect(redactEvent(delivered)).toEqual(delivered);
  });

  test('has no link or token of an invitation, at any depth', () => {
    const record = {
      fleet_ref: 'F',
      magic_link: 'https://x/secret',
      pre_registration_access_token: 'a',
      inner: [{ pre_registration_refresh_token: 'b', magic_link: 'c', kept: 1 }],
    };
    expect(recordOf(redactEvent(event(record)))).toEqual({ fleet_ref: 'F', inner: [{ kept: 1 }] });
  });

  test('has no invitation id under overridden event and field names', () => {
    const a = withOverrides({
      events: { invitation: { accepted: 'partner.joined' } },
      webhooks: { envelope: { event_name: 'type', data: 'items' } },
    });
    const delivered = { type: 'partner.joined', items: [{ id: 'secret', fleet_ref: 'F' }] };
    expect(redactEvent(delivered, a)).toEqual({ type: 'partner.joined', items: [{ fleet_ref: 'F' }] });
  });

  test('has no link under its overridden name', () => {
    const a = withOverrides({ fields: { magic_link: 'join_at' } });
    expect(recordOf(redactEvent(event({ join_at: 'https://x', fleet_ref: 'F' }), a))).toEqual({
      fleet_ref: 'F',
    });
  });

  test('has no password in an operation, nor where its logs repeat it', () => {
    const record = {
      payload: { username: 'ann', password: 'hunter22' },
      logs: [{ error_details: 'refused: hunter22', response_headers: { 'set-cookie': 'x', age: '1' } }],
    };
    expect(recordOf(redactEvent(event(record)))).toEqual({
      payload: { username: 'ann' },
      logs: [{ error_details: 'refused: [redacted]', response_headers: { age: '1' } }],
    });
  });

  test('has no invitation id, neither its own nor one in another record', () => {
    const own = { event_name: 'invitation.viewed', data: [{ id: 'i', fleet_ref: 'F' }] };
    expect(redactEvent(own)).toEqual({ ...own, data: [{ fleet_ref: 'F' }] });
    expect(redactEvent({ ...own, data: { id: 'i', status: 'active' } })).toMatchObject({
      data: { status: 'active' },
    });
    const other = { event_name: 'share_agreement.created', data: [{ id: 'a', invitation_id: 'i' }] };
    expect(redactEvent(other)).toEqual({ ...other, data: [{ id: 'a' }] });
  });

  test('may be any JSON', () => {
    for (const value of [1, 'text', null, true]) expect(redactEvent(value)).toEqual(value);
    expect(redactEvent([{ token: 't' }, 2])).toEqual([{}, 2]);
  });
});

test('a token is hidden under any key, and excessive nesting is cut off', () => {
  const nested = { data: [{ note: 'Bearer abc.def', deep: { clientKey: 'k' }, keep: 1 }] };
  const text = JSON.stringify(redactEvent(nested));
  expect(text).not.toMatch(/abc\.def|clientKey/);
  expect(text).toContain('"keep":1');
});
