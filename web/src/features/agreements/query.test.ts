import { describe, expect, it } from 'vitest';
import { agreementOf, connectionOf, inHours, needs } from '../../testing/agreements.ts';
import { NOW } from '../../testing/loads.ts';
import { connectionKind, lastData, nextAction } from './connection-state.ts';
import { connectionRows, select } from './query.ts';
import type { AgreementShow } from './search.ts';
import { resourceWord, sharedText, writeText } from './words.ts';

const LIST = [
  agreementOf(1),
  agreementOf(2, { expiration_date: inHours(24), dependents: needs(24) }),
  agreementOf(3, { effective_date: inHours(50) }),
  agreementOf(4, { expiration_date: inHours(-50) }),
  agreementOf(5, { status: 'paused' }),
  agreementOf(6, { status: 'deleted' }),
  agreementOf(7, { scopes: { vehicle: 'read', trailer: 'read' } }),
  agreementOf(8, { expiration_date: inHours(-5), dependents: needs(99) }),
  agreementOf(9, { status: 'suspended' as never }),
];
const names = (rows: readonly { agreement: { fleet_ref?: string | null | undefined } }[]) =>
  rows.map(({ agreement }) => agreement.fleet_ref?.replace('CARRIER-', '')).join(' ');

describe('the list of agreements', () => {
  it.each<[AgreementShow | undefined, string]>([
    [undefined, '8 2 7 4 1 3 5 9 6'],
    ['attention', '8 2'],
    ['active', '2 7 1'],
    ['scheduled', '3'],
    ['ended', '8 4'],
    ['off', '5 9 6'],
    ['no_location', '7'],
  ])('shows %s, worst first', (show, refs) => {
    const { rows, counts } = select(LIST, { show }, NOW);
    expect(names(rows)).toBe(refs);
    expect(counts[show ?? 'all']).toBe(rows.length);
  });
  it('counts regardless of the search and always includes agreements that end too soon', () => {
    const { rows, counts, atRisk } = select(LIST, { q: 'carrier-3' }, NOW);
    expect(names(rows)).toBe('3');
    expect(counts.active).toBe(3);
    expect(names(atRisk)).toBe('8 2');
  });
  it.each([
    ['CARRIER-7', '7'],
    ['ld-101', '2 8'],
    ['denver run', '2 8'],
    ['trailer', '7'],
    ['suspended', '9'],
    ['axleline carrier-1', '1'],
    ['nobody', ''],
  ])('finds %s', (q, refs) => {
    expect(names(select(LIST, { q, sort: 'fleet' }, NOW).rows)).toBe(refs);
  });
  it('sorts by end date, those without one last in both directions', () => {
    const ends = (sort: string) => names(select(LIST.slice(0, 4), { sort }, NOW).rows);
    expect(ends('ends')).toBe('4 2 1 3');
    expect(ends('-ends')).toBe('2 4 1 3');
  });
});

describe('the next step for a connection', () => {
  const stale = connectionOf(1, { id: '00000000-0000-4000-8000-00000000aaaa', status: 'stale' });
  it.each([
    ['nobody while data come', connectionOf(1), [], 'none', /Receiving data/],
    ['the fleet, when nothing comes over its only one', stale, [], 'fleet', /Sign in to the provider again/],
    [
      'we, when the fleet has another that works',
      stale,
      [connectionOf(1)],
      'us',
      /data now come from Axleline/,
    ],
    [
      'nobody, when nothing is reported',
      connectionOf(1, { status: null, freshness: null }),
      [],
      'none',
      /Can't tell whether/,
    ],
    ['nobody, when it is deleted', connectionOf(1, { status: 'deleted' }), [], 'none', /Deleted/],
    ['we, at a status that nobody knows', connectionOf(1, { status: 'resting' }), [], 'us', /means/],
  ])('%s', (_, one, others, owner, what) => {
    const next_action = nextAction(one, others);
    expect(next_action.owner).toBe(owner);
    expect(next_action.what).toMatch(what);
  });
  it('detects a failing schedule behind a good status', () => {
    const [row] = connectionOf(1).freshness ?? [];
    const failing = connectionOf(1, { freshness: [{ ...row, schedule_status: 'failing' } as never] });
    expect(connectionKind(failing)).toBe('stale');
  });
  it('takes the age of location data, else of the latest data', () => {
    const row = (resource: string, hours: number) => ({
      resource,
      last_successful_execution_at: inHours(hours),
      next_execution_at: null,
      schedule_status: 'active',
      share_level: 'read',
    });
    expect(lastData({ freshness: [row('user', -1), row('vehicle_location', -9)] as never })?.resource).toBe(
      'vehicle_location',
    );
    expect(lastData({ freshness: [row('user', -5), row('trailer', -2)] as never })?.resource).toBe('trailer');
    expect(lastData({ freshness: null })).toBeNull();
  });
  it('lists connections that need action first, with the agreement of their fleet', () => {
    const rows = connectionRows([connectionOf(2), stale], LIST, undefined);
    expect(rows.map(({ next_action }) => next_action.owner)).toEqual(['fleet', 'none']);
    expect(rows.map(({ agreement }) => agreement?.fleet_ref)).toEqual(['CARRIER-1', 'CARRIER-2']);
  });
});

describe('what is shared', () => {
  it.each([
    [{ vehicle: 'read', vehicle_location: 'read' }, 'Vehicles and their locations', null],
    [{ vehicle: 'read', trailer: 'read' }, 'Vehicles without locations, 1 more', null],
    [{ vehicle_location: 'read' }, 'Locations without vehicles', null],
    [{ user: 'read_write', trailer: 'read' }, 'Trailers, 1 more, no vehicles', 'Write: drivers and users'],
    [{}, 'Nothing listed', null],
    [null, 'Nothing listed', null],
  ])('%j', (scopes, text, write) => {
    expect([sharedText(scopes), writeText(scopes)]).toEqual([text, write]);
  });
  it('names resources in words, including unknown ones', () => {
    expect(['vehicle_location', 'hos_event', 'fuel_card', 'new_thing'].map(resourceWord)).toEqual([
      'Vehicle locations',
      'HOS events',
      'Fuel cards',
      'New things',
    ]);
  });
});
