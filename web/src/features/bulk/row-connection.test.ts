import { describe, expect, it } from 'vitest';
import type { UserConnection } from '../../live/user-connections.ts';
import { type BulkDraft, chooseConnections, DEFAULT_SETTINGS, readFile, setCell } from './draft.ts';
import { newestConnections, rowsByFleet } from './row-connection.ts';
import { RowValidator } from './rows.ts';
import { fieldIssue } from './words.ts';

const id = (n: number) => `3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f6${n}`;
const at = (n: number, more: Partial<UserConnection> = {}): UserConnection => ({
  connection_id: id(n),
  fleet_ref: `CARRIER-100${n}`,
  fleet_name: `Fleet ${n}`,
  source_name: 'Milemarker',
  last_data_at: null,
  writes: 'yes',
  reason: null,
  ...more,
});
const reason = 'This fleet does not share its users. Ask it to share them with read and write access.';
const of3 = { fleet_ref: 'CARRIER-1003', fleet_name: 'Fleet 3' };
const CONNECTIONS = [
  at(1),
  at(5, { fleet_ref: 'CARRIER-1001', fleet_name: 'Fleet 1', writes: 'no', reason }),
  at(2, { writes: 'no', reason }),
  at(6, { fleet_ref: 'CARRIER-1002', fleet_name: 'Fleet 2', writes: 'no', reason }),
  at(3, { ...of3, last_data_at: '2026-11-27T10:00:00Z' }),
  at(4, { ...of3, source_name: 'FleetLog', last_data_at: '2026-11-27T11:00:00Z' }),
  at(7, { fleet_name: 'Blue Mesa Haulage, Inc.', fleet_ref: null, last_data_at: '2026-11-27T11:00:00Z' }),
];
const NOW = Date.parse('2026-11-27T12:00:00Z');

function draftOf(...fleets: readonly string[]): BulkDraft {
  const lines = fleets.map((fleet, n) => `"${fleet}",user${n}`);
  const read = readFile('user', `Carrier,Username\n${lines.join('\n')}`, 'a.csv', DEFAULT_SETTINGS);
  if (!read.ok) throw new Error(read.reason);
  return read.draft;
}
const validate = (draft: BulkDraft, connections: readonly UserConnection[] | null = CONNECTIONS) =>
  new RowValidator().validate(draft, connections && { connections, now: NOW });
const ids = (draft: BulkDraft) => validate(draft).map(({ body }) => body.connection_id);
const issues = (fleet: string, connections: readonly UserConnection[] | null = CONNECTIONS) =>
  validate(draftOf(fleet), connections).flatMap((row) => row.issues.map(fieldIssue));
const optionsOf = (fleet: string) =>
  validate(draftOf(fleet))[0]?.fleet?.options.map(({ connection_id }) => connection_id);

