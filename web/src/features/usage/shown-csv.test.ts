import { expect, it } from 'vitest';
import { csvText } from '../../ui/csv.ts';
import { SHOWN_COLUMNS, shownRows } from './Actions.tsx';
import { countsOf, summaryMonth, summaryOf } from './testing.ts';

it('has a line for each month and type, and distinguishes an empty month from a missing one', () => {
  const summary = summaryOf([
    summaryMonth('2026-08', { items: [], rows_read: 0, rows_total: 0 }),
    summaryMonth('2026-09', { state: 'missing', items: [], rows_read: 0, rows_total: null, read_at: null }),
    summaryMonth('2026-10', { items: [countsOf('vehicle', 7, 1), countsOf(null, 2, 0)] }),
  ]);
  const lines = csvText(SHOWN_COLUMNS, shownRows(summary, undefined)).trim().split('\r\n').slice(1);
  expect(lines).toEqual([
    '2026-08-01,,0,0,0,0,0,,,complete,false,0,0,2026-11-20T20:29:00Z',
    '2026-09-01,,,,,,,,,missing,false,0,,',
    '2026-10-01,vehicle,7,1,12,10,2,,,complete,false,24,24,2026-11-20T20:29:00Z',
    '2026-10-01,,2,0,12,10,2,,,complete,false,24,24,2026-11-20T20:29:00Z',
  ]);
});
