import { expect, it, vi } from 'vitest';
import { LoadedOnDemand } from './loaded-on-demand.ts';

function make() {
  const told: string[] = [];
  const load = vi.fn<() => Promise<string[]>>();
  const onFailure = vi.fn();
  return { told, load, onFailure, part: new LoadedOnDemand(load, onFailure) };
}

it('is loaded with the first use, and used in the order in which it was asked for', async () => {
  const { told, load, part } = make();
  load.mockResolvedValue(told);
  part.ifThere((it) => it.push('too early'));
  expect(load).not.toHaveBeenCalled();
  part.use((it) => it.push('first'));
  part.use((it) => it.push('second'));
  await vi.waitFor(() => expect(told).toEqual(['first', 'second']));
  part.ifThere((it) => it.push('third'));
  await vi.waitFor(() => expect(told).toEqual(['first', 'second', 'third']));
  expect(load).toHaveBeenCalledTimes(1);
});

it('is loaded again with the next use after a failure, and does then what was asked for before', async () => {
  const { told, load, onFailure, part } = make();
  load.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(told);
  part.use((it) => it.push('first'));
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledTimes(1));
  part.use((it) => it.push('second'));
  await vi.waitFor(() => expect(told).toEqual(['first', 'second']));
  expect(load).toHaveBeenCalledTimes(2);
  expect(onFailure).toHaveBeenCalledTimes(1);
});

it('does in the same order what is only for who used it before, and nothing when nobody did', async () => {
  const { told, load, part } = make();
  load.mockResolvedValue(told);
  part.ifUsed((it) => it.push('nobody has used it'));
  expect(load).not.toHaveBeenCalled();
  expect(part.it).toBeUndefined();
  part.use((it) => it.push('shown'));
  part.ifUsed((it) => it.push('taken away'));
  await vi.waitFor(() => expect(told).toEqual(['shown', 'taken away']));
  expect(part.it).toBe(told);
});
