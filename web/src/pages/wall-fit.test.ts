import { describe, expect, it } from 'vitest';
import { wallPage } from './wall-fit.ts';

const HEIGHTS = { sentence: 10, load: 20 };
const page = (causes: string, at: number, room: number) => wallPage([...causes], at, room, HEIGHTS);

describe('a page of the wall', () => {
  it('has room for more loads when neighbors share their sentence', () => {
    expect(page('aaaa', 0, 90)).toEqual({ from: 0, to: 4 });
    expect(page('abab', 0, 90)).toEqual({ from: 0, to: 3 });
  });

  it('begins with a sentence, also in the middle of a cause', () => {
    expect(page('aaaa', 0, 50)).toEqual({ from: 0, to: 2 });
    expect(page('aaaa', 1, 50)).toEqual({ from: 0, to: 2 });
    expect(page('aaaa', 2, 50)).toEqual({ from: 2, to: 4 });
    expect(page('aaabb', 2, 50)).toEqual({ from: 2, to: 3 });
    expect(page('aaabb', 4, 50)).toEqual({ from: 3, to: 5 });
  });

  it('shows one load where not even that fits, and none of none', () => {
    expect(page('ab', 1, 5)).toEqual({ from: 1, to: 2 });
    expect(page('', 0, 90)).toEqual({ from: 0, to: 0 });
  });
});
