// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { blank, create, open, options, place, radius, resetStorage, row } from '../../../testing/builder.tsx';
import { AMARILLO, DENVER, draft, draftStop, PUEBLO } from '../../../testing/drafts.ts';

beforeEach(resetStorage);

describe('form and map edit one draft', () => {
  it('shows a circle drawn on the map in the form and updates its radius during a drag', async () => {
    const { user, frame, map } = await open({ createDraft: blank });
    await user.click(screen.getByRole('button', { name: 'Draw on the map: Origin' }));
    await frame();
    await act(async () => map.drawCircle({ ...AMARILLO, radius_meters: 1500 }));
    expect(place().value).toBe('35.20000, -101.90000');
    expect(radius().value).toBe('1.5');
    expect(map.engine().drawing).toBeNull();
    expect(document.activeElement).toBe(radius());
    await act(async () => {
      map.dragCircle({ ...AMARILLO, radius_meters: 1700 }, { ...AMARILLO, radius_meters: 2500 });
    });
    expect(radius().value).toBe('2.5');
    await user.keyboard('{Control>}z{/Control}');
    expect(radius().value).toBe('1.5');
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    expect(radius().value).toBe('2.5');
  });

  it('warns of a circle far from the city that its stop names', async () => {
    const city = { kind: 'city', name: 'Columbus', region: 'OH', country: 'US', population: 900_000 };
    await open({
      createDraft: () =>
        draft({ stops: [draftStop({ name: 'Columbus Dock' }), draftStop({ key: 'k2', center: DENVER })] }),
      answers: {
        'GET /api/places': { body: { items: [{ ...city, latitude: 39.96, longitude: -83 }] } },
      },
    });
    expect(await screen.findByText(/^The circle of .*Columbus Dock.* mi from Columbus, OH/)).toBeDefined();
  });

  it('moves the focus to the stop when its city center was taken', async () => {
    const city = { kind: 'city', name: 'Columbus', region: 'OH', country: 'US', population: 900_000 };
    const { user } = await open({
      createDraft: () =>
        draft({
          stops: [
            draftStop({ name: 'Columbus, OH', center: null, load_stop_sequence: 0 }),
            draftStop({ key: 'k2', center: DENVER }),
          ],
        }),
      answers: {
        'GET /api/places': { body: { items: [{ ...city, latitude: 39.96, longitude: -83 }] } },
      },
    });
    await user.click(await screen.findByRole('button', { name: /^Use the city center of Columbus/ }));
    expect(document.activeElement).toBe(row('Columbus, OH'));
  });

  it('shows a typed radius exactly on the map, in any unit', async () => {
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
    await user.selectOptions(screen.getByLabelText('Radius unit'), 'ft');
    expect(radius().value).toBe('2640');
  });

  it('steps through round radii with the arrow keys', async () => {
    const { user, map } = await open();
    await user.click(row('Amarillo DC 4'));
    await user.click(radius());
    await user.keyboard('{ArrowUp}');
    expect(map.engine().circles[0]?.radius_meters).toBe(2250);
  });

  it('keeps what is typed as the end, and never puts the default in its place', async () => {
    const { user } = await open();
    const ends = screen.getByLabelText<HTMLInputElement>('Ends');
    const over = async (text: string) =>
      user.type(ends, text, { initialSelectionStart: 0, initialSelectionEnd: ends.value.length });
    const by_default = ends.value;
    await over('tomorow');
    expect(ends.value).toBe('tomorow');
    await user.tab();
    expect(ends.value).toBe('tomorow');
    expect(screen.getByText(/^The end “tomorow” is no day and time/)).toBeDefined();
    const [length] = screen.getAllByRole('button', { name: '7 days' });
    await user.click(length as HTMLElement);
    const in_a_week = ends.value;
    expect([by_default, 'tomorow']).not.toContain(in_a_week);
    await user.clear(ends);
    expect(ends.value).toBe('');
    await user.tab();
    expect(ends.value).toBe(by_default);
    await over(in_a_week);
    await user.tab();
    expect(ends.value).toBe(in_a_week);
    expect(screen.queryByText(/is no day and time/)).toBeNull();
  });

  it('replaces only the changed circle on the map', async () => {
    const { user, map } = await open();
    await user.click(row('Amarillo DC 4'));
    const before = map.engine().circles;
    await user.click(radius());
    await user.keyboard('{ArrowUp}');
    expect(map.engine().circles[0]).not.toBe(before[0]);
    expect(map.engine().circles[1]).toBe(before[1]);
  });

  it('opens a stop by a click on its circle', async () => {
    const { map } = await open();
    await act(async () => map.clickCircle('k2'));
    expect(row('Denver Warehouse').getAttribute('aria-expanded')).toBe('true');
  });

  it('works without a map', async () => {
    const { user, frame, sent } = await open({ unavailable_map: new Error('no WebGL') });
    expect(screen.queryByRole('button', { name: /Draw on the map/ })).toBeNull();
    await user.click(create());
    await frame();
    expect(sent()).toHaveLength(1);
  });
});

