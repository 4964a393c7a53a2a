import { HOS_RULESETS } from '@waypost/contract/hos-meanings';
import { TIME_ZONES } from '@waypost/contract/time-zones';
import { describe, expect, it } from 'vitest';
import { oldWarning, userConnections } from '../../../live/user-connections.ts';
import { agreementOf, connectionOf } from '../../../testing/drivers.ts';
import { findRulesets, hosRulesetText } from './fields.ts';
import { makePassword } from './PasswordField.tsx';
import { findConnections, findZones, zonesAt } from './Pickers.tsx';

const WINTER = Date.parse('2026-11-20T20:30:00Z');
const SUMMER = Date.parse('2026-07-20T20:30:00Z');

describe('rulesets', () => {
  it('are complete, and each is found by its own code', () => {
    expect(findRulesets('')).toHaveLength(HOS_RULESETS.length);
    for (const one of HOS_RULESETS) expect(findRulesets(one.code)).toContain(one);
  });
  it('are found by jurisdiction and meaning, in any word order', () => {
    const codes = findRulesets('oil TEXAS').map(({ code }) => code);
    expect(codes).toEqual(['US_TX_INTRA_OILTR_70_7', 'US_TX_INTRA_OILWL_70_7']);
    expect(findRulesets('canada cycle 2').length).toBeGreaterThan(1);
    expect(findRulesets('nothing of the kind')).toEqual([]);
  });
  it('are found as people write an hours cycle, the usual one first', () => {
    const found = (query: string) => findRulesets(query).map(({ code }) => code);
    expect(found('70/8')[0]).toBe('US_INT_PROP_70_8');
    expect(found('70/8')).toContain('US_INT_PAX_70_8');
    expect(found('60 hr / 7 days')).toEqual(['US_INT_PROP_60_7']);
  });
  it('are shown with their meaning; unknown codes alone', () => {
    expect(hosRulesetText('US_INT_PROP_70_8')).toBe(
      'US_INT_PROP_70_8 (US interstate: Property, 70 hours in 8 days)',
    );
    expect(hosRulesetText('US_ZZ')).toBe('US_ZZ');
  });
});

describe('time zones', () => {
  it('are complete, with the current offset', () => {
    const of = (now: number) => zonesAt(now).find(({ zone }) => zone === 'America/Chicago')?.offset_text;
    expect(
      zonesAt(WINTER)
        .map(({ zone }) => zone)
        .sort(),
    ).toEqual([...TIME_ZONES].sort());
    expect([of(WINTER), of(SUMMER)]).toEqual(['UTC−06:00', 'UTC−05:00']);
    expect(zonesAt(WINTER).find(({ zone }) => zone === 'UTC')?.offset_text).toBe('UTC+00:00');
  });
  it.each([
    ['Eastern', 'America/New_York'],
    ['central', 'America/Chicago'],
    ['Mountain', 'America/Denver'],
    ['MT', 'America/Denver'],
    ['Pacific', 'America/Los_Angeles'],
  ])('begin with the one that people call so: %s', (query, zone) => {
    expect(findZones(zonesAt(WINTER), query)[0]?.zone).toBe(zone);
  });
  it('are found by city, name and offset', () => {
    const found = (query: string) => findZones(zonesAt(WINTER), query).map(({ zone }) => zone);
    expect(found('new york')).toEqual(['America/New_York']);
    expect(found('central time')).toContain('America/Chicago');
    expect(found('-6')).toContain('America/Chicago');
    expect(found('-6')).not.toContain('America/New_York');
    expect(found('-06:00')).toEqual(found('utc-6'));
  });
});

it('connections that allow creating users come first, the others give the reason', () => {
  const [no, reads, writes, nobody] = ['A', 'B', 'C', 'D'].map((ref, at) => connectionOf(at, ref));
  const all = [no, reads, writes, nobody].map((one) => one as NonNullable<typeof one>);
  const connections = userConnections(all, [
    agreementOf(10, all[0] as never, null),
    agreementOf(11, all[1] as never, 'read'),
    agreementOf(12, all[2] as never, 'read_write'),
  ]);
  expect(connections.map(({ fleet_ref, writes }) => [fleet_ref, writes])).toEqual([
    ['C', 'yes'],
    ['D', 'unknown'],
    ['A', 'no'],
    ['B', 'no'],
  ]);
  expect(connections.map(({ reason }) => reason)).toEqual([
    null,
    null,
    'This fleet does not share its users. Ask it to share them with read and write access.',
    'This fleet lets us read its users but not create them. Ask it to allow writing.',
  ]);
  expect(findConnections(connections, 'milemarker b').map(({ fleet_ref }) => fleet_ref)).toEqual(['B']);
});

it('a connection without data for days is said to be an old one, with the one that the fleet uses now', () => {
  const now = Date.parse('2026-11-27T12:00:00Z');
  const from = (at: number, provider: string, last: string | null) => ({
    ...connectionOf(at, 'A'),
    source_name: provider,
    freshness: last === null ? null : [{ resource: 'vehicle', last_successful_execution_at: last }],
  });
  const all = userConnections(
    [
      from(1, 'Milemarker', '2026-11-18T12:00:00Z'),
      from(2, 'RoadLedger', '2026-11-27T11:00:00Z'),
      from(3, 'CabSense', null),
    ],
    [],
  );
  const of = (name: string, among = all) =>
    among.flatMap((one) => (one.source_name === name ? [oldWarning(one, among, now)] : []))[0];
  expect(of('Milemarker')).toMatch(
    /^No data since .*Nov 18.* The fleet's data now come from .?RoadLedger.?: choose/,
  );
  expect(
    of(
      'Milemarker',
      all.filter(({ source_name }) => source_name !== 'RoadLedger'),
    ),
  ).toMatch(/The fleet may have left this provider: ask it first\.$/);
  expect([of('RoadLedger'), of('CabSense')]).toEqual([null, null]);
});

it('a generated password has 16 unambiguous characters and is unique', () => {
  const generated = Array.from({ length: 50 }, () => makePassword());
  for (const one of generated) expect(one).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{4}(-[a-km-zA-HJ-NP-Z2-9]{4}){3}$/);
  expect(new Set(generated).size).toBe(50);
  // Bytes that would favor some characters are skipped.
  let calls = 0;
  const rigged = (bytes: Uint8Array) => bytes.fill(calls++ === 0 ? 255 : 0);
  expect(makePassword(rigged)).toBe('aaaa-aaaa-aaaa-aaaa');
});
