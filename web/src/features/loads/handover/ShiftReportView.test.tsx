// @vitest-environment happy-dom

import { screen, within } from '@testing-library/react';
import type { ShiftReport } from '@waypost/contract/api/shift-report';
import { describe, expect, it, vi } from 'vitest';
import { makeQueryClient, WithQueries } from '../../../api/queries.tsx';
import { ago, HOUR, MINUTE } from '../../../testing/loads.ts';
import { type Answers, draw } from '../../../testing/render.tsx';
import { ShiftReportView } from './ShiftReportView.tsx';
import type { ShiftSearch } from './shift-search.ts';

const FIRST = { count: 2, median_s: 240 };
const NONE = { count: 0, median_s: null };
const REPORT: ShiftReport = {
  since: ago(8 * HOUR),
  until: ago(0),
  watched_since: ago(30 * HOUR),
  total: { opened: 12, closed: 3, ended: 4, untouched: 5, first_action: FIRST },
  by_cause: [{ cause: 'no_signal', opened: 12, closed: 3, ended: 4, untouched: 5, first_action: FIRST }],
  by_person: [
    { sub: 'ann', name: 'Ann', assigned: 2, noted: 1, called: 0, snoozed: 0, closed: 3, first_action: FIRST },
    { sub: 'bob', name: 'Bob', assigned: 0, noted: 1, called: 0, snoozed: 0, closed: 0, first_action: NONE },
  ],
};

async function open(search: ShiftSearch = {}, answers: Answers = {}) {
  const requested: URL[] = [];
  const onSearch = vi.fn();
  const drawn = await draw(
    <WithQueries client={makeQueryClient(0)}>
      <ShiftReportView search={search} onSearch={onSearch} />
    </WithQueries>,
    { answers: { 'GET /api/triage/report': { body: REPORT }, ...answers } },
  );
  for (const [path] of drawn.asked.mock.calls)
    if (path.startsWith('/api/triage/report')) requested.push(new URL(path, 'http://x'));
  return { ...drawn, requested, onSearch };
}

describe('the shift report', () => {
  it('shows by cause and by person what was done and how soon, and can be copied as text', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { user } = await open();
    const causes = within(await screen.findByRole('region', { name: 'By cause' }));
    expect(causes.getByRole('row', { name: 'No pings from truck yet 12 3 4 2 4 min' })).toBeDefined();
    const people = within(screen.getByRole('region', { name: 'By person' }));
    expect(people.getByRole('row', { name: /Bob.* 0 1 0 0 0 0 None/ })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Copy as text' }));
    const text = String(write.mock.lastCall?.[0] ?? (await navigator.clipboard.readText()));
    expect(text).toMatch(/^Shift report, .* to .*\n\nOpened: 12\nClosed by people: 3\n/);
    expect(text).toMatch(
      / {2}Ann: 2 assigned, 1 with a note, 0 called about, 0 snoozed, 3 closed, first to act on 2 after 4 min/,
    );
  });

  it('says since when loads were watched, if that is within the period', async () => {
    const { drawn } = { drawn: await open() };
    await screen.findByRole('region', { name: 'By cause' });
    expect(screen.queryByText(/Nothing is known/)).toBeNull();
    drawn.unmount();
    await open({}, { 'GET /api/triage/report': { body: { ...REPORT, watched_since: ago(2 * HOUR) } } });
    expect(
      await screen.findByText(/^Waypost has watched loads since .*\. Nothing is known of the time before\.$/),
    ).toBeDefined();
  });

  it('covers the hours in the address', async () => {
    const { requested } = await open({ hours: 24 });
    await screen.findByRole('region', { name: 'By cause' });
    const query = requested.at(-1)?.searchParams;
    expect(Date.parse(query?.get('until') ?? '') - Date.parse(query?.get('since') ?? '')).toBe(24 * HOUR);
  });

  it('sends no request while the end is before the start, and says so', async () => {
    const { requested } = await open({ since: ago(MINUTE), until: ago(HOUR) });
    expect(await screen.findByText('The end must be after the start')).toBeDefined();
    expect(requested).toEqual([]);
    expect(screen.getByRole('button', { name: 'Print' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('says when it cannot be loaded, and retries', async () => {
    let broken = true;
    const down = { status: 503, body: { code: 503, message: 'Down', detail: null, reason: 'unavailable' } };
    const { user } = await open({}, { 'GET /api/triage/report': () => (broken ? down : { body: REPORT }) });
    const again = await screen.findByRole('button', { name: 'Try again' });
    broken = false;
    await user.click(again);
    expect(await screen.findByRole('region', { name: 'By person' })).toBeDefined();
  });
});