describe('the place of a stop', () => {
  const openBlank = async () => {
    const page = await open({ createDraft: blank });
    await page.user.click(row('Origin'));
    await page.user.click(place());
    return page;
  };

  it.each([
    ['35.2, -101.9', '35.20000, -101.90000'],
    ["35°12'N 101°54'W", '35.20000, -101.90000'],
    ['https://www.google.com/maps/@35.2,-101.9,15z', '35.20000, -101.90000'],
  ])('accepts pasted coordinates: %s', async (text, shown) => {
    const { user } = await openBlank();
    await user.paste(text);
    expect(place().value).toBe(shown);
    expect(radius().value).toBe('1.61');
  });

  it('finds a site by keyboard and uses its circle', async () => {
    const { user, map } = await openBlank();
    await user.keyboard('denver n');
    expect(options().map(({ textContent }) => textContent)[0]).toMatch(/Denver Warehouse North/);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(map.engine().circles[0]).toMatchObject({
      ...DENVER,
      radius_meters: 800,
      label: 'Denver Warehouse North',
    });
    expect(screen.getByText('Matches Denver Warehouse North in the site book.')).toBeDefined();
  });

  it('lists cities of this continent first', async () => {
    const { user } = await openBlank();
    await user.keyboard('amarn');
    await waitFor(() => expect(options()).toHaveLength(2));
    expect(options()[0]?.textContent).toMatch(/^Amarillo, TX, US/);
    await user.click(options()[0] as HTMLElement);
    expect(place().value).toBe('Amarillo, TX');
    expect(screen.getByText('35.20000, -101.90000')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Name of Amarillo').value).toBe('Amarillo');
  });

  it('keeps text that is no place and reports it', async () => {
    const { user } = await openBlank();
    await user.keyboard('nowhere at all');
    await user.tab();
    expect(place().value).toBe('nowhere at all');
    expect(place().getAttribute('aria-invalid')).toBe('true');
  });

  it('closes the list on the first Esc and restores the previous place on the second', async () => {
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

  it('saves a circle to the site book and links the stop to it', async () => {
    const { user, frame, onSaveSite } = await open();
    await user.click(row('Amarillo DC 4'));
    await user.click(screen.getByRole('button', { name: 'Save to site book' }));
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
    expect(screen.getByText('Matches Amarillo DC 4 in the site book.')).toBeDefined();
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

  it('changes by Alt with an arrow key and is announced', async () => {
    const { user } = await open({ createDraft: three });
    act(() => row('Origin').focus());
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(order()).toBe('bac');
    expect(screen.getByText(/is now Stop 2, 2 of 3/)).toBeDefined();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(order()).toBe('bca');
  });

  it('keeps the focus on a stop that Esc has closed', async () => {
    const { user } = await open();
    await user.click(row('Amarillo DC 4'));
    await user.click(radius());
    await user.keyboard('{Escape}');
    expect(row('Amarillo DC 4').getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(row('Amarillo DC 4'));
  });

  it('changes by buttons and by drag', async () => {
    const { user } = await open({ createDraft: three });
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

  it('inserts a new stop before the destination and opens it', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Add a stop' }));
    expect(document.querySelectorAll('[data-stop]')).toHaveLength(3);
    expect(row('Stop 2').getAttribute('aria-expanded')).toBe('true');
  });
});

describe('the draft', () => {
  it('survives a page unload, including unparsed text', async () => {
    const first = await open({ createDraft: blank });
    await first.user.click(row('Origin'));
    await first.user.click(place());
    await first.user.keyboard('amar');
    first.unmount();
    await open({ createDraft: blank });
    expect(row('Origin')).toBeDefined();
    expect(screen.getByText(/“amar” does not match a place yet$/)).toBeDefined();
    expect(screen.getByText('Draft saved on this computer')).toBeDefined();
  });

  it('is not stored while untouched, so that the next visit starts from the latest facts', async () => {
    const first = await open();
    first.unmount();
    expect(first.drafts.read('blank')).toBeNull();
  });

  it('is separate for each source', async () => {
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
    await waitFor(() => expect(screen.getByText('Draft saved on this computer')).toBeDefined());
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await frame();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('LD-48213');
    await user.keyboard('{Control>}z{/Control}');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('LD-48213 second trip');
  });
});
