// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeQueryClient, WithQueries } from '../api/queries.tsx';
import { useWebhooks } from '../api/webhooks.ts';
import type { NewMonitorSearch } from '../features/monitors/search.ts';
import { AMARILLO, DENVER, facts, monitor, monitorStop, site } from '../testing/drafts.ts';
import { ago, HOUR, id, load, stop } from '../testing/loads.ts';
import { draw, type Setup } from '../testing/render.tsx';
import { EventsNotice, NewMonitor } from './NewMonitorPage.tsx';

const sources = {
  events: 'active',
  webhook_group_id: id(301),
  reads: 'yes',
  last_event_at: null,
  last_read_at: null,
};
const detail = { ...monitor({ webhook_group_id: id(300) }), history: [], trail: [] };
const journey = load({
  stops: [
    stop({ id: id(901), sequence: 0, name: 'Amarillo DC 4', estimated_departure_at: ago(-HOUR) }),
    stop({ id: id(902), sequence: 1, name: 'Denver Warehouse', estimated_arrival_at: ago(-9 * HOUR) }),
  ],
});

const webhook = {
  id: id(20),
  purpose: 'geofence_monitor',
  state: 'by_hand',
  message: null,
  address: 'https://hooks.example.com/bff/hooks/secret',
  signed: false,
  webhook_group_id: null,
  created_at: ago(0),
  event_names: ['geofence_monitor.*'],
  unverified: { count: 0, last_at: null, reason: null },
  refused: { count: 0, last_at: null, reason: null },
};

async function open(search: NewMonitorSearch, setup: Setup = {}) {
  const page = await draw(
    <WithQueries client={makeQueryClient(0)}>
      <NewMonitor search={search} />
    </WithQueries>,
    {
      loads: [journey],
      ...setup,
      answers: {
        'POST /api/monitors/facts': { body: facts() },
        'GET /api/sites': {
          body: { items: [site(), site({ id: id(701), name: 'Denver Warehouse North', ...DENVER })] },
        },
        'GET /api/monitors?': { body: { items: [detail], sources, next_page: null } },
        [`GET /api/monitors/${id(600)}`]: { body: detail },
        'GET /api/posted-loads/': { status: 404, body: {} },
        ...setup.answers,
      },
    },
  );
  await page.frame();
  await page.frame();
  return page;
}

const rows = () =>
  [...document.querySelectorAll('[data-stop]')].map((row) => row.querySelector('strong')?.textContent);

beforeEach(() => localStorage.clear());

