// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { INTENT_HEADER } from '@waypost/contract/api/creates';
import type { MonitorWish } from '@waypost/contract/api/monitors';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient, WithQueries } from '../../../api/queries.tsx';
import { ago, HOUR, id, NOW } from '../../../testing/loads.ts';
import { type Answer, type Answers, draw, type Setup } from '../../../testing/render.tsx';
import { prefs } from '../../../ui/prefs.ts';
import { Builder } from './Builder.tsx';
import { type Draft, emptyDraft } from './draft.ts';
import { browserStorage, DraftShelf } from './stored.ts';
import { AMARILLO, DENVER, draft, draftStop, facts, keys, PUEBLO, site } from './testing.ts';

const intent = (change: object = {}) => ({
  id: id(40),
  kind: 'monitor',
  state: 'done',
  subject: 'LD-48213',
  message: null,
  result_id: id(600),
  service_status: 201,
  created_by_name: 'Dana Ortiz',
  created_at: ago(0),
  updated_at: ago(0),
  next_check_at: null,
  ...change,
});
const created: Answer = { status: 201, body: { intent: intent(), result: { id: id(600) } } };
const problem = (code: number, change: object = {}): Answer => ({
  status: code,
  body: {
    code,
    message: 'It was refused',
    detail: null,
    reason: 'service_error',
    service_status: code,
    ...change,
  },
});

let last_id = 0;
const newId = () => id(40_000 + ++last_id);
const blank = (): Draft => emptyDraft(ago(-HOUR), keys());

interface Opened extends Setup {
  readonly begin?: () => Draft;
  readonly create?: Answers[string];
  readonly source?: string;
}

async function open({ begin = () => draft(), create = created, source = 'blank', ...setup }: Opened = {}) {
  const onCreated = vi.fn();
  const onUnknown = vi.fn();
  const onSaveSite = vi.fn(async (wish: { name: string }) => site({ ...wish, id: id(777) }));
  const shelf = new DraftShelf(browserStorage(), 'dana', () => NOW);
  const page = await draw(
    <WithQueries client={makeQueryClient(0)}>
      <Builder
        shelf={shelf}
        source={source}
        begin={begin}
        newId={newId}
        load={null}
        truck={null}
        sites={[site(), site({ id: id(701), name: 'Denver Warehouse North', ...DENVER })]}
        onSaveSite={onSaveSite}
        groups={[]}
        notice={null}
        onCreated={onCreated}
        onUnknown={onUnknown}
      />
    </WithQueries>,
    {
      ...setup,
      answers: {
        'POST /api/monitors/facts': { body: facts() },
        'POST /api/monitors': create,
        'GET /api/places': {
          body: {
            items: [
              { name: 'Amarnath', region: null, country: 'IN', latitude: 19, longitude: 73, population: 2 },
              { name: 'Amarillo', region: 'TX', country: 'US', ...AMARILLO, population: 1 },
            ],
          },
        },
        ...setup.answers,
      },
    },
  );
  const sent = () =>
    page.asked.mock.calls
      .filter(([path]) => path === '/api/monitors')
      .map(([, init]) => ({
        key: (init.headers as Record<string, string>)[INTENT_HEADER],
        body: JSON.parse(String(init.body)) as MonitorWish,
      }));
  return { ...page, onCreated, onUnknown, onSaveSite, shelf, sent };
}

const create = () => screen.getByRole('button', { name: 'Create monitor' });
const row = (name: string) => screen.getByRole('button', { name: new RegExp(`^\\d+ ?${name}`) });
const radius = () => screen.getByLabelText<HTMLInputElement>(/^Radius of/);
const options = () => within(screen.getByRole('listbox')).getAllByRole('option');
const place = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Place of/ });

beforeEach(() => {
  localStorage.clear();
  prefs.set({ radius_unit: 'km' });
  last_id = 0;
});

