import { expect, it } from 'vitest';
import { decodeText, fileName, tableText } from './files.ts';
import { DEFAULT_PREFS, prefs } from './prefs.ts';

const TEXT = 'Ibáñez; Çelik';
const utf16 = (little: boolean) => {
  const bytes = new Uint8Array((TEXT.length + 1) * 2);
  const view = new DataView(bytes.buffer);
  for (const [at, code] of [0xfeff, ...Array.from(TEXT, (sign) => sign.charCodeAt(0))].entries())
    view.setUint16(at * 2, code, little);
  return bytes;
};

it.each([
  ['UTF-8', new TextEncoder().encode(TEXT)],
  ['UTF-8 with its mark', new TextEncoder().encode(`\uFEFF${TEXT}`)],
  ['UTF-16, little end first', utf16(true)],
  ['UTF-16, big end first', utf16(false)],
  ['UTF-16 without a mark, little end first', utf16(true).slice(2)],
  ['UTF-16 without a mark, big end first', utf16(false).slice(2)],
  ['Windows-1252', Uint8Array.from(TEXT, (sign) => sign.charCodeAt(0))],
])('reads %s', (_, bytes) => expect(decodeText(bytes)).toBe(TEXT));

it('decodes arbitrary bytes without throwing', () => {
  expect(decodeText(new Uint8Array([0xff, 0x00, 0x81]))).toHaveLength(3);
  expect(decodeText(new Uint8Array())).toBe('');
});

it("names a file by the time in the person's zone", () => {
  prefs.set({ time_zone: 'Asia/Tokyo' });
  expect(fileName('all loads', Date.parse('2026-11-20T20:30:00Z'))).toBe('all-loads-2026-11-21-0530.csv');
  prefs.set({ time_zone: DEFAULT_PREFS.time_zone });
});

it.each([
  ['a workbook', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2]), /workbook/],
  ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), /workbook/],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]), /not text/],
  ['more than a table can be', new Uint8Array(20_000_001), /larger than 20 MB/],
])('rejects %s with a reason', async (_, bytes, reason) =>
  expect(await tableText(new Blob([bytes]))).toEqual({ reason: expect.stringMatching(reason) }),
);
