// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MapView, type MapViewProps } from './MapView.tsx';
import { type FakeMap, fakeMap } from './testing/engine.fake.ts';
import { type MapEngineFactory, MapUnavailableError } from './types.ts';
import { MapEngineContext } from './use-engine.ts';

afterEach(cleanup);

function props(over: Partial<MapViewProps> = {}): MapViewProps {
  return {
    theme: 'light',
    camera: null,
    can_fit_selection: false,
    without_position: 0,
    onEngine: vi.fn(),
    onHover: vi.fn(),
    onSelect: vi.fn(),
    onClusterHover: vi.fn(),
    onClusterOpen: vi.fn(),
    onMove: vi.fn(),
    onUnavailable: vi.fn(),
    ...over,
  };
}

function page(factory: MapEngineFactory, given: MapViewProps) {
  return (
    <StrictMode>
      <MantineProvider env="test">
        <MapEngineContext value={factory}>
          <MapView {...given} />
        </MapEngineContext>
      </MantineProvider>
    </StrictMode>
  );
}

async function open(map: FakeMap, given: MapViewProps) {
  const view = render(page(map.factory, given));
  await waitFor(() => expect(given.onEngine).toHaveBeenLastCalledWith(map.engine()));
  return { again: (next: MapViewProps) => view.rerender(page(map.factory, next)), leave: view.unmount };
}

describe('MapView', () => {
  it('keeps one living engine, also where React mounts twice, and none after it is gone', async () => {
    const map = fakeMap();
    const given = props();
    const { leave } = await open(map, given);
    await waitFor(() => expect(map.engines.filter(({ destroyed }) => !destroyed)).toHaveLength(1));
    leave();
    expect(map.engines.every(({ destroyed }) => destroyed)).toBe(true);
    expect(given.onEngine).toHaveBeenLastCalledWith(null);
  });

  it('hands on what a person does at the map, to the latest handler', async () => {
    const map = fakeMap();
    const { again } = await open(map, props());
    const later = props();
    again(later);
    map.click('load a');
    map.pointAt('load b');
    map.clickCluster(['a', 'b'], { x: 5, y: 6 });
    map.moveTo({ latitude: 1, longitude: 2, zoom: 3 });
    expect(later.onSelect).toHaveBeenCalledWith('load a');
    expect(later.onHover).toHaveBeenCalledWith('load b');
    expect(later.onClusterOpen).toHaveBeenCalledWith(['a', 'b'], { x: 5, y: 6 });
    expect(later.onMove).toHaveBeenCalledWith({ latitude: 1, longitude: 2, zoom: 3 });
  });

  it('changes theme and padding on the living map', async () => {
    const map = fakeMap();
    const { again } = await open(map, props());
    const engine = map.engine();
    again(props({ theme: 'dark', padding: { top: 0, right: 400, bottom: 0, left: 0 } }));
    expect(engine.theme).toBe('dark');
    expect(engine.padding.right).toBe(400);
    expect(map.engine()).toBe(engine);
  });

  it('has buttons that do what they say, by keyboard too', async () => {
    const map = fakeMap();
    await open(map, props({ can_fit_selection: true }));
    const person = userEvent.setup();
    for (const name of ['Zoom in', 'Zoom out', 'Show all loads', 'Show the selected load', 'North up']) {
      screen.getByRole('button', { name }).focus();
      await person.keyboard('{Enter}');
    }
    expect(map.engine().calls).toEqual(['zoomIn', 'zoomOut', 'fitAll', 'fitSelection', 'resetNorth']);
  });

  it('does not offer to show a selection that is not there', async () => {
    const map = fakeMap();
    await open(map, props());
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Show the selected load' }).disabled).toBe(
      true,
    );
  });

  it('explains its shapes in words', async () => {
    const map = fakeMap();
    await open(map, props());
    await userEvent.click(screen.getByRole('button', { name: 'Show legend' }));
    const legend = await screen.findByRole('region', { name: 'Map legend' });
    for (const word of ['Live', 'Stale', 'Unknown', 'Check truck', 'Not shared']) {
      expect(legend.textContent).toContain(word);
    }
    await userEvent.click(screen.getByRole('button', { name: 'Hide legend' }));
    expect(screen.queryByRole('region', { name: 'Map legend' })).toBeNull();
  });

  describe('before there is a map', () => {
    const AMERICA = { west: -120, south: 25, east: -70, north: 48 };
    const land = () => document.querySelectorAll('use[href$="land.svg#land"]').length > 0;

    it('shows land at the place that it will fit, until the map is seen', async () => {
      const map = fakeMap();
      const { again } = await open(map, props());
      expect(land()).toBe(false);
      again(props({ first_fit: AMERICA }));
      expect(land()).toBe(true);
      map.see();
      await waitFor(() => expect(land()).toBe(false));
    });

    it('lets the rows come first', async () => {
      const rows = Promise.withResolvers<void>();
      await open(fakeMap(), props({ first_fit: AMERICA, after: rows.promise }));
      expect(land()).toBe(false);
      rows.resolve();
      await waitFor(() => expect(land()).toBe(true));
    });

    it('shows land at the camera of the address, whatever it would fit', async () => {
      const camera = { latitude: 0, longitude: 0, zoom: 3 };
      await open(fakeMap(), props({ first_fit: AMERICA, camera }));
      expect(document.querySelector('svg[viewBox][width="100"]')).not.toBeNull();
    });

    it('shows none of it with a style of the operator, which may look quite different, and none without a map', async () => {
      await open(fakeMap(), props({ first_fit: AMERICA, map_style_url: 'https://maps.example/style.json' }));
      expect(land()).toBe(false);
      cleanup();
      const none = fakeMap(new MapUnavailableError('No WebGL.'));
      render(page(none.factory, props({ first_fit: AMERICA })));
      await screen.findByRole('status');
      expect(land()).toBe(false);
    });
  });

  it('says why there is no map, and that the list still works', async () => {
    const given = props();
    const map = fakeMap(
      new MapUnavailableError('The map needs WebGL 2, which this browser does not support.'),
    );
    render(page(map.factory, given));
    const note = await screen.findByRole('status');
    expect(note.textContent).toContain('WebGL 2');
    expect(note.textContent).toContain('The list shows the same loads');
    expect(given.onUnavailable).toHaveBeenCalledWith(expect.stringContaining('WebGL 2'));
    expect(screen.queryByRole('button', { name: 'Zoom in' })).toBeNull();
  });

  it('distinguishes a map that could not be loaded from one that cannot be drawn', async () => {
    render(page(fakeMap(new TypeError('Failed to fetch')).factory, props()));
    expect((await screen.findByRole('status')).textContent).toContain('Reload the page');
  });
});