describe('the fleet of a new user', () => {
  it.each([
    ['its reference', 'carrier-1001', id(1)],
    ['its name', 'Fleet  1', id(1)],
    ['its name with another legal form', 'BLUE MESA HAULAGE LLC', id(7)],
    ['its reference and the provider', 'CARRIER-1003 FleetLog', id(4)],
    ['its name as the lists say it', 'Fleet 3 · Milemarker', id(3)],
    ['the ID of a connection', id(3).toUpperCase(), id(3)],
    ['the ID of a connection that is not listed', id(9), id(9)],
  ])('is known by %s; its only usable connection is taken', (_, fleet, connection_id) => {
    expect(ids(draftOf(fleet))).toEqual([connection_id]);
    expect(issues(fleet)).toEqual([]);
  });

  it('that cannot have users says why once and what to do, however many connections it has', () => {
    expect(issues('CARRIER-1002')).toEqual([
      `Fleet “CARRIER-1002” can't have users now. ${reason.slice(0, -1)}`,
    ]);
  });

  it('with several connections offers them by their latest data, and one choice holds for its row', () => {
    expect(issues('Fleet 3')).toEqual(['Fleet “Fleet 3” has 2 connections: choose one']);
    expect(optionsOf('Fleet 3')).toEqual([id(4), id(3)]);
    const chosen = chooseConnections(draftOf('Fleet 3', 'Fleet 3'), new Map([[1, id(3)]]));
    expect(ids(chosen)).toEqual([id(3), 'Fleet 3']);
    const with_default = draftOf('Fleet 3', 'Nobody');
    const defaults = { ...with_default.defaults, connection_id: id(3) };
    expect(ids({ ...with_default, defaults })).toEqual([id(3), 'Nobody']);
    expect(ids(setCell(chosen, 1, 0, 'Fleet 1'))).toEqual([id(1), 'Fleet 3']);
    expect(ids(setCell(setCell(chosen, 1, 0, 'x'), 1, 0, 'Fleet 3'))).toEqual(['Fleet 3', 'Fleet 3']);
  });

  it('is created at the provider that its row names; at another one there is a warning', () => {
    const at_provider = (fleet: string, provider: string, connections = CONNECTIONS) => {
      const csv = `Carrier,Username,ELD Provider\n${fleet},a,${provider}`;
      const read = readFile('user', csv, 'a.csv', DEFAULT_SETTINGS);
      if (!read.ok) throw new Error(read.reason);
      const [row] = validate(read.draft, connections);
      expect(row?.body).not.toHaveProperty('provider');
      return [
        row?.body.connection_id,
        ...(row?.issues ?? []).map(fieldIssue),
        ...(row?.warnings ?? []).map(fieldIssue),
      ];
    };
    expect(at_provider('Fleet 3', 'milemarker')).toEqual([id(3)]);
    expect(at_provider('Fleet 3', 'Fleet Log')).toEqual([id(4)]);
    expect(at_provider('Fleet 3', 'Milemarker Telematics')).toEqual([id(3)]);
    expect(at_provider('Fleet 3', 'Samsara')).toEqual([
      'Fleet 3',
      'Fleet “Fleet 3” has 2 connections, none at “Samsara”: choose one',
    ]);
    expect(at_provider('Fleet 1', 'Samsara')).toEqual([
      id(1),
      expect.stringMatching(/^Provider “Samsara” is not that of .*Fleet 1.*Milemarker/),
    ]);
    const refusing = at(4, { ...of3, source_name: 'FleetLog', writes: 'no', reason });
    expect(at_provider('Fleet 3', 'FleetLog', [at(3, of3), refusing])[1]).toMatch(
      /^Fleet “Fleet 3” can't have users now/,
    );
  });

  it('is one fleet, whether rows name it by name or by reference, with or without a choice', () => {
    const draft = draftOf('Fleet 3', 'CARRIER-1003', 'Fleet 1', 'Nobody', 'nobody');
    const chosen = chooseConnections(draft, new Map([[2, id(3)]]));
    expect([...rowsByFleet(validate(chosen))]).toEqual([
      [1, [1, 2]],
      [2, [1, 2]],
      [4, [4, 5]],
      [5, [4, 5]],
    ]);
  });

  it('has its newest connection suggested for all rows, except where one is chosen or the fleet is unknown', () => {
    const draft = chooseConnections(
      draftOf('Fleet 3', 'Fleet 3', 'Blue Mesa Holage', 'Fleet 1'),
      new Map([[1, id(3)]]),
    );
    expect([...newestConnections(validate(draft))]).toEqual([[2, id(4)]]);
  });

  it('is found by the reference of its row or else its name, but is not two', () => {
    const csv = [
      'Carrier Ref,Carrier,Username',
      'CARRIER-1001,,a',
      'CARRIER-1001,Other name,b',
      'X-9,Fleet 1,c',
      '#N/A,Fleet 1,d',
      'CARRIER-1003,Fleet 3 FleetLog,e',
      'CARRIER-1003,Fleet 1,f',
      'X-9,Nobody,g',
    ].join('\n');
    const read = readFile('user', csv, 'a.csv', { ...DEFAULT_SETTINGS, connection_id: id(7) });
    if (!read.ok) throw new Error(read.reason);
    const rows = validate(read.draft);
    expect(rows.map(({ body }) => body.connection_id)).toEqual([
      ...[id(1), id(1), id(1), id(1), id(4)],
      ...['Fleet 1', 'Nobody'],
    ]);
    expect(rows.flatMap((row) => row.issues.map(fieldIssue))).toEqual([
      'Fleet “CARRIER-1003” and “Fleet 1” are different fleets',
      expect.stringMatching(/^Fleet “X-9” or “Nobody” is no fleet that shares with us: /),
    ]);
    expect(rows[0]?.body).not.toHaveProperty('fleet_reference');
  });

  it('that nobody knows offers those whose name begins the same, and never asks for a UUID', () => {
    expect(issues('Blue Mesa Holage')).toEqual([
      'Fleet “Blue Mesa Holage” is no fleet that shares with us: choose it, correct its name or reference, or invite it first',
    ]);
    expect(optionsOf('Blue Mesa Holage')).toEqual([id(7)]);
    expect(ids(chooseConnections(draftOf('Blue Mesa Holage'), new Map([[1, id(7)]])))).toEqual([id(7)]);
    expect(optionsOf('Nobody')).toEqual([id(1), id(3), id(4), id(7)]);
    expect(issues('Nobody', [])).toEqual([
      'Fleet “Nobody” is no fleet that shares with us: correct its name or reference, or invite it first',
    ]);
    expect(issues('Fleet 1', null)).toEqual([
      "Fleet “Fleet 1” can't be looked up before the connections are loaded",
    ]);
  });

  it('whose connection has had no data for days is sent with the warning of the form of one user', () => {
    const old = at(1, { last_data_at: '2026-11-18T12:00:00Z' });
    const [row] = validate(draftOf('Fleet 1'), [old, at(6, { last_data_at: '2026-11-27T11:00:00Z' })]);
    expect(row?.issues).toEqual([]);
    expect(row?.warnings.map(fieldIssue)).toEqual([
      expect.stringMatching(
        /^Fleet is at a connection that may be old: .*Fleet 1.*Milemarker.*No data since .*Nov 18/,
      ),
    ]);
    expect(validate(draftOf('Fleet 1'))[0]?.warnings).toEqual([]);
  });
});
