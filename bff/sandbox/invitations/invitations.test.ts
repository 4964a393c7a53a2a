import { beforeEach, describe, expect, it } from 'vitest';
import type { EventInput } from '../events/events.ts';
import type { ServiceError } from '../http/problem.ts';
import { countedIds, ManualClock } from '../testing.ts';
import { HOUR } from '../world/clock.ts';
import { Invitations } from './invitations.ts';

const START = Date.UTC(2026, 10, 20, 12);

let clock: ManualClock;
let emitted: EventInput[];
let notified: [string, string][];
let agreementIsOver: boolean;
let invitations: Invitations;

function make(): Invitations {
  let secrets = 0;
  return new Invitations(
    {
      partner_id: 'partner',
      events: {
        emit: (event) => emitted.push(event),
        notify: (url, { event_name }) => notified.push([url, event_name]),
      },
      newId: countedIds(),
      newSecret: () => `secret-${++secrets}`,
      now: () => clock.now(),
      link: (secret) => `http://here/invite/${secret}`,
      canInviteAgain: () => agreementIsOver,
    },
    [],
  );
}
beforeEach(() => {
  clock = new ManualClock(START);
  emitted = [];
  notified = [];
  agreementIsOver = false;
  invitations = make();
});

const create = (body: object = {}) => invitations.create({ fleet_ref: 'F-1', expires_in_hours: 72, ...body });
const names = () => emitted.map(({ event_name }) => event_name);
const conflict = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return (error as ServiceError).status;
  }
  return null;
};

describe('a new invitation', () => {
  it('is valid for exactly its hours, although time passes during its creation', () => {
    const { now } = clock;
    clock.now = () => {
      clock.advance(1);
      return now.call(clock);
    };
    const { created_at, expires_at } = create({ expires_in_hours: 5 }).record;
    expect(expires_at - created_at).toBe(5 * HOUR);
  });

  it('maps deprecated aliases to their fields; the field itself wins', () => {
    const { record } = create({
      partner_provided_fleet_name: 'Old',
      fleet_email: 'new@example.com',
      partner_provided_fleet_email: 'old@example.com',
    });
    expect(invitations.answer(record)).toMatchObject({
      fleet_name: 'Old',
      partner_provided_fleet_name: 'Old',
      fleet_email: 'new@example.com',
      partner_provided_fleet_email: 'new@example.com',
    });
  });

  it('has the required permissions: as sent, or read for everything with some raised', () => {
    expect(invitations.answer(create({ permissions: { vehicle: 'read' } }).record).permissions).toEqual({
      vehicle: 'read',
    });
    const raised = invitations.answer(create({ write_permissions: ['user'] }).record).permissions;
    expect(raised).toMatchObject({ user: 'read_write', vehicle: 'read', hos_event: 'read' });
    expect(Object.keys(raised ?? {})).toHaveLength(35);
  });
});

describe('refreshing an invitation', () => {
  it('renews the validity of the same invitation and replaces its requested fields', () => {
    const { record } = create({ fleet_name: 'Acme', fleet_phone: '1' });
    clock.advance(10 * HOUR);
    const again = create({ fleet_name: 'Acme 2', expires_in_hours: 24 });
    expect(again).toEqual({ record, isNew: false });
    expect(invitations.answer(record)).toMatchObject({
      fleet_name: 'Acme 2',
      fleet_phone: null,
      expires_at: new Date(START + 34 * HOUR).toISOString(),
      created_at: new Date(START).toISOString(),
    });
    expect([...invitations.all]).toHaveLength(1);
  });

  it.each(['limit_tsps', 'exclude_tsps'] as const)(
    'changes %s only when sent; an empty list clears it',
    (field) => {
      const { record } = create({ [field]: ['milemarker'] });
      create();
      expect(invitations.answer(record)[field]).toEqual(['milemarker']);
      create({ [field]: null });
      expect(invitations.answer(record)[field]).toEqual(['milemarker']);
      create({ [field]: ['axleline'] });
      expect(invitations.answer(record)[field]).toEqual(['axleline']);
      create({ [field]: [] });
      expect(invitations.answer(record)[field]).toBeNull();
    },
  );

  it('rejects a restriction that conflicts with the stored one', () => {
    create({ limit_tsps: ['milemarker'] });
    expect(conflict(() => create({ exclude_tsps: ['axleline'] }))).toBe(409);
    create({ limit_tsps: [] });
    expect(conflict(() => create({ exclude_tsps: ['axleline'] }))).toBeNull();
  });

  it('replaces one restriction with the other in one step', () => {
    const { record } = create({ exclude_tsps: ['axleline'] });
    create({ exclude_tsps: [], limit_tsps: ['milemarker'] });
    expect(invitations.answer(record)).toMatchObject({ limit_tsps: ['milemarker'], exclude_tsps: null });
  });

  it('keeps an accepted invitation accepted until its agreement ends', () => {
    const { record } = create();
    invitations.accept(record, 'fleet-1');
    create({ fleet_name: 'Renamed' });
    expect(invitations.answer(record)).toMatchObject({
      status: 'accepted',
      fleet_name: 'Renamed',
      fleet_id: 'fleet-1',
    });
    agreementIsOver = true;
    create();
    expect(invitations.answer(record)).toMatchObject({
      status: 'active',
      accepted_at: null,
      fleet_id: null,
      pre_registration_access_token: null,
      pre_registration_refresh_token: null,
    });
    invitations.accept(record, 'fleet-1');
    expect(invitations.answer(record)).toMatchObject({ status: 'accepted', fleet_id: 'fleet-1' });
  });

  it('creates a new invitation instead of a deleted one', () => {
    const { record } = create();
    invitations.delete(record);
    const again = create();
    expect(again.isNew).toBe(true);
    expect(again.record.id).not.toBe(record.id);
  });
});

describe('lifecycle', () => {
  it('records the first view only', () => {
    const { record } = create();
    expect([invitations.view(record), invitations.view(record)]).toEqual([true, false]);
    expect(names()).toEqual(['invitation.viewed']);
  });

  it('sets the fleet and both tokens on acceptance, and calls the callback', () => {
    const { record } = create({ callback_url: 'https://partner.example/hook' });
    expect(invitations.accept(record, 'fleet-1')).toBe(true);
    const read = invitations.answer(record);
    expect(read).toMatchObject({
      status: 'accepted',
      fleet_id: 'fleet-1',
      accepted_at: new Date(START).toISOString(),
    });
    expect(read.pre_registration_access_token).toBeTruthy();
    expect(read.pre_registration_refresh_token).not.toBe(read.pre_registration_access_token);
    expect(notified).toEqual([['https://partner.example/hook', 'invitation.accepted']]);
    expect(invitations.decline(record, null)).toBe(false);
  });

  it('sends no secrets in events', () => {
    const { record } = create({ callback_url: 'https://partner.example/hook' });
    invitations.view(record);
    invitations.accept(record, 'fleet-1');
    expect(JSON.stringify(emitted)).not.toContain('secret-');
  });

  it('expires at the instant of expires_at, with one event', () => {
    const { record } = create({ expires_in_hours: 1 });
    clock.advance(HOUR - 1);
    expect([invitations.settle(), invitations.status(record)]).toEqual([false, 'active']);
    clock.advance(1);
    expect([invitations.settle(), invitations.settle(), invitations.status(record)]).toEqual([
      true,
      false,
      'expired',
    ]);
    expect(emitted).toMatchObject([
      { event_name: 'invitation.expired', data: [{ occurred_at: new Date(START + HOUR).toISOString() }] },
    ]);
    expect(invitations.accept(record, 'f')).toBe(false);
  });
});
