import { expect, it, vi } from 'vitest';
import { LazyValue } from './lazy-value.ts';

function make() {
  const events: string[] = [];
  const load = vi.fn<() => Promise<string[]>>();
  const onFailure = vi.fn();
  return { events, load, onFailure, lazy: new LazyValue(load, onFailure) };
}

it('loads on the first call of run, and runs callbacks in order', async () => {
  const { events, load, lazy } = make();
  load.mockResolvedValue(events);
  lazy.runIfLoaded((value) => value.push('too early'));
  expect(load).not.toHaveBeenCalled();
  lazy.run((value) => value.push('first'));
  lazy.run((value) => value.push('second'));
  await vi.waitFor(() => expect(events).toEqual(['first', 'second']));
  lazy.runIfLoaded((value) => value.push('third'));
  await vi.waitFor(() => expect(events).toEqual(['first', 'second', 'third']));
  expect(load).toHaveBeenCalledTimes(1);
});

it('loads again on the next call after a failure, and runs the earlier callbacks too', async () => {
  const { events, load, onFailure, lazy } = make();
  load.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(events);
  lazy.run((value) => value.push('first'));
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledTimes(1));
  lazy.run((value) => value.push('second'));
  await vi.waitFor(() => expect(events).toEqual(['first', 'second']));
  expect(load).toHaveBeenCalledTimes(2);
  expect(onFailure).toHaveBeenCalledTimes(1);
});

it('runIfRequested keeps the order, and does not load by itself', async () => {
  const { events, load, lazy } = make();
  load.mockResolvedValue(events);
  lazy.runIfRequested((value) => value.push('not requested'));
  expect(load).not.toHaveBeenCalled();
  expect(lazy.value).toBeUndefined();
  lazy.run((value) => value.push('shown'));
  lazy.runIfRequested((value) => value.push('removed'));
  await vi.waitFor(() => expect(events).toEqual(['shown', 'removed']));
  expect(lazy.value).toBe(events);
});
