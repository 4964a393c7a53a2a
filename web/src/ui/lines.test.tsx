// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ImportPart, ListImport } from '@waypost/contract/api/list-import';
import type { UnreadRows } from '@waypost/contract/unread';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ImportProgress, UnreadLine, unreadText } from './lines.tsx';

describe('ImportProgress', () => {
  afterEach(cleanup);

  const NOW = Date.parse('2026-11-20T20:30:00Z');
  const part = (state: ImportPart['state']): ImportPart => ({
    from_datetime: '2026-10-01T00:00:00Z',
    to_datetime: '2026-11-01T00:00:00Z',
    state,
    rows_read: 0,
    rows_total: null,
  });
  const READING: ListImport = {
    import_id: '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60',
    state: 'reading',
    rows_read: 12_000,
    rows_total: 48_000,
    parts: [part('complete'), part('reading')],
    started_at: new Date(NOW - 10_000).toISOString(),
    ended_at: null,
    message: null,
    people: 1,
  };

  function draw(over: Partial<ListImport>) {
    const actions = { onCancel: vi.fn(), onReload: vi.fn() };
    const view = render(
      <MantineProvider env="test">
        <ImportProgress
          listImport={{ ...READING, ...over }}
          what="transactions"
          part="window"
          now={NOW}
          cancelling={false}
          {...actions}
        />
      </MantineProvider>,
    );
    return { ...actions, text: () => view.container.textContent };
  }

  it('shows progress and time left, and can be cancelled', async () => {
    const { text, onCancel } = draw({});
    expect(text()).toContain('Loading. 12,000 of 48,000 transactions · 1 of 2 windows · about 30 s left');
    expect(screen.getByRole('progressbar', { name: 'Loading transactions' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onCancel).toHaveBeenCalled();
  });

  it('estimates no time without a total, and shows why it waits', () => {
    const { text } = draw({ rows_total: null, message: 'Paused by the service for 12 s' });
    expect(text()).toContain('12,000 transactions so far · 1 of 2 windows · Paused by the service for 12 s');
  });

  it.each([
    ['cancelled', null, 'Loading was cancelled after 12,000 transactions and 1 of 2 windows.'],
    ['failed', 'The service is not responding.', 'and 1 of 2 windows: The service is not responding.'],
  ] as const)(
    'marks data of a %s import as partial, and reloads on request',
    async (state, message, words) => {
      const { text, onReload } = draw({ state, message });
      expect(text()).toContain('Partial data.');
      expect(text()).toContain(words);
      await userEvent.click(screen.getByRole('button', { name: 'Load all' }));
      expect(onReload).toHaveBeenCalled();
    },
  );

  it('renders nothing when complete', () => {
    expect(draw({ state: 'complete' }).text()).not.toContain('part');
  });
});

describe('UnreadLine', () => {
  afterEach(cleanup);

  const WORDS = ['row', 'rows'] as const;
  const NONE: UnreadRows = { left_out: 0, incomplete: 0, items: [] };
  const UNREADABLE: UnreadRows = {
    left_out: 1,
    incomplete: 29,
    items: [
      { id: null, used: false, values: [{ path: '', reason: 'cannot be used without: id', raw: '{"x":1}' }] },
      { id: 'FT-2', used: true, values: [{ path: 'total_cost', reason: 'no decimal', raw: '"1,234.50"' }] },
    ],
  };

  it('renders nothing when everything could be read', () => {
    const { container } = render(<UnreadLine unread={NONE} words={WORDS} totals />);
    expect(container.textContent).toBe('');
  });

  it.each([
    [{ ...NONE, left_out: 1 }, false, '1 row could not be read.'],
    [{ ...NONE, left_out: 2 }, true, '2 rows could not be read. Not included in the totals.'],
    [{ ...NONE, incomplete: 1 }, false, '1 row has unreadable values.'],
  ])('summarizes %j', (unread, totals, words) => {
    expect(unreadText(unread, WORDS, totals)).toBe(words);
  });

  it('shows raw values with their fields, and how many more there are', () => {
    render(<UnreadLine unread={UNREADABLE} words={WORDS} />);
    const line = screen.getByRole('group', { name: "Couldn't be read" });
    expect(line.textContent).toContain('29 rows have unreadable values.');
    expect(line.textContent).toContain('FT-2');
    expect(line.textContent).toContain('total_cost: "1,234.50"');
    expect(line.textContent).toContain('{"x":1}');
    expect(line.textContent).toContain('28 more, not shown');
  });
});
