import { describe, expect, it } from 'vitest';
import { Cell, KeyedSignal, Signal } from './signal.ts';

describe('a signal', () => {
  it('calls all listeners with the arguments, until they unsubscribe', () => {
    const signal = new Signal<[number, string]>();
    const received: unknown[] = [];
    const stop = signal.subscribe((...all) => received.push(all));
    signal.subscribe((n) => received.push(n));
    signal.emit(1, 'a');
    stop();
    signal.emit(2, 'b');
    expect(received).toEqual([[1, 'a'], 1, 2]);
  });

  it('says whether it has listeners', () => {
    const signal = new Signal();
    const stop = signal.subscribe(() => undefined);
    expect(signal.used).toBe(true);
    stop();
    expect(signal.used).toBe(false);
  });
});

describe('a signal by key', () => {
  it('calls the listeners of the given keys, or of all', () => {
    const signal = new KeyedSignal();
    const received: string[] = [];
    const stop = signal.subscribe('a', () => received.push('a'));
    signal.subscribe('b', () => received.push('b'));
    signal.emit(['b', 'c']);
    expect(received).toEqual(['b']);
    signal.emit();
    expect(received).toEqual(['b', 'a', 'b']);
    stop();
    signal.emit(['a']);
    expect(received).toHaveLength(3);
  });
});

describe('a cell', () => {
  it('calls its listeners for a different value, and not for the same one', () => {
    const cell = new Cell<string | null>(null);
    const received: unknown[] = [];
    cell.subscribe(() => received.push(cell.get()));
    for (const value of [null, 'a', 'a', null]) cell.set(value);
    expect(received).toEqual(['a', null]);
  });
});
