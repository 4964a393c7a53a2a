import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { id } from '../../testing/loads.ts';
import { parseIds, withoutIds } from './parse-ids.ts';

describe('pasted load ids', () => {
  it.each([
    ['lines', `${id(1)}\n${id(2)}`],
    ['commas and spaces', `${id(1)}, ${id(2)};`],
    ['JSON', JSON.stringify({ load_ids: [id(1), id(2)] })],
    ['a column with its head', `load_id\n"${id(1)}"\n"${id(2)}"\n`],
    [
      'addresses of the board',
      `https://waypost.example.com/?load=${id(1)}\nhttp://localhost:8080/?tab=all&load=${id(2)}`,
    ],
    ['capitals', `${id(1).toUpperCase()} ${id(2)}`],
    ['without dashes', `${id(1).replaceAll('-', '')} ${id(2)}`],
  ])('are read from %s', (_how, text) => {
    expect(parseIds(text)).toMatchObject({ load_ids: [id(1), id(2)], bad: [], too_many: null });
  });

  it('are taken once each, and the rest is counted', () => {
    expect(parseIds(`${id(1)} ${id(1)} ${id(2)}`)).toMatchObject({ load_ids: [id(1), id(2)], duplicates: 1 });
  });

  it.each([
    ['LD-48213', /load_ref/],
    ['3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f6', /31 of 32/],
    ['3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5fzz', /“z”/],
    ['3f2c-9a526d1e-4c7b-9f0a-1b2c3d4e5f60', /dashes/],
  ])('say why %s is none', (text, reason) => {
    const { load_ids, bad } = parseIds(`${id(1)}\n${text}`);
    expect(load_ids).toEqual([id(1)]);
    expect(bad).toEqual([{ line: 2, text, reason: expect.stringMatching(reason) }]);
  });

  it('are at most a thousand at once', () => {
    const ids = (n: number) => Array.from({ length: n }, (_, at) => id(at)).join('\n');
    expect(parseIds(ids(1000)).too_many).toBeNull();
    expect(parseIds(ids(1001)).too_many).toBe(1001);
  });

  it('lose nothing: what is no id stays as text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(id(1), id(2), 'LD-1', 'nonsense', '42')), (parts) => {
        const parsed = parseIds(parts.join('\n'));
        const bad = parts.filter((part) => ![id(1), id(2)].includes(part));
        expect(withoutIds(parts.join('\n'), new Set(parsed.load_ids))).toBe(bad.join('\n'));
        expect(parsed.load_ids.length + parsed.duplicates).toBe(parts.length - bad.length);
      }),
    );
  });
});