describe('a new monitor', () => {
  it('from a load gets its name, truck, stops and times, and sites from the site book', async () => {
    const { user, map } = await open({ load: id(1) });
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('LD-48213');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Vehicle' }).value).toBe('Unit 1187');
    expect(rows()).toEqual(['Amarillo DC 4', 'Denver Warehouse']);
    expect(map.engine().circles).toHaveLength(1);
    expect(map.engine().circles[0]).toMatchObject(AMARILLO);
    await user.click(screen.getByRole('button', { name: 'Use Denver Warehouse North' }));
    expect(map.engine().circles[1]).toMatchObject(DENVER);
    expect(map.engine().truck).toMatchObject({ latitude: 35.19, marker: 'live' });
  });

  it('from a load that was posted here has the places given then', async () => {
    const body = {
      load_id: id(1),
      version: 1,
      load_ref: 'LD-48213',
      vehicle_known: true,
      vehicle: null,
      stops: [AMARILLO, DENVER],
      city_centers: [null, 'Denver, CO'],
      sent_by_name: 'Dana Ortiz',
      sent_at: ago(0),
    };
    const { map } = await open({ load: id(1) }, { answers: { 'GET /api/posted-loads/': { body } } });
    expect(map.engine().circles[1]).toMatchObject(DENVER);
    expect(screen.getByText(/is the city center of Denver, CO, not the dock/)).toBeDefined();
  });

  it('offers the city of a stop also while the stop is open', async () => {
    const city = {
      kind: 'city',
      name: 'Denver',
      region: 'CO',
      country: 'US',
      ...DENVER,
      population: 1_000_000,
    };
    const { user, map } = await open(
      { load: id(1) },
      { answers: { 'GET /api/places?q=Denver': { body: { items: [city] } } } },
    );
    await user.click(screen.getByRole('button', { name: /^2 ?Denver Warehouse/ }));
    await user.click(await screen.findByRole('button', { name: 'Use the city center of Denver, CO' }));
    expect(map.engine().circles[1]).toMatchObject(DENVER);
  });

  it('from a load that is not watched reports it as not found', async () => {
    await open({ load: id(77) });
    expect(screen.getByText('This load is not on the board')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open the load' })).toBeDefined();
  });

  it('from a load that a colleague removes meanwhile keeps what was begun, and says so', async () => {
    const { user, live } = await open({ load: id(1) });
    const name = screen.getByLabelText<HTMLInputElement>('Name');
    await user.type(name, ' B');
    const typed = name.value;
    act(() => {
      live.store.apply({ items: [], removed: [id(1)] });
      live.store.flush();
    });
    expect(await screen.findByText('This load has left the board.')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(typed);
    expect(rows()).toEqual(['Amarillo DC 4', 'Denver Warehouse']);
  });

  it('copies a monitor', async () => {
    await open({ copy: id(600) });
    expect(rows()).toEqual(['Stop 0', 'Stop 1', 'Stop 2', 'Stop 3']);
  });

  it('continues with the remaining stops of a monitor', async () => {
    const left = [monitorStop(0, { departed_at: ago(HOUR) }), monitorStop(1), monitorStop(2)];
    const body = { ...detail, current_stop_sequence: 1, stops: left };
    await open({ follow: id(600) }, { answers: { [`GET /api/monitors/${id(600)}`]: { body } } });
    expect(rows()).toEqual(['Stop 1', 'Stop 2']);
  });

  it('offers the other subscriptions that known monitors report to, with the name of such a monitor', async () => {
    const items = [
      { ...detail, webhook_group_id: id(301) },
      { ...detail, name: 'LD-7' },
    ];
    await open({}, { answers: { 'GET /api/monitors?': { body: { items, sources, next_page: null } } } });
    const options = [...screen.getByLabelText<HTMLSelectElement>('Send events to').options].map(
      ({ text }) => text,
    );
    expect(options).toEqual([
      'Waypost (default)',
      `As “LD-7”: subscription ${id(300)}`,
      'Another subscription…',
    ]);
  });

  it('works without the site book and without the list of monitors', async () => {
    await open(
      { load: id(1) },
      {
        answers: {
          'GET /api/sites': { status: 500, body: {} },
          'GET /api/monitors?': { status: 500, body: {} },
        },
      },
    );
    expect(screen.getByText("Couldn't load the site book.")).toBeDefined();
    expect(rows()).toEqual(['Amarillo DC 4', 'Denver Warehouse']);
  });

  it('says who must act when the service accepts no subscription from us', async () => {
    const by_hand = { body: { items: [], sources: { ...sources, events: 'by_hand' }, next_page: null } };
    await open({}, { answers: { 'GET /api/monitors?': by_hand } });
    expect(screen.getByText(/Ask a Waypost administrator to register/)).toBeDefined();
  });

  it('shows an administrator the address to register', async () => {
    const by_hand = { body: { items: [], sources: { ...sources, events: 'by_hand' }, next_page: null } };
    await open(
      {},
      {
        roles: ['admin'],
        answers: { 'GET /api/monitors?': by_hand, 'GET /api/webhooks': { body: { items: [webhook] } } },
      },
    );
    expect(await screen.findByText(/Copy address https:\/\/hooks\.example\.com/)).toBeDefined();
  });

  it('shares cached webhooks with the deliveries page, whichever is opened first', async () => {
    const Deliveries = () => <p>{useWebhooks().data?.map(({ address }) => address)}</p>;
    const answers = { 'GET /api/webhooks': { body: { items: [webhook] } } };
    for (const first of ['deliveries', 'monitor']) {
      const client = makeQueryClient(0);
      const pages = [<Deliveries key="deliveries" />, <EventsNotice key="monitor" />];
      for (const element of first === 'deliveries' ? pages : pages.toReversed()) {
        const page = await draw(<WithQueries client={client}>{element}</WithQueries>, {
          roles: ['admin'],
          answers,
        });
        expect((await screen.findAllByText(/https:\/\/hooks\.example\.com/)).length).toBeGreaterThan(0);
        page.unmount();
      }
    }
  });

  it('tells a viewer whom to ask', async () => {
    await open({}, { roles: ['viewer'] });
    expect(screen.getByText(/^View-only access\./)).toBeDefined();
  });
});
