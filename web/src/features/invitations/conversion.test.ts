import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { describe, expect, it } from 'vitest';
import { invitation } from '../../testing/invitations.ts';
import { ago, HOUR, NOW } from '../../testing/loads.ts';
import { chartTableCsv } from '../../ui/chart/ChartTable.tsx';
import { byMonth, byPerson, byWeek, conversionOf, conversionTable, reasonsTable } from './conversion.ts';

const DAY = 24 * HOUR;
const accepted = (at: number, created: number, after: number, over = {}) =>
  invitation(at, {
    status: 'accepted',
    created_at: ago(created),
    accepted_at: ago(created - after),
    ...over,
  });
const ITEMS = [
  accepted(1, 10 * DAY, HOUR),
  accepted(2, 10 * DAY, 5 * HOUR, { created_by_name: 'Kim' }),
  invitation(3, { status: 'declined', created_at: ago(10 * DAY), decline_reason: 'Too much data.' }),
  invitation(4, { status: 'declined', created_at: ago(10 * DAY), decline_reason: 'too much data' }),
  invitation(5, { created_at: ago(10 * DAY), expires_at: ago(DAY) }),
  invitation(6, { viewed_at: ago(HOUR) }),
  invitation(7, { status: 'deleted', created_by_name: null, created_at: null }),
];

describe('conversion of invitations', () => {
  it('tells no answer yet, an expired invitation and a refusal apart', () => {
    expect(conversionOf(ITEMS, NOW)).toEqual({
      invited: 7,
      opened: 5,
      accepted: 2,
      declined: 2,
      expired: 1,
      withdrawn: 1,
      waiting: 1,
      other: 0,
      median_ms: 3 * HOUR,
    });
    expect(conversionOf([invitation(1)], NOW)).toMatchObject({ opened: 0, median_ms: null });
  });

  it('keeps a refusal and its reason in their week when the invitation is renewed', () => {
    const past_declines = [{ at: ago(9 * DAY), reason: 'Too much data' }];
    const renewed = invitation(8, { created_at: ago(10 * DAY), past_declines });
    const then = { ...accepted(9, 10 * DAY, HOUR), past_declines };
    expect(conversionOf([renewed, then], NOW)).toMatchObject({
      invited: 2,
      opened: 2,
      accepted: 1,
      declined: 2,
      waiting: 1,
    });
    expect(reasonsTable([...ITEMS, renewed]).rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['Too much data', '3'],
    ]);
  });

  it('has a row for each week, newest first, and marks those whose answers may still come', () => {
    const weeks = byWeek(ITEMS, 'America/Chicago', NOW);
    expect(weeks.map(({ key, items }) => [key, items.length])).toEqual([
      ['2026-11-16', 1],
      ['2026-11-09', 5],
      ['', 1],
    ]);
    const { columns, rows } = conversionTable('Week from', weeks, NOW);
    const texts = rows.map(({ cells }) =>
      Object.fromEntries(cells.map(({ text }, at) => [columns[at]?.key, text])),
    );
    expect(texts[0]).toMatchObject({
      head: 'Nov 16, 2026',
      rate: '0% so far',
      median: '–',
      waiting: '1',
      note: 'Too recent: 1 may still answer',
    });
    expect(texts[1]).toMatchObject({ rate: '40%', median: '3 h', declined: '2', expired: '1', note: '' });
    expect(texts[2]).toMatchObject({ head: 'Not known', withdrawn: '1' });
  });

  it('has a row of zeros for each week and month without invitations, up to the current one', () => {
    const old = [invitation(1, { created_at: '2026-09-30T12:00:00Z', status: 'deleted' })];
    const weeks = byWeek(old, 'America/Chicago', NOW);
    expect(weeks.map(({ title, items }) => [title, items.length])).toEqual([
      ['Nov 16, 2026', 0],
      ['Nov 9, 2026', 0],
      ['Nov 2, 2026', 0],
      ['Oct 26, 2026', 0],
      ['Oct 19, 2026', 0],
      ['Oct 12, 2026', 0],
      ['Oct 5, 2026', 0],
      ['Sep 28, 2026', 1],
    ]);
    expect(conversionTable('Week from', weeks, NOW).rows[0]?.cells.slice(1, 6)).toEqual([
      { text: '0', raw: 0 },
      { text: '0', raw: 0 },
      { text: '0', raw: 0 },
      { text: '–', raw: null },
      { text: '–', raw: null },
    ]);
    expect(byMonth(old, 'America/Chicago', NOW).map(({ key, items }) => [key, items.length])).toEqual([
      ['2026-11', 0],
      ['2026-10', 0],
      ['2026-09', 1],
    ]);
    expect(byWeek([invitation(2, { created_at: null })], 'America/Chicago', NOW)).toHaveLength(1);
  });

  it('has a share of those that were not withdrawn', () => {
    const withdrawn = [8, 9].map((at) => invitation(at, { status: 'deleted' }));
    const rate = (items: readonly BoardInvitation[]) =>
      conversionTable('Invited by', byPerson(items), NOW).rows[0]?.cells[4];
    expect(rate([accepted(1, 10 * DAY, HOUR), ...withdrawn])).toEqual({ text: '100%', raw: 1 });
    expect(rate(withdrawn)).toEqual({ text: '–', raw: null });
    expect(rate([accepted(1, 10 * DAY, HOUR), invitation(2), invitation(3)])).toMatchObject({ raw: 0.333 });
  });

  it('has the unit of the median in the name of its CSV column', () => {
    const table = conversionTable('Invited by', byPerson([accepted(1, 10 * DAY, 70 * 60_000)]), NOW);
    expect(chartTableCsv(table)).toMatch(/,Median until accepted \(hours\),.*\r\n.*,1,1,1,1.167,/);
  });

  it('has a row for each month of the creation in the zone of the person, newest first', () => {
    const edge = invitation(8, { created_at: '2026-11-01T03:00:00Z' });
    expect(
      byMonth([...ITEMS, edge], 'America/Chicago', NOW).map(({ title, items }) => [title, items.length]),
    ).toEqual([
      ['November 2026', 6],
      ['October 2026', 1],
      ['Not known', 1],
    ]);
  });

  it('is counted for who invited, and the reasons for declining with their numbers', () => {
    expect(byPerson(ITEMS).map(({ title, items }) => [title, items.length])).toEqual([
      ['Dana Ortiz', 5],
      ['Kim', 1],
      ['Not from Waypost', 1],
    ]);
    expect(reasonsTable(ITEMS).rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['too much data', '2'],
    ]);
  });
});
