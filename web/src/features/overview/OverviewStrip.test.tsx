// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import type { BoardOverview } from '@waypost/contract/api/overview';
import { afterEach, describe, expect, it } from 'vitest';
import { makeQueryClient, WithQueries } from '../../api/queries.tsx';
import { ago, id } from '../../testing/loads.ts';
import { type Answers, draw } from '../../testing/render.tsx';
import {
  connectionWords,
  filterWords,
  fleetsOf,
  NO_FILTER,
  overviewFilter,
  Strip,
} from './OverviewStrip.tsx';

const counts: BoardOverview = {
  fleets: 1,
  vehicles: 1180,
  drivers: 96,
  trailers: 0,
  read_at: ago(20_000),
  answered_by: 'successor',
};
const connection = (n: number, fleet_ref: string | null, source_name: string) => ({
  id: id(n),
  fleet_id: id(100 + n),
  fleet_ref,
  tsp_id: null,
  tsp_slug: 'tsp',
  source_name,
  description: null,
  status: 'active',
  created_at: ago(0),
  updated_at: ago(0),
  freshness: null,
});

async function show(answers: Answers = {}) {
  const drawn = await draw(
    <WithQueries client={makeQueryClient(0)}>
      <Strip />
    </WithQueries>,
    { answers: { 'GET /api/overview': { body: counts }, ...answers } },
  );
  await drawn.frame();
  return drawn;
}
const line = () => screen.getByRole('region', { name: 'Shared with us' });
const asked = ({ asked: calls }: Awaited<ReturnType<typeof draw>>) =>
  calls.mock.calls.map(([path]) => path).filter((path) => path.startsWith('/api/overview'));

afterEach(() => act(() => overviewFilter.set(NO_FILTER)));

describe('what fleets share with us', () => {
  it('is shown as counts with their age, linked to the matching page where one exists', async () => {
    await show();
    expect(line().textContent).toMatch(/1 fleet.*1,180 vehicles.*96 drivers.*0 trailers/);
    // The page has one claim of freshness, in the foot of its list.
    expect(line().textContent).not.toMatch(/ago/);
    expect(line().getAttribute('title')).toBe('Counted 20 s ago');
    const links = within(line()).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['1 fleet', '/agreements'],
    ]);
  });

  it('shows the other counts when one is unreadable, and a huge count exactly', async () => {
    const odd = { ...counts, vehicles: null, drivers: '9007199254740993' };
    await show({ 'GET /api/overview': { body: odd } });
    expect(line().textContent).toMatch(/1 fleet.*\? vehicles.*9,007,199,254,740,993 drivers.*0 trailers/);
    expect(line().textContent).toContain('The tracking service sent no readable number of vehicles');
  });

  it('says when the counts come from a deprecated address', async () => {
    await show({ 'GET /api/overview': { body: { ...counts, answered_by: 'deprecated' } } });
    expect(
      within(line()).getByText(/from an address that the tracking service has deprecated/),
    ).toBeDefined();
  });

  it('can be filtered by fleet and connection, and reset', async () => {
    const items = [
      connection(1, 'ACME', 'Samsara'),
      connection(2, 'ACME', 'Motive'),
      connection(3, 'BOLT', 'Geotab'),
    ];
    const drawn = await show({
      'GET /api/connections': { body: { items, known: 'yes', read_at: ago(0), read_problem: null } },
    });
    const { user } = drawn;
    await user.click(screen.getByRole('button', { name: 'All fleets: filter the counts' }));
    await user.type(await screen.findByLabelText('Fleet'), 'ac');
    await user.click(within(await screen.findByRole('listbox')).getByRole('option', { name: /ACME/ }));
    await waitFor(() => expect(asked(drawn).at(-1)).toBe('/api/overview?fleet_refs=ACME'));
    const select = screen.getByLabelText('Connection');
    expect(
      within(select)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['All connections', 'ACME over Samsara', 'ACME over Motive']);
    await user.selectOptions(select, 'ACME over Motive');
    await waitFor(() =>
      expect(asked(drawn).at(-1)).toBe(`/api/overview?fleet_refs=ACME&connection_id=${id(2)}`),
    );
    await user.click(screen.getByRole('button', { name: 'Count all fleets' }));
    expect(screen.getByRole('button', { name: 'All fleets: filter the counts' })).toBeDefined();
  });

  it('says why counting failed, and retries', async () => {
    let down = true;
    const { user } = await show({
      'GET /api/overview': () =>
        down
          ? {
              status: 502,
              body: { code: 502, message: 'The service is away', detail: null, reason: 'service_error' },
            }
          : { body: counts },
    });
    expect(screen.getByRole('alert').textContent).toContain(
      "Couldn't count what fleets share: The service is away.",
    );
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(line().textContent).toContain('1,180 vehicles'));
  });
});

describe('the filter', () => {
  it('names connections by fleet and provider, and lists each fleet once', () => {
    const some = [
      connection(3, 'BOLT', 'Geotab'),
      connection(1, 'ACME', 'Samsara'),
      connection(2, 'ACME', 'Motive'),
    ];
    expect(connectionWords(connection(1, null, 'Samsara'))).toBe('Samsara');
    expect(fleetsOf([...some, connection(4, null, 'X')]).map(({ by, value }) => [by, value])).toEqual([
      ['fleet_ids', id(104)],
      ['fleet_refs', 'ACME'],
      ['fleet_refs', 'BOLT'],
    ]);
  });
  it('has a short label', () => {
    expect(filterWords(NO_FILTER)).toBeNull();
    expect(
      filterWords({
        fleet: { by: 'fleet_refs', value: 'ACME' },
        connection: { id: id(1), label: 'ACME over Samsara' },
      }),
    ).toBe('ACME over Samsara');
  });
});
