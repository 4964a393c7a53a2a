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

async function open(initial: CircleMapProps, unavailable?: Error) {
  const map = fakeMap(unavailable);
  const page = (next: CircleMapProps) => (
    <MantineProvider env="test">
      <MapEngineContext value={map.factory}>
        <CircleMap {...next} />
      </MapEngineContext>
    </MantineProvider>
  );
  const view = render(page(initial));
  if (!unavailable) await waitFor(() => expect(map.engine().unit).toBe(initial.unit));
  return { map, rerender: (next: CircleMapProps) => view.rerender(page(next)) };
}

describe('CircleMap', () => {
  it('passes circles, selection and label to the map, and fits them once per fit_key', async () => {
    const { map, rerender } = await open(props({ selected: 'yard' }));
    const engine = map.engine();
    expect(engine.options.label).toBe('Map of the test');
    expect([engine.circles, engine.selected_circle]).toEqual([[YARD], 'yard']);
    rerender(props({ circles: [{ ...YARD, radius_meters: 600 }], selected: 'yard' }));
    expect(engine.circles[0]?.radius_meters).toBe(600);
    expect(engine.calls.filter((call) => call === 'fitCircles')).toHaveLength(1);
    rerender(props({ fit_key: 'another' }));
    expect(engine.calls.filter((call) => call === 'fitCircles')).toHaveLength(2);
  });

  it('moves to a circle that was selected while the map was loading', async () => {
    const { map } = await open(props({ selected: 'yard' }));
    expect(map.engine().calls).toContain('showCircle yard');
  });

  it('does not offer to change a circle that is not editable', async () => {
    await open(props({ circles: [{ ...YARD, editable: false }], selected: 'yard' }));
    expect(screen.queryByText(/Drag the center/)).toBeNull();
  });

  it('moves to a circle selected elsewhere, but not to one clicked on the map', async () => {
    const onSelect = vi.fn();
    const { map, rerender } = await open(props({ onSelect }));
    act(() => map.clickCircle('yard'));
    expect(onSelect).toHaveBeenCalledWith('yard');
    rerender(props({ selected: 'yard' }));
    expect(map.engine().calls).not.toContain('showCircle yard');
    rerender(props({ selected: null }));
    rerender(props({ selected: 'yard' }));
    expect(map.engine().calls).toContain('showCircle yard');
  });

  it('does not move the map after drawing', async () => {
    const { map, rerender } = await open(props({ circles: [], drawing: true }));
    act(() => map.drawCircle(SHAPE));
    rerender(props({ circles: [{ ...YARD, ...SHAPE }], selected: 'yard' }));
    expect(map.engine().calls.filter((call) => call !== 'focus')).toEqual([]);
  });

  it('shows a circle whose radius is typed, until the person has moved the map', async () => {
    const { map, rerender } = await open(props({ circles: [], drawing: true }));
    const shown = () => map.engine().calls.filter((call) => call === 'showCircle yard').length;
    const at = (radius_meters: number) =>
      rerender(props({ circles: [{ ...YARD, ...SHAPE, radius_meters }], selected: 'yard' }));
    act(() => map.drawCircle(SHAPE));
    at(SHAPE.radius_meters);
    expect(shown()).toBe(0);
    at(50);
    expect(shown()).toBe(1);
    act(() => map.moveTo({ latitude: 36, longitude: -101, zoom: 9 }));
    at(40);
    expect(shown()).toBe(1);
  });

  it('says after a click on the center what to do next', async () => {
    const { map } = await open(props({ circles: [], drawing: true }));
    const { events } = map.engine().options;
    act(() => events.onDrawProgress({ ...SHAPE, radius_meters: 0 }, 'pointer'));
    expect(screen.getByText('Center 36.00000, -101.00000. Now click the edge')).toBeDefined();
  });

  it('begins anew when something else is to be drawn: a center clicked for one stop is none of the next', async () => {
    const { map, rerender } = await open(props({ drawing: 'stop 2' }));
    const { drawings } = map.engine();
    const before = drawings.length;
    rerender(props({ drawing: 'stop 1' }));
    expect(drawings.slice(before)).toEqual([null, 'mi']);
    rerender(props({ drawing: 'stop 1', unit: 'km' }));
    expect(drawings.slice(before)).toEqual([null, 'mi', 'km']);
  });

  it('drawing focuses the map, reports progress and result, and has a stop button', async () => {
    const initial = props();
    const { map, rerender } = await open(initial);
    const drawing = { ...initial, drawing: true };
    rerender(drawing);
    expect(map.engine().drawing).toBe('mi');
    expect(map.engine().calls).toContain('focus');
    act(() => map.drawCircle(SHAPE));
    expect(initial.onDrawProgress).toHaveBeenCalledWith(SHAPE);
    expect(initial.onDrawn).toHaveBeenCalledWith(SHAPE);
    expect(screen.getByRole('status').textContent).toBe('Radius 0.5 mi, center 36.00000, -101.00000');
    await userEvent.click(screen.getByRole('button', { name: /Stop drawing/ }));
    expect(initial.onCancel).toHaveBeenCalled();
    rerender(props());
    expect(map.engine().drawing).toBeNull();
  });

  it('reports a change during and at the end of a drag, and announces the result', async () => {
    const initial = props({ selected: 'yard' });
    const { map } = await open(initial);
    act(() => map.dragCircle({ ...SHAPE, radius_meters: 100 }, SHAPE));
    expect(initial.onChange).toHaveBeenNthCalledWith(1, 'yard', { ...SHAPE, radius_meters: 100 }, 'drag');
    expect(initial.onChange).toHaveBeenLastCalledWith('yard', SHAPE, 'done');
    expect(screen.getByRole('status').textContent).toContain('Radius 0.5 mi');
  });

  it('has buttons to zoom and to show all circles', async () => {
    const { map } = await open(props());
    for (const name of ['Zoom in', 'Zoom out', 'Show all circles'])
      await userEvent.click(screen.getByRole('button', { name }));
    expect(map.engine().calls.slice(-3)).toEqual(['zoomBy 1', 'zoomBy -1', 'fitCircles']);
  });

  it('without a map explains why, and refers to the form', async () => {
    await open(
      props({ drawing: true }),
      new MapUnavailableError('The map needs WebGL 2, which this browser does not support.'),
    );
    expect(await screen.findByText(/needs WebGL 2.*Enter the center and radius in the form/)).toBeTruthy();
  });
});
