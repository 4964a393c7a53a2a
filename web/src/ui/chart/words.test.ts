import { expect, it } from 'vitest';
import {
  changeText,
  monthLabel,
  monthTitle,
  shareText,
  shortText,
  shortTexts,
  valueText,
  yearUnder,
} from './words.ts';

it.each([
  ['en-US', '1,234,567', '1.23M', 'November 2026', 'Nov'],
  ['de-DE', '1.234.567', '1,23 Mio.', 'November 2026', 'Nov'],
  ['fr-FR', '1 234 567', '1,23 M', 'novembre 2026', 'nov.'],
])('formats numbers and months for locale %s', (locale, count, short, title, label) => {
  const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');
  expect(plain(valueText(1_234_567, locale))).toBe(count);
  expect(plain(shortText(1_234_567, locale))).toBe(short);
  expect([monthTitle('2026-11', locale), monthLabel('2026-11', locale)]).toEqual([title, label]);
});

it('labels the start of each year on the axis', () => {
  expect(['2025-12', '2026-01', '2026-02'].map((key, at) => yearUnder(key, at === 0))).toEqual([
    '2025',
    '2026',
    null,
  ]);
});

it('formats changes with a sign, and returns null when the base is 0', () => {
  expect([
    changeText(103, 100, 'en-US'),
    changeText(88, 100, 'en-US'),
    changeText(100, 100, 'en-US'),
  ]).toEqual(['+3%', '-12%', '0%']);
  expect(changeText(5, 0)).toBeNull();
});

it('never shows a positive share as 0%', () => {
  expect([0, 0.001, 0.344, 1].map((share) => shareText(share, 'en-US'))).toEqual([
    '0%',
    'under 1%',
    '34%',
    '100%',
  ]);
});

it('shortens only numbers that are shorter for it, so that a bar says what its total says', () => {
  expect([962, 1_001, 9_999, 10_001].map((value) => shortText(value, 'en-US'))).toEqual([
    '962',
    '1,001',
    '9,999',
    '10K',
  ]);
});

it('keeps the digits that tell rounded numbers apart', () => {
  expect(shortTexts([12_441, 12_449], 'en-US')).toEqual(['12.44K', '12.45K']);
  expect(shortTexts([12_440, 12_440], 'en-US')).toEqual(['12.4K', '12.4K']);
  expect(changeText(1_240_500, 1_240_000, 'en-US')).toBe('+0.04%');
});
