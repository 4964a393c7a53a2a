// @vitest-environment happy-dom

import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeQueryClient, WithQueries } from '../../api/queries.tsx';
import { draw } from '../../testing/render.tsx';
import { prefs } from '../../ui/prefs.ts';
import { LoadForm } from './LoadForm.tsx';

beforeEach(() => {
  localStorage.clear();
  prefs.set({ time_zone: 'America/Los_Angeles' });
});

const city = (name: string, latitude: number, longitude: number) => ({
  body: {
    items: [{ kind: 'city', name, region: 'XX', country: 'US', latitude, longitude, population: 1_000_000 }],
  },
});

async function open(company_zone: string | null) {
  const drawn = await draw(
    <WithQueries client={makeQueryClient(0)}>
      <LoadForm
        corrected={null}
        sites={[]}
        company_zone={company_zone}
        newId={() => crypto.randomUUID()}
        notice={null}
        onReload={() => undefined}
        onSent={() => undefined}
      />
    </WithQueries>,
    {
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
