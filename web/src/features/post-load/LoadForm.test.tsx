// @vitest-environment happy-dom

import { screen, within } from '@testing-library/react';
import type { BoardLoad } from '@waypost/contract/api/board';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeQueryClient, WithQueries } from '../../api/queries.tsx';
import { assignment, id, load } from '../../testing/loads.ts';
import { draw } from '../../testing/render.tsx';
import { prefs } from '../../ui/prefs.ts';
import { type Corrected, LoadForm } from './LoadForm.tsx';

beforeEach(() => {
  localStorage.clear();
  prefs.set({ time_zone: 'America/Los_Angeles' });
});

const city = (name: string, latitude: number, longitude: number) => ({
  body: {
    items: [{ kind: 'city', name, region: 'XX', country: 'US', latitude, longitude, population: 1_000_000 }],
  },
});

async function open(
  company_zone: string | null,
  loads: readonly BoardLoad[] = [],
  corrected: Corrected | null = null,
) {
  const drawn = await draw(
    <WithQueries client={makeQueryClient(0)}>
      <LoadForm
        corrected={corrected}
        sites={[]}
        company_zone={company_zone}
        newId={() => crypto.randomUUID()}
        notice={null}
        onReload={() => undefined}
        onSent={() => undefined}
      />
    </WithQueries>,
    {
      loads,
      answers: {
        'GET /api/places?q=Dallas': city('Dallas', 32.78, -96.8),
        'GET /api/places?q=Denver': city('Denver', 39.74, -104.99),
      },
    },
  );
  return drawn.user;
}
const zoneOf = (stop: number) => screen.getByLabelText<HTMLSelectElement>(`Time zone of stop ${stop}`);
const place = (stop: number) => screen.getByRole('combobox', { name: `Place of stop ${stop}` });

describe('the times of a stop', () => {
  it("are in the company's time zone until it has a place, and say so", async () => {
    await open('America/New_York');
    expect(zoneOf(1).value).toBe('America/New_York');
    expect(screen.getAllByText("Your company's time zone, until the stop has a place")).toHaveLength(2);
    expect(screen.getByLabelText('Arrival at stop 1, EST (optional)')).toBeDefined();
  });

  it("are in the person's time zone if the company has set none", async () => {
    await open(null);
    expect(zoneOf(1).value).toBe('America/Los_Angeles');
    expect(screen.getAllByText('Your time zone, until the stop has a place')).toHaveLength(2);
  });

  it('are in the time zone of its place, and keep their digits when the place changes', async () => {
    const user = await open('America/New_York');
    await user.type(place(1), 'Dallas{Enter}');
    const departure = await screen.findByLabelText<HTMLInputElement>('Departure at stop 1, CST (optional)');
    expect(screen.getByText('The time zone of its place')).toBeDefined();
    await user.type(departure, '2026-11-24 14:00');
    await user.tab();
    expect(screen.getByText('20:00 UTC.', { exact: false })).toBeDefined();
    await user.clear(place(1));
    await user.type(place(1), 'Denver{Enter}');
    const moved = await screen.findByLabelText<HTMLInputElement>('Departure at stop 1, MST (optional)');
    expect(moved.value).toContain('14:00');
    expect(screen.getByText('21:00 UTC.', { exact: false })).toBeDefined();
    expect(zoneOf(2).value).toBe('America/New_York');
  });
});

it('numbers a stop the same in its heading, its field and its error', async () => {
  const user = await open(null);
  await user.click(screen.getByRole('button', { name: 'Add stop' }));
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Stop 1: origin',
    'Stop 2',
    'Stop 3: destination',
  ]);
  await user.click(screen.getByRole('button', { name: 'Post load' }));
  for (const error of ['Choose the place of the origin.', 'Choose the place of stop 2.'])
    expect(screen.getByText(error)).toBeDefined();
});

it('says that its number is on the board already, with the load, and can be posted all the same', async () => {
  const user = await open(null, [load({ load_id: id(7), load_ref: 'LD-7' })]);
  await user.type(screen.getByLabelText('Load number'), 'ld-7 ');
  const warning = (await screen.findByText(/^.?LD-7.? is on the board already$/)).closest(
    '[data-tone="act"]',
  );
  const link = within(warning as HTMLElement).getByRole<HTMLAnchorElement>('link', { name: 'Open it' });
  expect(link.href).toContain(id(7));
  expect(screen.queryByText(/See the marked fields/)).toBeNull();
});

