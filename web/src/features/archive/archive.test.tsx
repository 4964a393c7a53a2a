// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import type { ArchivedLoad, ArchivedLoadDetail } from '@waypost/contract/api/archive';
import { describe, expect, it } from 'vitest';
import { evidenceText } from '../../live/outcome-words.ts';
import { ago, HOUR, id, load, NOW, stop } from '../../testing/loads.ts';
import { pageOf } from '../../testing/page.tsx';
import { type Answer, draw, type Setup } from '../../testing/render.tsx';
import { fullDateTime } from '../../ui/time.ts';
import { ArchiveView, routeText } from './ArchiveView.tsx';
import { followArchive } from './follow.ts';
import { type ArchiveSearch, archiveSearch } from './search.ts';

function archived(n: number, over: Partial<ArchivedLoad> = {}): ArchivedLoad {
  return {
    load_id: id(n),
    load_ref: `LD-${n}`,
    reason: 'left_destination',
    since: ago(3 * HOUR),
    archived_at: ago(2 * HOUR),
    archived_by_name: null,
    watched_at: ago(50 * HOUR),
    origin: 'Dallas, TX',
    destination: 'Denver, CO',
    vehicle_id: id(500),
    vehicle_name: 'Unit 1187',
    fleet_id: id(9),
    fleet_name: 'Ironwood Transport',
    ...over,
  };
}
const detailOf = (row: ArchivedLoad): ArchivedLoadDetail => ({
  ...row,
  load: load({
    load_id: row.load_id,
    stops: [stop({ name: 'Dallas, TX' }), stop({ id: id(901), sequence: 1, name: 'Denver, CO' })],
  }),
});
const listed = (items: readonly ArchivedLoad[], next_page: string | null = null): Answer => ({
  body: { items, next_page },
});

const { Page, at } = pageOf<ArchiveSearch>((page) => <ArchiveView {...page} />);

async function open(answer: Answer | (() => Answer), setup: Setup & { start?: ArchiveSearch } = {}) {
  const page = await draw(<Page start={setup.start ?? {}} />, {
    ...setup,
    answers: {
      'GET /api/archive?': answer,
      'GET /api/archive/': { body: detailOf(archived(1)) },
      ...setup.answers,
    },
  });
  await page.frame();
  const asked = () =>
    page.asked.mock.calls.flatMap(([path]) =>
      path.startsWith('/api/archive?') ? [Object.fromEntries(new URLSearchParams(path.split('?')[1]))] : [],
    );
  return { ...page, questions: asked };
}

it('falls back field by field for a malformed URL', () => {
  const search = {
    q: 'ld',
    reason: 'overdue' as const,
    fleet: id(9),
    from: '2026-11-01',
    to: '2026-11-20',
    load: id(1),
  };
  expect(archiveSearch.parse(search)).toEqual(search);
  expect(archiveSearch.parse({ q: '', reason: 'bored', fleet: '7', from: 'x', load: 7 })).toEqual({});
});

const DESTINED = {
  stops: [stop({}), stop({ id: id(901), sequence: 1 })],
  stop_zones: { 0: 'America/Chicago', 1: 'America/Los_Angeles' },
};

it('texts say since when a truck was not seen, in the time of the destination, and not where it was', () => {
  expect(evidenceText({ reason: 'overdue', since: ago(HOUR) }, DESTINED, NOW)).toMatch(
    /the truck has not been seen at the destination since \d\d:\d\d PST\.$/,
  );
});

it('texts distinguish observations from inferences and name unnamed stops', () => {
  const since = ago(HOUR);
  expect(evidenceText({ reason: 'left_destination', since }, DESTINED, NOW)).toMatch(
    /was at the destination until .* by its positions/,
  );
  expect(evidenceText({ reason: 'next_load', since }, DESTINED, NOW)).toContain(
    'Inferred: no one recorded the delivery.',
  );
  expect(evidenceText({ reason: 'overdue', since }, DESTINED, NOW)).toContain('No delivery was recorded');
  expect(evidenceText({ reason: 'removed', since: null }, DESTINED, NOW)).toBeNull();
  expect(routeText({ origin: null, destination: null })).toBe('Stops without names');
});

