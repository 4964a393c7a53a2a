// @vitest-environment happy-dom

import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBoard, refs, row } from '../testing/board.tsx';

describe('the map of a filter', () => {
  const open = async (search: Parameters<typeof openBoard>[0] = {}) => {
    const page = await openBoard({ tab: 'all', ...search });
    const fits = () => page.map.engine().calls.filter((call) => call.startsWith('fitAll'));
    return { ...page, fits };
  };
  const stale = () => screen.getByRole('button', { name: /^Stale\s*1/ });

  it('fits what a text finds, until a person has moved the map, and again after a fit', async () => {
    const { map, user, fits, currentSearch } = await open();
    expect(fits()).toEqual(['fitAll most']);
    await user.type(screen.getByRole('searchbox'), 'LD-2');
    await waitFor(() => expect(fits()).toEqual(['fitAll most', 'fitAll']));
    await user.clear(screen.getByRole('searchbox'));
    await waitFor(() => expect(fits()).toEqual(['fitAll most', 'fitAll', 'fitAll most']));
    const camera = { latitude: 1, longitude: 2, zoom: 3 };
    act(() => map.moveTo(camera));
    await user.type(screen.getByRole('searchbox'), 'LD-3');
    await waitFor(() => expect(currentSearch().q).toBe('LD-3'));
    expect(refs()).toEqual(['LD-3']);
    expect(fits()).toHaveLength(3);
    act(() => map.engine().options.events.onMove(camera, false));
    await user.clear(screen.getByRole('searchbox'));
    await waitFor(() => expect(fits()).toHaveLength(4));
  });

  it('fits what a health has, with the markers of that filter', async () => {
    const { map, user, fits } = await open();
    await user.click(stale());
    const { calls } = map.engine();
    expect(fits()).toEqual(['fitAll most', 'fitAll']);
    expect(calls.lastIndexOf('setLoads')).toBeLessThan(calls.lastIndexOf('fitAll'));
  });

  it('fits it also beside an open load, and stays there when the filter is cleared', async () => {
    const { user, fits } = await open();
    await user.click(row('LD-1'));
    await user.click(stale());
    expect(fits()).toEqual(['fitAll most', 'fitAll']);
    await user.click(stale());
    expect(fits()).toHaveLength(2);
  });

  it('keeps a truck that is followed', async () => {
    const { user, fits } = await open();
    await user.click(row('LD-1'));
    await user.click(screen.getByRole('button', { name: 'Follow the selected load' }));
    await user.click(stale());
    expect(fits()).toEqual(['fitAll most']);
  });

  it('keeps the place in the address', async () => {
    const { user, fits } = await open({ map: '39,-96,5' });
    await user.click(stale());
    expect(refs()).toEqual(['LD-2']);
    expect(fits()).toEqual([]);
  });
});
