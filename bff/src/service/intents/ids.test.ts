import { fc } from '@waypost/contract/testing/property';
import { expect, it } from 'vitest';
import { newTag, tagged, tagIn } from './ids.ts';

it('the tag is found in any text, and the limit holds', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 400, unit: 'grapheme' }),
      fc.integer({ min: 40, max: 255 }),
      (text, max) => {
        const tag = newTag();
        const name = tagged(text, tag, max);
        expect(name.length).toBeLessThanOrEqual(max);
        expect(tagIn(name)).toBe(tag);
        expect(name.isWellFormed() || !text.isWellFormed()).toBe(true);
      },
    ),
  );
});

it('keeps the text before the tag, complete if it fits', () => {
  const tag = 'wp-0123456789ab';
  expect(tagged('BOL 7', tag, 255)).toBe(`BOL 7 [${tag}]`);
  expect(tagged(undefined, tag, 255)).toBe(`[${tag}]`);
  expect(tagged('  ', tag, 255)).toBe(`[${tag}]`);
  expect(tagged('n'.repeat(237), tag, 255)).toBe(`${'n'.repeat(237)} [${tag}]`);
  expect(tagged('n'.repeat(238), tag, 255)).toBe(`${'n'.repeat(236)}… [${tag}]`);
});

it('recognizes nothing else as a tag', () => {
  for (const text of [null, undefined, '', 'BOL', 'wp-0123456789ab', '[wp-0123456789ab] x', '[wp-0123]'])
    expect(tagIn(text)).toBeNull();
});

it('tags are unique', () => {
  expect(new Set(Array.from({ length: 1000 }, newTag)).size).toBe(1000);
});