describe('the page', () => {
  it('sends search and filters to the server and loads the next page', async () => {
    const { questions, user } = await open(listed([archived(1), archived(2)], '7.x'), {
      start: { q: 'denver', reason: 'left_destination', fleet: id(9) },
    });
    expect(questions()[0]).toEqual({ q: 'denver', reason: 'left_destination', fleet_id: id(9), size: '100' });
    expect(screen.getByRole('button', { name: /Fleet: Ironwood Transport/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'More' }));
    expect(questions().at(-1)).toMatchObject({ cursor: '7.x' });
    await user.selectOptions(screen.getByLabelText('Filter by reason'), 'not_found');
    expect(at().reason).toBe('not_found');
  });

  it('shows why a load left, with evidence, and restores it', async () => {
    const { user, asked } = await open(listed([archived(1)]), {
      start: { load: id(1) },
      answers: { 'POST /api/archive/restore': { body: { restored: [id(1)], skipped: [] } } },
    });
    const panel = await screen.findByRole('complementary', { name: 'Archived load' });
    expect(await within(panel).findByText('Delivered, by positions')).toBeTruthy();
    expect(within(panel).getByText(/has left, by its positions/)).toBeTruthy();
    expect(within(panel).getByText('Waypost (automatic)')).toBeTruthy();
    await user.click(within(panel).getByRole('button', { name: 'Restore to board' }));
    expect(asked.mock.calls.some(([path]) => path === '/api/archive/restore')).toBe(true);
    expect(await screen.findByText(/LD-1.* is back on the board/)).toBeTruthy();
    expect(at().load).toBeUndefined();
  });

  it('does not let viewers restore a load', async () => {
    await open(listed([archived(1)]), { start: { load: id(1) }, roles: ['viewer'] });
    const button = await screen.findByRole('button', { name: 'Restore to board' });
    expect(button.getAttribute('aria-disabled') ?? button.getAttribute('data-disabled')).toBeTruthy();
  });

  it('explains an empty archive and an empty result', async () => {
    await open(listed([]));
    expect(screen.getByText('No loads in the archive')).toBeTruthy();
  });

  it('explains how the search works when nothing matches', async () => {
    await open(listed([]), { start: { q: 'enver' } });
    expect(screen.getByText(/Search finds words by their first letters/)).toBeTruthy();
  });
});

describe('a load that leaves automatically', () => {
  const leaves = async (roles: Setup['roles'], items: readonly ArchivedLoad[]) => {
    const page = await draw(<p>any page</p>, {
      ...(roles ? { roles } : {}),
      answers: {
        'POST /api/archive/restore': { body: { restored: items.map(({ load_id }) => load_id), skipped: [] } },
      },
    });
    followArchive(page, page.live.changes);
    page.live.changes.publish('archived', {
      items: items.map(({ load_id, load_ref, reason, since }) => ({ load_id, load_ref, reason, since })),
    });
    await page.frame();
    return page;
  };

  it('is announced with its reason and Undo', async () => {
    const { user, asked } = await leaves(['dispatcher'], [archived(1)]);
    expect(screen.getByText(/LD-1.* left the board/)).toBeTruthy();
    expect(screen.getByText(/Delivered, by positions/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(asked.mock.calls.some(([path]) => path === '/api/archive/restore')).toBe(true);
  });

  it('is combined with others into one message, without Undo for viewers', async () => {
    await leaves(
      ['viewer'],
      [1, 2, 3, 4, 5].map((n) => archived(n)),
    );
    expect(screen.getByText('5 loads left the board')).toBeTruthy();
    expect(screen.getByText(/and 2 more/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

it('is printed with its title, the company and full times', async () => {
  const row = archived(1);
  await open(listed([row]), { config: { company: { name: 'Acme Freight', logo_url: null } } });
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getByText('Acme Freight')).toBeDefined();
  const table = within(
    screen.getByRole('heading', { name: 'Archive', level: 2 }).parentElement as HTMLElement,
  );
  expect(table.getByText(fullDateTime(row.archived_at))).toBeDefined();
  expect(table.getByText(`1 load. Printed ${fullDateTime(NOW)}.`)).toBeDefined();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.queryByText('Acme Freight')).toBeNull();
});
