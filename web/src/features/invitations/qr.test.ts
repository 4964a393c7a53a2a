import decodeQR from 'qr/decode.js';
import { expect, it } from 'vitest';
import { modulesOf, pathOf, svgOf } from './QrCode.tsx';

const LINK = 'https://service.example.com/invitations/3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60?magic=aQ_7-x';

function image(modules: readonly (readonly boolean[])[], scale = 4) {
  const size = modules.length * scale;
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1)
      if (modules[Math.floor(y / scale)]?.[Math.floor(x / scale)])
        data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
  return { width: size, height: size, data };
}

function painted(path: string, size: number) {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    (rows[Number(y)] as boolean[]).fill(true, Number(x), Number(x) + Number(width));
  return rows;
}

it('encodes the link', () => {
  const modules = modulesOf(LINK);
  expect(decodeQR(image(modules))).toBe(LINK);
  expect(decodeQR(image(painted(pathOf(modules), modules.length)))).toBe(LINK);
});

it('has the quiet zone that scanners need', () => {
  const modules = modulesOf(LINK);
  for (const row of [...modules.slice(0, 4), ...modules.slice(-4)]) expect(row.some(Boolean)).toBe(false);
  for (const row of modules) expect([...row.slice(0, 4), ...row.slice(-4)].some(Boolean)).toBe(false);
});

it('is a complete SVG file', () => {
  const svg = svgOf(modulesOf('x'));
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 29 29"/);
  expect(svg).not.toContain('href');
});
