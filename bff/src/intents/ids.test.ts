import { fc } from '@waypost/contract/testing/property';
import { expect, it } from 'vitest';
import { newTag, tagged, tagIn } from './ids.ts';

it('whatever was written, the tag is found again and the limit holds', () => {
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

it('keeps what was written before the tag, whole where it fits', () => {
  const tag = 'wp-0123456789ab';
  expect(tagged('BOL 7', tag, 255)).toBe(`BOL 7 [${tag}]`);
  expect(tagged(undefined, tag, 255)).toBe(`[${tag}]`);
  expect(tagged('  ', tag, 255)).toBe(`[${tag}]`);
  expect(tagged('n'.repeat(237), tag, 255)).toBe(`${'n'.repeat(237)} [${tag}]`);
  expect(tagged('n'.repeat(238), tag, 255)).toBe(`${'n'.repeat(236)}… [${tag}]`);
});

it('takes nothing else for a tag', () => {
  for (const text of [null, undefined, '', 'BOL', 'wp-0123456789ab', '[wp-0123456789ab] x', '[wp-0123]'])
    expect(tagIn(text)).toBeNull();
});

it('no two tags are alike', () => {
  expect(new Set(Array.from({ length: 1000 }, newTag)).size).toBe(1000);
});
