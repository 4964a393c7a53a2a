import { describe, expect, it } from 'vitest';
import { isolated } from './bidi.ts';

describe('isolated', () => {
  it('returns left-to-right names unchanged', () => {
    for (const name of ['LD-48213', 'Ángel & Sons', '東京 運送', '']) expect(isolated(name)).toBe(name);
  });

  it('isolates right-to-left names', () => {
    expect(isolated('شركة النقل')).toBe('\u2068شركة النقل\u2069');
    expect(isolated('הובלות 7')).toBe('\u2068הובלות 7\u2069');
  });

  it('removes control characters that would affect the surrounding text', () => {
    expect(isolated('LD\u202e123')).toBe('\u2068LD123\u2069');
    expect(isolated('\u2069\u2067abc')).toBe('\u2068abc\u2069');
  });
});
