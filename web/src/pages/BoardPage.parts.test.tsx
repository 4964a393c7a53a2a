// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import type { BoardLoad } from '@waypost/contract/api/board';
import { describe, expect, it } from 'vitest';
import { detailOf, LOADS, openBoard, refs } from '../testing/board.tsx';
import { ago, id, status } from '../testing/loads.ts';

/** A long list comes in two parts: exceptions first (web/src/live/connection.ts). */
describe('the board while only the exceptions of a long list are here', () => {
  const open = async (search: Parameters<typeof openBoard>[0] = {}) => {
    const page = await openBoard(search, { loads: undefined });
    const draft = page.store.draft(status());
    draft.add(LOADS.slice(1));
    act(() => draft.show(30_000));
    await page.frame();
    const rest = async () => {
      draft.add(LOADS.slice(0, 1));
      act(() => draft.commit());
      await page.frame();
    };
    const fits = () => page.map.engine().calls.filter((call) => call.startsWith('fitAll'));
    return { ...page, rest, fits };
  };

  it('lists them, says how many loads are still to come, and then lists all', async () => {
    const { rest } = await open({ tab: 'all' });
    expect(refs().toSorted()).toEqual(['LD-2', 'LD-3']);
    expect(screen.getByText('Loading 29,998 more loads…')).toBeTruthy();
    expect(screen.getByRole('tab', { name: /All loads 30,000/ })).toBeTruthy();
    await rest();
    expect(refs().toSorted()).toEqual(['LD-1', 'LD-2', 'LD-3']);
    expect(screen.queryByText(/more loads/)).toBeNull();
    expect(screen.getByRole('tab', { name: /All loads 3/ })).toBeTruthy();
  });

  it('does not say that nothing matches before all has come', async () => {
    const { rest } = await open({ tab: 'all', q: 'LD-1' });
    expect(screen.queryByText('No loads match')).toBeNull();
    expect(screen.getByLabelText('Loading loads')).toBeTruthy();
    await rest();
    await waitFor(() => expect(refs()).toEqual(['LD-1']));
  });

  it('fits the map to all loads once they are here, unless a person has moved it', async () => {
    const { rest, fits } = await open();
    expect(fits()).toEqual(['fitAll most']);
    await rest();
    expect(fits()).toEqual(['fitAll most', 'fitAll most']);
  });

  it('leaves a map that a person has moved', async () => {
    const { rest, fits, map } = await open();
    act(() => map.moveTo({ latitude: 1, longitude: 2, zoom: 3 }));
    await rest();
    expect(fits()).toEqual(['fitAll most']);
  });
});

it('says when the open load is updated next, until somebody removes it', async () => {
  const { frame, store } = await openBoard(
    { load: id(2) },
    {
      answers: {
        [`GET /api/loads/${id(2)}`]: {
          body: { ...detailOf(LOADS[1] as BoardLoad).body, next_read_at: ago(-30_000) },
        },
      },
    },
  );
  expect(await screen.findByText(/^LD-2 updates in/)).toBeDefined();
  act(() => store.apply({ items: [], removed: [id(2)] }));
  await frame();
  await waitFor(() => expect(screen.queryByText(/^(LD-2|This load) updates /)).toBeNull());
});
