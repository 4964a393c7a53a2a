import { describe, expect, it } from 'vitest';
import { Cell, KeyedSignal, Signal } from './signal.ts';

describe('a signal', () => {
  it('tells all listeners what it is told, until they stop', () => {
    const signal = new Signal<[number, string]>();
    const heard: unknown[] = [];
    const stop = signal.subscribe((...all) => heard.push(all));
    signal.subscribe((n) => heard.push(n));
    signal.emit(1, 'a');
    stop();
    signal.emit(2, 'b');
    expect(heard).toEqual([[1, 'a'], 1, 2]);
  });

  it('knows whether anybody listens', () => {
    const signal = new Signal();
    const stop = signal.subscribe(() => undefined);
    expect(signal.used).toBe(true);
    stop();
    expect(signal.used).toBe(false);
  });
});

describe('a signal by key', () => {
  it('tells the listeners of the given keys, or of all', () => {
    const signal = new KeyedSignal();
    const heard: string[] = [];
    const stop = signal.subscribe('a', () => heard.push('a'));
    signal.subscribe('b', () => heard.push('b'));
    signal.emit(['b', 'c']);
    expect(heard).toEqual(['b']);
    signal.emit();
    expect(heard).toEqual(['b', 'a', 'b']);
    stop();
    signal.emit(['a']);
    expect(heard).toHaveLength(3);
  });
});

describe('a cell', () => {
  it('tells its listeners of each other value, and not of the same one', () => {
    const cell = new Cell<string | null>(null);
    const heard: unknown[] = [];
    cell.subscribe(() => heard.push(cell.get()));
    for (const value of [null, 'a', 'a', null]) cell.set(value);
    expect(heard).toEqual(['a', null]);
  });
});
