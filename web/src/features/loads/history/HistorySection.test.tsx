// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { LoadHistory } from '@waypost/contract/api/history';
import { expect, it } from 'vitest';
import { makeQueryClient, WithQueries } from '../../../api/queries.tsx';
import type { Trail } from '../../../map/types.ts';
import { ago, HOUR, id, load, MINUTE, NOW } from '../../../testing/loads.ts';
import { draw, type Setup } from '../../../testing/render.tsx';
import HistorySection from './HistorySection.tsx';

const ping = (minutes: number, longitude: number): [number, number, number] => [
  NOW - minutes * MINUTE,
  35,
  longitude,
];
const place = { name: 'Amarillo', region: 'TX', country: 'US', distance_meters: 0, direction: null } as const;
const history: LoadHistory = {
  truck: { vehicle_id: id(500), name: 'Unit 1187' },
  from: ago(24 * HOUR),
  to: ago(0),
  positions: [ping(200, -102), ping(190, -102), ping(188, -101.9), ping(60, -100), ping(58, -99.95)],
  truncated: false,
  first_at: ago(20 * 24 * HOUR),
  kept_days: 30,
  stays: [
    {
      from: ago(200 * MINUTE),
      to: ago(190 * MINUTE),
      latitude: 35,
      longitude: -102,
      place,
      silent_seconds: 600,
    },
  ],
};

async function open(answer: object, setup: Setup = {}) {
  const trails: (Trail | null)[] = [];
  const drawn = await draw(
    <WithQueries client={makeQueryClient(0)}>
      <HistorySection load={load()} onTrail={(trail) => trails.push(trail)} onClose={() => undefined} />
    </WithQueries>,
    { ...setup, answers: { 'GET /api/loads/': answer } },
  );
  return { ...drawn, trail: () => trails.at(-1) };
}

it('draws the trail, and describes stops, distance and gaps', async () => {
  const { trail } = await open({ body: history });
  expect(await screen.findByText(/5 positions, 1 gap in the pings/)).toBeDefined();
  expect(screen.getByText('Amarillo, TX')).toBeDefined();
  expect(screen.getByText(/At least 1\d\d mi.*one gap measured in a straight line/)).toBeDefined();
  expect(screen.getByText(/Kept for 30 days/)).toBeDefined();
  await waitFor(() => expect(trail()?.points).toHaveLength(5));
  expect(trail()?.replay).toBeUndefined();
});

it('replays ping by ping with what is known of each, but no route through a gap', async () => {
  const { trail, user } = await open({ body: history });
  const slider = await screen.findByRole('slider', { name: 'Replay' });
  fireEvent.change(slider, { target: { value: '3' } });
  expect(slider.getAttribute('aria-valuetext')).toMatch(
    /First ping in 2 h 8 min, \d+ mi from the one before/,
  );
  expect(trail()?.replay).toMatchObject({ longitude: -100 });
  await user.click(screen.getByRole('button', { name: /Amarillo, TX/ }));
  expect(slider.getAttribute('aria-valuetext')).toMatch(/Stopped, Amarillo, TX/);
  expect(trail()?.replay).toMatchObject({ longitude: -102 });
});

it('says where positions start when the period has none, and why a truck has none at all', async () => {
  await open({ body: { ...history, positions: [], stays: [] } });
  expect(
    await screen.findByText(/No recorded positions in this period. The oldest one kept is from/),
  ).toBeDefined();
  await open({ body: { ...history, truck: null, positions: [], stays: [], first_at: null } });
  expect(await screen.findByText(/No truck assigned/)).toBeDefined();
});

it('offers a retry when the history cannot be loaded', async () => {
  await open({ status: 500, body: { code: 500, message: 'Broken', detail: null, reason: 'internal' } });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
});
