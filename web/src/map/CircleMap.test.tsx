// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CircleMap, type CircleMapProps } from './CircleMap.tsx';
import { fakeMap } from './testing/engine.fake.ts';
import { type MapCircle, MapUnavailableError } from './types.ts';
import { MapEngineContext } from './use-engine.ts';

afterEach(cleanup);

const YARD: MapCircle = {
  id: 'yard',
  latitude: 35.1913,
  longitude: -102.084,
  radius_meters: 500,
  label: 'Yard',
  number: '1',
  state: 'planned',
  editable: true,
};
const SHAPE = { latitude: 36, longitude: -101, radius_meters: 804.672 };

function props(over: Partial<CircleMapProps> = {}): CircleMapProps {
  return {
    circles: [YARD],
    selected: null,
    onSelect: vi.fn(),
    unit: 'mi',
    onDrawn: vi.fn(),
    onDrawProgress: vi.fn(),
    onChange: vi.fn(),
    onCancel: vi.fn(),
    label: 'Map of the test',
    ...over,
  };
}

async function open(given: CircleMapProps, unavailable?: Error) {
  const map = fakeMap(unavailable);
  const page = (next: CircleMapProps) => (
    <MantineProvider env="test">
      <MapEngineContext value={map.factory}>
        <CircleMap {...next} />
      </MapEngineContext>
    </MantineProvider>
  );
  const view = render(page(given));
  if (!unavailable) await waitFor(() => expect(map.engine().unit).toBe(given.unit));
  return { map, again: (next: CircleMapProps) => view.rerender(page(next)) };
}

describe('CircleMap', () => {
  it('gives the map its circles, what is selected and the name it goes by, and shows them once', async () => {
    const { map, again } = await open(props({ selected: 'yard' }));
    const engine = map.engine();
    expect(engine.options.label).toBe('Map of the test');
    expect([engine.circles, engine.selected_circle]).toEqual([[YARD], 'yard']);
    again(props({ circles: [{ ...YARD, radius_meters: 600 }], selected: 'yard' }));
    expect(engine.circles[0]?.radius_meters).toBe(600);
    expect(engine.calls.filter((call) => call === 'fitCircles')).toHaveLength(1);
    again(props({ fit_key: 'another' }));
    expect(engine.calls.filter((call) => call === 'fitCircles')).toHaveLength(2);
  });

  it('offers no change of a circle that is not editable', async () => {
    await open(props({ circles: [{ ...YARD, editable: false }], selected: 'yard' }));
    expect(screen.queryByText(/Drag the center/)).toBeNull();
  });

  it('goes to a circle that was selected elsewhere, and stays where the person has clicked', async () => {
    const onSelect = vi.fn();
    const { map, again } = await open(props({ onSelect }));
    act(() => map.clickCircle('yard'));
    expect(onSelect).toHaveBeenCalledWith('yard');
    again(props({ selected: 'yard' }));
    expect(map.engine().calls).not.toContain('showCircle yard');
    again(props({ selected: null }));
    again(props({ selected: 'yard' }));
    expect(map.engine().calls).toContain('showCircle yard');
  });

  it('does not jump from under a hand that has just drawn', async () => {
    const { map, again } = await open(props({ circles: [], drawing: true }));
    act(() => map.drawCircle(SHAPE));
    again(props({ circles: [{ ...YARD, ...SHAPE }], selected: 'yard' }));
    expect(map.engine().calls.filter((call) => call !== 'focus')).toEqual([]);
  });

  it('draws: takes the keyboard, reports the steps and the end, and is turned off by its button', async () => {
    const given = props();
    const { map, again } = await open(given);
    const drawing = { ...given, drawing: true };
    again(drawing);
    expect(map.engine().drawing).toBe('mi');
    expect(map.engine().calls).toContain('focus');
    act(() => map.drawCircle(SHAPE));
    expect(given.onDrawProgress).toHaveBeenCalledWith(SHAPE);
    expect(given.onDrawn).toHaveBeenCalledWith(SHAPE);
    expect(screen.getByRole('status').textContent).toBe('Radius 0.5 mi, center 36.00000, -101.00000');
    await userEvent.click(screen.getByRole('button', { name: /Stop drawing/ }));
    expect(given.onCancel).toHaveBeenCalled();
    again(props());
    expect(map.engine().drawing).toBeNull();
  });

  it('reports a change while it happens and at its end, and announces the end', async () => {
    const given = props({ selected: 'yard' });
    const { map } = await open(given);
    act(() => map.dragCircle({ ...SHAPE, radius_meters: 100 }, SHAPE));
    expect(given.onChange).toHaveBeenNthCalledWith(1, 'yard', { ...SHAPE, radius_meters: 100 }, 'drag');
    expect(given.onChange).toHaveBeenLastCalledWith('yard', SHAPE, 'done');
    expect(screen.getByRole('status').textContent).toContain('Radius 0.5 mi');
  });

  it('has buttons to zoom and to show all', async () => {
    const { map } = await open(props());
    for (const name of ['Zoom in', 'Zoom out', 'Show all circles'])
      await userEvent.click(screen.getByRole('button', { name }));
    expect(map.engine().calls.slice(-3)).toEqual(['zoomIn', 'zoomOut', 'fitCircles']);
  });

  it('without a map says why, and that the form takes the same circle', async () => {
    await open(
      props({ drawing: true }),
      new MapUnavailableError('The map needs WebGL 2, which this browser does not support.'),
    );
    expect(await screen.findByText(/needs WebGL 2.*Enter the center and radius in the form/)).toBeTruthy();
  });
});