describe('the unit', () => {
  /** A load on a truck: unit, plate. */
  const on = (n: number, vehicle_name: string, license_plate_number: string) => {
    const vehicle = { ...assignment().vehicle, id: id(500 + n), vehicle_name, license_plate_number };
    return load({ load_id: id(n), load_ref: `LD-${n}`, vehicle_assignment: assignment({ vehicle }) });
  };
  const unit = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Unit (optional)' });
  const list = () => screen.queryByRole('listbox', { name: 'Suggestions' });
  const options = () => [...(list()?.querySelectorAll('[role="option"]') ?? [])];

  it('that is typed whole is taken by Enter, never a truck whose plate contains it, and its other load is a warning', async () => {
    const user = await open(null, [on(1, 'T-5958', 'RU90950'), on(2, '9095', '4KD8812')]);
    await user.type(unit(), '9095');
    expect(options().map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^9095/),
      expect.stringMatching(/^T-5958/),
    ]);
    await user.keyboard('{Enter}');
    expect(list()).toBeNull();
    expect(unit().value).toBe('9095');
    expect(screen.getByRole('region', { name: 'Preview' }).textContent).toMatch(
      /Truck: unit .?9095.?\. Already on .?LD-2/,
    );
    expect(screen.getByText(/^This truck is also on .?LD-2/).closest('[data-tone="act"]')).not.toBeNull();
  });

  it('that has the word in its name is not called unit twice', async () => {
    const user = await open(null, [on(1, 'Unit 1399', 'A1')]);
    await user.type(unit(), 'Unit 1399{Enter}');
    expect(screen.getByRole('region', { name: 'Preview' }).textContent).toMatch(/Truck: .?Unit 1399/);
  });

  it('that is typed in part, or that two trucks have, is taken only when one of them is chosen', async () => {
    const user = await open(null, [on(1, '9095', 'A1'), on(2, '9095', 'B2'), on(3, '90', 'C3')]);
    await user.type(unit(), '909{Enter}');
    expect(options()).toHaveLength(2);
    await user.keyboard('5{Enter}');
    expect(options()).toHaveLength(2);
    expect(screen.queryByText(/^This truck is also on/)).toBeNull();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(screen.getByText(/^This truck is also on .?LD-2/)).toBeDefined();
  });
});

it('says the identifiers of the assigned truck beside empty fields, and fills them in', async () => {
  const known = { vin: '1FUJGLDR5CSBM1234', license_plate_number: '4KD8812', license_plate_region: 'TX' };
  const vehicle = { ...assignment().vehicle, ...known };
  const corrected = {
    load: load({ vehicle_assignment: assignment({ vehicle }) }),
    sent: {
      load_ref: null,
      vehicle: null,
      vehicle_known: false,
      stops: null,
      version: 0,
      sent_at: null,
      sent_by_name: null,
    },
  };
  const user = await open(null, [], corrected as Corrected);
  expect(
    screen.getByText(/^The assigned truck has VIN .*1FUJGLDR5CSBM1234.* and .*plate TX 4KD8812/),
  ).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Fill in' }));
  expect(screen.getByLabelText<HTMLInputElement>('VIN (optional)').value).toBe(known.vin);
  expect(screen.getByLabelText<HTMLInputElement>('Plate (optional)').value).toBe('4KD8812');
  expect(screen.queryByRole('button', { name: 'Fill in' })).toBeNull();
});

it('names a place once in the preview', async () => {
  const user = await open(null);
  await user.type(place(1), 'Dallas{Enter}');
  const preview = screen.getByRole('region', { name: 'Preview' });
  await expect.poll(() => preview.textContent?.match(/Dallas/g)).toHaveLength(1);
  const name = screen.getByLabelText('Name of stop 1 (optional)');
  await user.clear(name);
  await user.type(name, 'Dock 4');
  expect(preview.textContent).toMatch(/Dock 4Dallas/);
});
