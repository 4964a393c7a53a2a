// @vitest-environment happy-dom

import { act } from '@testing-library/react';
import type { BoardLoad } from '@waypost/contract/api/board';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { id, load } from '../../testing/loads.ts';
import { draw } from '../../testing/render.tsx';
import { Announcer } from './Announcer.tsx';

afterEach(() => vi.useRealTimers());

const calm = (n: number) => load({ load_id: id(n), load_ref: `L-${n}` });
const late = (n: number) =>
  load({ load_id: id(n), load_ref: `L-${n}`, tracking_health: 'stale', version: 2 });

async function open() {
  const { live } = await draw(<Announcer />, { loads: [1, 2, 3, 4].map(calm) });
  vi.useFakeTimers();
  const said = () => document.querySelector('[aria-live]')?.textContent ?? '';
  const change = (item: BoardLoad) =>
    act(() => {
      live.store.apply({ items: [item], removed: [] });
      live.store.flush();
    });
  const happen = (n: number) => change(late(n));
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { live, said, change, happen, pass };
}

describe('new exceptions for screen readers', () => {
  it('are announced in one batch, which a steady flow of later ones does not delay', async () => {
    const { said, happen, pass } = await open();
    happen(1);
    await pass(4_000);
    happen(2);
    await pass(2_000);
    expect(said()).toContain('L-1');
    expect(said()).toContain('L-2');
    happen(3);
    await pass(6_000);
    expect(said()).toContain('L-3');
    expect(said()).not.toContain('L-1');
  });

  it('are announced even when a key in the list counts them as seen', async () => {
    const { live, said, happen, pass } = await open();
    happen(1);
    await pass(1_000);
    act(() => live.exceptions.acknowledge());
    await pass(5_000);
    expect(said()).toContain('L-1');
  });

  it('that ended in the meantime are not announced', async () => {
    const { said, change, happen, pass } = await open();
    happen(1);
    await pass(1_000);
    change({ ...calm(1), version: 3 });
    await pass(5_000);
    expect(said()).toBe('');
  });
});