describe('sending', () => {
  it('takes one click when nothing is missing, and carries the key of the draft', async () => {
    const { user, frame, sent, onCreated, shelf } = await open();
    expect(screen.getByText(/Create monitor, watch until/)).toBeDefined();
    await user.click(create());
    await frame();
    expect(sent()).toEqual([
      { key: id(40_001), body: expect.objectContaining({ name: 'LD-48213', vehicle_id: id(500) }) },
    ]);
    expect(onCreated).toHaveBeenCalledWith(id(600));
    expect(shelf.read('blank')).toBeNull();
  });

  it('with something missing sends nothing, says it on its field and goes there', async () => {
    const { user, frame, sent } = await open({ begin: blank });
    await user.click(create());
    await frame();
    expect(sent()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Vehicle' }));
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('3 errors')).toBeDefined();
    await user.click(screen.getByRole('button', { name: /Destination has no circle/ }));
    await frame();
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Place of Destination' }));
  });

  it('warnings do not hold it up', async () => {
    const { user, frame, sent } = await open({
      answers: { 'POST /api/monitors/facts': { body: facts({ location_shared: 'no' }) } },
    });
    await waitFor(() => expect(screen.getByText(/No active agreement/)).toBeDefined());
    await user.click(create());
    await frame();
    expect(sent()).toHaveLength(1);
  });

  it('a 422 lands on its field, of a stop too, until that field is changed', async () => {
    const detail = [
      { path: 'body.stops.0.radius_meters', input: '2000', message: 'must be at most 1000', error_type: 'x' },
    ];
    const { user, frame } = await open({
      begin: () =>
        draft({
          stops: [
            draftStop({ key: 'a' }),
            draftStop({ key: 'b', name: 'Pueblo', center: PUEBLO }),
            draftStop({ key: 'c', center: DENVER }),
          ],
        }),
      create: problem(422, { detail }),
    });
    await user.click(create());
    await frame();
    expect(document.activeElement).toBe(screen.getByLabelText('Radius of Pueblo'));
    expect(screen.getByText('The service refused it: must be at most 1000')).toBeDefined();
    expect(screen.getByRole('alert').textContent).toMatch(/Nothing was created.*on its field/);
    await user.clear(radius());
    await user.type(radius(), '1');
    expect(screen.queryByText(/must be at most 1000/)).toBeNull();
  });

  it.each([
    [403, /active agreement that shares vehicle_location/],
    [409, /watched already/],
  ])('%d is explained', async (code, words) => {
    const { user, frame, onCreated } = await open({ create: problem(code) });
    await user.click(create());
    await frame();
    expect(screen.getByRole('alert').textContent).toMatch(words);
    expect(onCreated).not.toHaveBeenCalled();
  });

  const paused = (retry_after_seconds: number) =>
    problem(429, { reason: 'service_paused', detail: { retry_after_seconds, message: 'wait' } });

  it('a 429 counts down and then sends by itself, under the same key', async () => {
    const answers = [paused(0), created];
    const { user, sent, onCreated } = await open({ create: () => answers.shift() ?? created });
    await user.click(create());
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith(id(600)));
    const [first, second] = sent();
    expect(second).toEqual(first);
  });

  it('a countdown can be called off', async () => {
    const { user, frame, sent } = await open({ create: paused(60) });
    await user.click(create());
    await frame();
    expect(screen.getByText(/It is sent by itself in 60 s/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Do not send' }));
    expect(screen.queryByText(/by itself/)).toBeNull();
    expect(sent()).toHaveLength(1);
  });

  it('without an answer says that it may have arrived; sending again carries the same key', async () => {
    const answers: Answer[] = [new TypeError('Failed to fetch'), created];
    const { user, frame, sent, onCreated, shelf } = await open({ create: () => answers.shift() ?? created });
    await user.click(create());
    await frame();
    expect(screen.getByRole('alert').textContent).toMatch(/Whether it arrived is not known/);
    expect(shelf.read('blank')?.sent).toBe('no_answer');
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await frame();
    expect(sent()[1]).toEqual(sent()[0]);
    expect(onCreated).toHaveBeenCalledOnce();
  });

  it('an unknown end is no second monitor: the draft stays with its key, and says so', async () => {
    const unknown = {
      status: 202,
      body: { intent: intent({ state: 'unknown', result_id: null, message: 'No answer' }), result: null },
    };
    const first = await open({ create: unknown });
    await first.user.click(create());
    await first.frame();
    expect(first.onUnknown).toHaveBeenCalledWith('No answer');
    first.unmount();
    const again = await open();
    expect(screen.getByText(/Nobody knows yet whether the monitor was created/)).toBeDefined();
    await again.user.click(create());
    await again.frame();
    expect(again.sent()[0]?.key).toBe(first.sent()[0]?.key);
  });

  it('a draft that was changed after it arrived is no new monitor unless a person says so', async () => {
    const conflict = problem(409, { reason: 'conflict', service_status: null });
    const answers: Answer[] = [conflict, created];
    const { user, frame, sent } = await open({ create: () => answers.shift() ?? created });
    await user.click(create());
    await frame();
    await user.click(screen.getByRole('button', { name: 'Make this a new one' }));
    await user.click(create());
    await frame();
    expect(sent()[1]?.key).not.toBe(sent()[0]?.key);
  });

  it('tells a viewer why not, and sends nothing', async () => {
    const { user, sent } = await open({ roles: ['viewer'] });
    await user.click(create());
    expect(sent()).toEqual([]);
    expect(create().getAttribute('aria-disabled')).toBe('true');
  });

  it('goes by Ctrl Enter from any field', async () => {
    const { user, frame, sent } = await open();
    await user.click(screen.getByLabelText('Name'));
    await user.keyboard('{Enter}');
    await frame();
    expect(sent()).toEqual([]);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await frame();
    expect(sent()).toHaveLength(1);
  });
});

describe('form and map edit one draft', () => {
  it('a circle drawn on the map is in the form, and its number changes with the drag', async () => {
    const { user, frame, map } = await open({ begin: blank });
    await user.click(screen.getByRole('button', { name: 'Draw on the map: Origin' }));
    await frame();
    await act(async () => map.drawCircle({ ...AMARILLO, radius_meters: 1500 }));
    expect(place().value).toBe('35.20000, -101.90000');
    expect(radius().value).toBe('1.5');
    expect(map.engine().drawing).toBeNull();
    await act(async () => {
      map.dragCircle({ ...AMARILLO, radius_meters: 1700 }, { ...AMARILLO, radius_meters: 2500 });
    });
    expect(radius().value).toBe('2.5');
    await user.keyboard('{Control>}z{/Control}');
    expect(radius().value).toBe('1.5');
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    expect(radius().value).toBe('2.5');
  });

  it('a radius that is typed is on the map, exactly, in any unit', async () => {
    const { user, map, frame } = await open();
    await user.click(row('Amarillo DC 4'));
    await user.clear(radius());
    await user.type(radius(), '0.5 mi');
    await frame();
    expect(map.engine().circles[0]?.radius_meters).toBe(804.672);
    expect(radius().value).toBe('0.5 mi');
    await user.tab();
    expect(radius().value).toBe('0.8');
    expect(screen.getByText('805 m')).toBeDefined();
    await user.selectOptions(screen.getByLabelText('Unit of radii'), 'ft');
    expect(radius().value).toBe('2640');
  });

  it('the arrows of the keyboard go through round radii', async () => {
    const { user, map } = await open();
    await user.click(row('Amarillo DC 4'));
    await user.click(radius());
    await user.keyboard('{ArrowUp}');
    expect(map.engine().circles[0]?.radius_meters).toBe(2250);
  });

  it('only the circle that changed is another for the map', async () => {
    const { user, map } = await open();
    await user.click(row('Amarillo DC 4'));
    const before = map.engine().circles;
    await user.click(radius());
    await user.keyboard('{ArrowUp}');
    expect(map.engine().circles[0]).not.toBe(before[0]);
    expect(map.engine().circles[1]).toBe(before[1]);
  });

  it('a click on a circle opens its stop', async () => {
    const { map } = await open();
    await act(async () => map.clickCircle('k2'));
    expect(row('Denver Warehouse').getAttribute('aria-expanded')).toBe('true');
  });

  it('works without a map', async () => {
    const { user, frame, sent } = await open({ unavailable_map: new Error('no WebGL') });
    await user.click(create());
    await frame();
    expect(sent()).toHaveLength(1);
  });
});

describe('the place of a stop', () => {
  const openBlank = async () => {
    const page = await open({ begin: blank });
    await page.user.click(row('Origin'));
    await page.user.click(place());
    return page;
  };

  it.each([
    ['35.2, -101.9', '35.20000, -101.90000'],
    ["35°12'N 101°54'W", '35.20000, -101.90000'],
    ['https://www.google.com/maps/@35.2,-101.9,15z', '35.20000, -101.90000'],
  ])('takes pasted coordinates: %s', async (text, shown) => {
    const { user } = await openBlank();
    await user.paste(text);
    expect(place().value).toBe(shown);
    expect(radius().value).toBe('1.61');
  });

  it('finds a site by the keyboard alone, and takes its circle', async () => {
    const { user, map } = await openBlank();
    await user.keyboard('denver n');
    expect(options().map(({ textContent }) => textContent)[0]).toMatch(/Denver Warehouse North/);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(map.engine().circles[0]).toMatchObject({
      ...DENVER,
      radius_meters: 800,
      label: 'Denver Warehouse North',
    });
    expect(screen.getByText('As Denver Warehouse North in the site book.')).toBeDefined();
  });

  it('finds a city, those of this continent first', async () => {
    const { user } = await openBlank();
    await user.keyboard('amarn');
    await waitFor(() => expect(options()).toHaveLength(2));
    expect(options()[0]?.textContent).toMatch(/^Amarillo, TX, US/);
    await user.click(options()[0] as HTMLElement);
    expect(place().value).toBe('35.20000, -101.90000');
    expect(screen.getByLabelText<HTMLInputElement>('Name of Amarillo').value).toBe('Amarillo');
  });

  it('keeps what is typed and is no place, and says so', async () => {
    const { user } = await openBlank();
    await user.keyboard('nowhere at all');
    await user.tab();
    expect(place().value).toBe('nowhere at all');
    expect(place().getAttribute('aria-invalid')).toBe('true');
  });

  it('Esc closes the list first, then brings back what was there', async () => {
    const { user } = await open();
    await user.click(row('Amarillo DC 4'));
    await user.click(place());
    await user.keyboard('den');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(place().value).toBe('den');
    await user.keyboard('{Escape}');
    expect(place().value).toBe('35.20000, -101.90000');
  });

  it('saves a circle to the site book, and the stop is then linked to it', async () => {
    const { user, frame, onSaveSite } = await open();
    await user.click(row('Amarillo DC 4'));
    await user.click(screen.getByRole('button', { name: 'Save to the site book' }));
    await frame();
    await user.click(await screen.findByRole('button', { name: 'Save site' }));
    await frame();
    expect(onSaveSite).toHaveBeenCalledWith(
      expect.objectContaining({
        name: 'Amarillo DC 4',
        ...AMARILLO,
        radius_meters: 2000,
        free_minutes: null,
      }),
    );
    expect(screen.getByText('As Amarillo DC 4 in the site book.')).toBeDefined();
  });
});

describe('the order of the stops', () => {
  const three = () =>
    draft({
      stops: [
        draftStop({ key: 'a' }),
        draftStop({ key: 'b', center: PUEBLO }),
        draftStop({ key: 'c', center: DENVER }),
      ],
    });
  const order = () =>
    [...document.querySelectorAll('[data-stop]')].map((item) => item.getAttribute('data-stop')).join('');

  it('changes by Alt with an arrow, and is told', async () => {
    const { user } = await open({ begin: three });
    act(() => row('Origin').focus());
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(order()).toBe('bac');
    expect(screen.getByText(/is now Stop 1, 2 of 3/)).toBeDefined();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(order()).toBe('bca');
  });

  it('Esc closes the open stop, and the keyboard stays with it', async () => {
    const { user } = await open();
    await user.click(row('Amarillo DC 4'));
    await user.click(radius());
    await user.keyboard('{Escape}');
    expect(row('Amarillo DC 4').getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(row('Amarillo DC 4'));
  });

  it('changes by buttons and by drag', async () => {
    const { user } = await open({ begin: three });
    await user.click(screen.getByRole('button', { name: 'Move Destination up' }));
    expect(order()).toBe('acb');
    const [first, , last] = [...document.querySelectorAll('[data-stop]')];
    const grip = first?.querySelector('[draggable="true"]') as Element;
    const dataTransfer = { setData: () => undefined, effectAllowed: 'all' };
    fireEvent.dragStart(grip, { dataTransfer });
    fireEvent.dragOver(last as Element);
    fireEvent.drop(last as Element);
    expect(order()).toBe('cba');
  });

  it('a new stop comes before the destination and is open', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Add a stop' }));
    expect(document.querySelectorAll('[data-stop]')).toHaveLength(3);
    expect(row('Stop 1').getAttribute('aria-expanded')).toBe('true');
  });
});

describe('the draft', () => {
  it('survives the end of the page, typed half-words too', async () => {
    const first = await open({ begin: blank });
    await first.user.click(row('Origin'));
    await first.user.click(place());
    await first.user.keyboard('amar');
    first.unmount();
    await open({ begin: blank });
    expect(row('Origin')).toBeDefined();
    expect(screen.getByText(/“amar” is not a place yet$/)).toBeDefined();
    expect(screen.getByText('Draft kept on this computer')).toBeDefined();
  });

  it('that was not touched is not kept: the next opening begins with the newest facts', async () => {
    const first = await open();
    first.unmount();
    expect(first.shelf.read('blank')).toBeNull();
  });

  it('each beginning has its own', async () => {
    const first = await open({ source: 'load:1' });
    await first.user.type(screen.getByLabelText('Name'), '!');
    first.unmount();
    await open({ source: 'blank' });
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('LD-48213');
  });

  it('can be discarded, and that can be undone', async () => {
    const { user, frame } = await open();
    await user.type(screen.getByLabelText('Name'), ' second trip');
    await user.tab();
    await waitFor(() => expect(screen.getByText('Draft kept on this computer')).toBeDefined());
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await frame();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('LD-48213');
    await user.keyboard('{Control>}z{/Control}');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('LD-48213 second trip');
  });
});

describe('the vehicle', () => {
  it('by VIN: capital letters, its faults under it, and what is known asked for', async () => {
    const { user, asked } = await open({ begin: blank });
    await user.click(screen.getByLabelText('VIN'));
    await user.type(screen.getByRole('textbox', { name: 'VIN' }), '1m8gdm9axkpO42788');
    await user.tab();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'VIN' }).value).toBe('1M8GDM9AXKPO42788');
    expect(screen.getAllByText(/A VIN has no letter O/).length).toBeGreaterThan(0);
    await user.clear(screen.getByRole('textbox', { name: 'VIN' }));
    await user.type(screen.getByRole('textbox', { name: 'VIN' }), '1M8GDM9AXKP042788');
    await waitFor(() =>
      expect(
        asked.mock.calls.some(([, init]) => init.body === JSON.stringify({ vin: '1M8GDM9AXKP042788' })),
      ).toBe(true),
    );
  });

  it('what is known, or that nothing is', async () => {
    await open();
    expect(
      await screen.findByText(/Unit 1187, seen 1 min ago, reports every 60 s, location shared/),
    ).toBeDefined();
  });
});

describe('times', () => {
  it('are told in the zone and in UTC, with the default and the longest end a click away', async () => {
    const { user, frame, sent } = await open();
    expect(screen.getByText(/2026-11-20 21:30 UTC/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: '14 days (longest)' }));
    await user.click(create());
    await frame();
    expect(sent()[0]?.body).toMatchObject({ starts_at: ago(-HOUR), expires_at: ago(-HOUR - 14 * 24 * HOUR) });
  });

  it('the default is left to the service', async () => {
    const { user, frame, sent } = await open();
    await user.click(screen.getByRole('button', { name: '7 days' }));
    await user.click(screen.getByRole('button', { name: '3 days (default)' }));
    await user.click(create());
    await frame();
    expect(sent()[0]?.body).not.toHaveProperty('expires_at');
  });
});
