import { expect, it } from 'vitest';
import { decodeText } from './file-text.ts';

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
  ['Windows-1252', Uint8Array.from(TEXT, (sign) => sign.charCodeAt(0))],
])('reads %s', (_, bytes) => expect(decodeText(bytes)).toBe(TEXT));

it('reads bytes that are no text at all without failing', () => {
  expect(decodeText(new Uint8Array([0xff, 0x00, 0x81]))).toHaveLength(3);
  expect(decodeText(new Uint8Array())).toBe('');
});
