// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { PlaceMap, type PlaceMapProps } from './CircleMap.tsx';
import { fakeMap } from './testing/engine.fake.ts';
import { MapUnavailableError } from './types.ts';
import { MapEngineContext } from './use-engine.ts';

afterEach(cleanup);

const PLACES = [
  { id: 'a', latitude: 35, longitude: -101, count: 7 },
  { id: 'b', latitude: 41, longitude: -87, count: 1 },
];

async function open(over: Partial<PlaceMapProps> = {}, unavailable?: Error) {
  const map = fakeMap(unavailable);
  const onSelect = vi.fn();
  const page = (more: Partial<PlaceMapProps> = {}) => (
    <MantineProvider env="test">
      <MapEngineContext value={map.factory}>
        <PlaceMap
          places={PLACES}
          selected={null}
          onSelect={onSelect}
          label="Map of stations"
          fit_label="Show all stations"
          instead="The list shows the same stations."
          fit_key="one"
          {...over}
          {...more}
        />
      </MapEngineContext>
    </MantineProvider>
  );
  const view = render(page());
  if (!unavailable) await waitFor(() => expect(map.engine().places).toBe(over.places ?? PLACES));
  return { map, onSelect, rerender: (more: Partial<PlaceMapProps>) => view.rerender(page(more)) };
}

it('passes its places to the map, and fits them once per fit_key', async () => {
  const { map, rerender } = await open();
  rerender({ places: PLACES.slice(0, 1) });
  rerender({ fit_key: 'two' });
  expect(map.engine().places).toEqual(PLACES);
  expect(map.engine().calls).toEqual(['fitPlaces', 'fitPlaces']);
  await userEvent.click(screen.getByRole('button', { name: 'Show all stations' }));
  expect(map.engine().calls).toHaveLength(3);
});

it('moves to a place selected elsewhere, but not to one clicked on the map', async () => {
  const { map, onSelect, rerender } = await open();
  act(() => map.clickPlace('a'));
  expect(onSelect).toHaveBeenCalledWith('a');
  rerender({ selected: 'a' });
  expect(map.engine().selected_place).toBe('a');
  expect(map.engine().calls).not.toContain('showPlace a');
  rerender({ selected: 'b' });
  expect(map.engine().calls).toContain('showPlace b');
});

it('without a map explains why, and refers to an alternative', async () => {
  await open({}, new MapUnavailableError('The map needs WebGL 2.'));
  expect(await screen.findByText('The map needs WebGL 2. The list shows the same stations.')).toBeTruthy();
});
