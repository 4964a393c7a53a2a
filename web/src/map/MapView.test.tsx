// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MapView, type MapViewProps } from './MapView.tsx';
import { type FakeMap, fakeMap } from './testing/engine.fake.ts';
import { type MapEngineFactory, MapUnavailableError } from './types.ts';
import { MapDataContext, MapEngineContext } from './use-engine.ts';

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

function page(factory: MapEngineFactory, view_props: MapViewProps) {
  return (
    <StrictMode>
      <MantineProvider env="test">
        <MapEngineContext value={factory}>
          <MapView {...view_props} />
        </MapEngineContext>
      </MantineProvider>
    </StrictMode>
  );
}

async function open(map: FakeMap, view_props: MapViewProps) {
  const view = render(page(map.factory, view_props));
  await waitFor(() => expect(view_props.onEngine).toHaveBeenLastCalledWith(map.engine()));
  return { rerender: (next: MapViewProps) => view.rerender(page(map.factory, next)), unmount: view.unmount };
}

describe('MapView', () => {
  it('has one engine, also in StrictMode, and destroys it on unmount', async () => {
    const map = fakeMap();
    const view_props = props();
    const { unmount } = await open(map, view_props);
    await waitFor(() => expect(map.engines.filter(({ destroyed }) => !destroyed)).toHaveLength(1));
    unmount();
    expect(map.engines.every(({ destroyed }) => destroyed)).toBe(true);
    expect(view_props.onEngine).toHaveBeenLastCalledWith(null);
  });

  it('forwards map events to the latest handlers', async () => {
    const map = fakeMap();
    const { rerender } = await open(map, props());
    const latest = props();
    rerender(latest);
    map.click('load a');
    map.pointAt('load b');
    map.clickCluster(['a', 'b'], { x: 5, y: 6 });
    map.moveTo({ latitude: 1, longitude: 2, zoom: 3 });
    expect(latest.onSelect).toHaveBeenCalledWith('load a');
    expect(latest.onHover).toHaveBeenCalledWith('load b');
    expect(latest.onClusterOpen).toHaveBeenCalledWith(['a', 'b'], { x: 5, y: 6 });
    expect(latest.onMove).toHaveBeenCalledWith({ latitude: 1, longitude: 2, zoom: 3 }, true);
  });

  it('changes theme and padding of the existing map', async () => {
    const map = fakeMap();
    const { rerender } = await open(map, props());
    const engine = map.engine();
    rerender(props({ theme: 'dark', padding: { top: 0, right: 400, bottom: 0, left: 0 } }));
    expect(engine.theme).toBe('dark');
    expect(engine.padding.right).toBe(400);
    expect(map.engine()).toBe(engine);
  });

  it('has working buttons, also by keyboard', async () => {
    const map = fakeMap();
    await open(map, props({ can_fit_selection: true }));
    const person = userEvent.setup();
    for (const name of ['Zoom in', 'Zoom out', 'Show all loads', 'Show the selected load', 'North up']) {
      screen.getByRole('button', { name }).focus();
      await person.keyboard('{Enter}');
    }
    expect(map.engine().calls).toEqual(['zoomBy 1', 'zoomBy -1', 'fitAll', 'fitSelection', 'resetNorth']);
  });

  it('follows the selected load until a person moves the map', async () => {
    const map = fakeMap();
    await open(map, props({ can_fit_selection: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Follow the selected load' }));
    expect(map.engine().following).toBe(true);
    const stop = screen.getByRole('button', { name: 'Stop following the selected load' });
    expect(stop.getAttribute('aria-pressed')).toBe('true');
    expect(stop.dataset.variant).toBe('filled');
    act(() => map.endFollow());
    await userEvent.click(screen.getByRole('button', { name: 'Follow the selected load' }));
    await userEvent.click(screen.getByRole('button', { name: 'Stop following the selected load' }));
    expect(map.engine().following).toBe(false);
  });

  it('no longer follows a load once it is shown with its stops', async () => {
    const map = fakeMap();
    await open(map, props({ can_fit_selection: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Follow the selected load' }));
    await userEvent.click(screen.getByRole('button', { name: 'Show the selected load' }));
    expect(map.engine().following).toBe(false);
    screen.getByRole('button', { name: 'Follow the selected load' });
  });

  it('says how many matching loads are outside, and shows them with one click', async () => {
    const map = fakeMap();
    await open(map, props({ outside: 12 }));
    expect(screen.getByRole('note').textContent).toBe('12 loads outside this view Show them');
    await userEvent.click(screen.getByRole('button', { name: 'Show them' }));
    expect(map.engine().calls).toEqual(['fitAll']);
  });

  it('takes the color from health that is only the last known', async () => {
    const map = fakeMap();
    const { rerender } = await open(map, props());
    expect(document.querySelector('[data-outage]')).toBeNull();
    rerender(props({ outage: true }));
    expect(document.querySelector('[data-outage]')).not.toBeNull();
  });

  it('does not offer to show a missing selection', async () => {
    const map = fakeMap();
    await open(map, props());
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Show the selected load' }).disabled).toBe(
      true,
    );
  });

  it('says why there are no streets, until there are again', async () => {
    const map = fakeMap();
    await open(map, props());
    act(() => map.failStreets("Streets can't be loaded. Trying again."));
    expect(screen.getByRole('status').textContent).toBe("Streets can't be loaded. Trying again.");
    act(() => map.failStreets(null));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('explains its marker shapes in a legend', async () => {
    const map = fakeMap();
    await open(map, props());
    await userEvent.click(screen.getByRole('button', { name: 'Show legend' }));
    const legend = await screen.findByRole('region', { name: 'Map legend' });
    for (const word of ['Live', 'Stale', 'Unknown', 'Truck in doubt', 'Not shared']) {
      expect(legend.textContent).toContain(word);
    }
    await userEvent.click(screen.getByRole('button', { name: 'Hide legend' }));
    expect(screen.queryByRole('region', { name: 'Map legend' })).toBeNull();
  });

  it('says in the legend that streets are simulated, only when they are', async () => {
    const map = fakeMap();
    const data = { tiles_url: '/map-tiles/1.pmtiles', imagery: null };
    const legendText = async (streets_simulated: boolean) => {
      const { unmount } = render(
        <MapDataContext value={{ ...data, streets_simulated }}>{page(map.factory, props())}</MapDataContext>,
      );
      await userEvent.click(await screen.findByRole('button', { name: 'Show legend' }));
      const { textContent } = await screen.findByRole('region', { name: 'Map legend' });
      unmount();
      return textContent;
    };
    expect(await legendText(true)).toContain('Streets are simulated');
    expect(await legendText(false)).not.toContain('simulated');
  });

  describe('the land placeholder', () => {
    const AMERICA = { west: -120, south: 25, east: -70, north: 48 };
    const land = () => document.querySelectorAll('use[href$="land.svg#land"]').length > 0;

    it('is shown at the first fit until the map is visible', async () => {
      const map = fakeMap();
      const { rerender } = await open(map, props());
      expect(land()).toBe(false);
      rerender(props({ first_fit: AMERICA }));
      expect(land()).toBe(true);
      map.becomeVisible();
      await waitFor(() => expect(land()).toBe(false));
    });

    it('is shown after the list rows', async () => {
      const rows = Promise.withResolvers<void>();
      await open(fakeMap(), props({ first_fit: AMERICA, after: rows.promise }));
      expect(land()).toBe(false);
      rows.resolve();
      await waitFor(() => expect(land()).toBe(true));
    });

    it("is shown at the URL's camera rather than the first fit", async () => {
      const camera = { latitude: 0, longitude: 0, zoom: 3 };
      await open(fakeMap(), props({ first_fit: AMERICA, camera }));
      expect(document.querySelector('svg[viewBox][width="100"]')).not.toBeNull();
    });

    it("is not shown with the operator's style, nor without a map", async () => {
      await open(fakeMap(), props({ first_fit: AMERICA, map_style_url: 'https://maps.example/style.json' }));
      expect(land()).toBe(false);
      cleanup();
      const none = fakeMap(new MapUnavailableError('No WebGL.'));
      render(page(none.factory, props({ first_fit: AMERICA })));
      await screen.findByRole('status');
      expect(land()).toBe(false);
    });
  });

  it('explains why there is no map, and refers to the list', async () => {
    const view_props = props();
    const map = fakeMap(
      new MapUnavailableError('The map needs WebGL 2, which this browser does not support.'),
    );
    render(page(map.factory, view_props));
    const note = await screen.findByRole('status');
    expect(note.textContent).toContain('WebGL 2');
    expect(note.textContent).toContain('The list shows the same loads');
    expect(view_props.onUnavailable).toHaveBeenCalledWith(expect.stringContaining('WebGL 2'));
    expect(screen.queryByRole('button', { name: 'Zoom in' })).toBeNull();
  });

  it('distinguishes a loading failure from missing WebGL', async () => {
    render(page(fakeMap(new TypeError('Failed to fetch')).factory, props()));
    expect((await screen.findByRole('status')).textContent).toContain('Reload the page');
  });
});
