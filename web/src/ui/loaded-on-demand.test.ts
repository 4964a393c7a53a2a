import { expect, it, vi } from 'vitest';
import { LoadedOnDemand } from './loaded-on-demand.ts';

function make() {
  const events: string[] = [];
  const load = vi.fn<() => Promise<string[]>>();
  const onFailure = vi.fn();
  return { events, load, onFailure, part: new LoadedOnDemand(load, onFailure) };
}

it('is loaded with the first use, and used in the order in which it was asked for', async () => {
  const { events, load, part } = make();
  load.mockResolvedValue(events);
  part.ifThere((it) => it.push('too early'));
  expect(load).not.toHaveBeenCalled();
  part.use((it) => it.push('first'));
  part.use((it) => it.push('second'));
  await vi.waitFor(() => expect(events).toEqual(['first', 'second']));
  part.ifThere((it) => it.push('third'));
  await vi.waitFor(() => expect(events).toEqual(['first', 'second', 'third']));
  expect(load).toHaveBeenCalledTimes(1);
});

it('is loaded again with the next use after a failure, and does then what was asked for before', async () => {
  const { events, load, onFailure, part } = make();
  load.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(events);
  part.use((it) => it.push('first'));
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledTimes(1));
  part.use((it) => it.push('second'));
  await vi.waitFor(() => expect(events).toEqual(['first', 'second']));
  expect(load).toHaveBeenCalledTimes(2);
  expect(onFailure).toHaveBeenCalledTimes(1);
});

it('does in the same order what is only for who used it before, and nothing when nobody did', async () => {
  const { events, load, part } = make();
  load.mockResolvedValue(events);
  part.ifUsed((it) => it.push('nobody has used it'));
  expect(load).not.toHaveBeenCalled();
  expect(part.it).toBeUndefined();
  part.use((it) => it.push('shown'));
  part.ifUsed((it) => it.push('taken away'));
  await vi.waitFor(() => expect(events).toEqual(['shown', 'taken away']));
  expect(part.it).toBe(events);
});
