/** Color mixing in OKLab. */

export type Rgb = readonly [number, number, number];

const linear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const encoded = (c: number) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);

/** `#rrggbb` to linear-light channels 0..1. */
export function parse(hex: string): Rgb {
  const channel = (at: number) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [channel(1), channel(3), channel(5)];
}

export function format(rgb: Rgb): string {
  return `#${rgb
    .map((c) =>
      Math.round(255 * encoded(Math.min(1, Math.max(0, c))))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

export function apply(m: readonly (readonly [number, number, number])[], [r, g, b]: Rgb): Rgb {
  const row = (i: number) => {
    const [x, y, z] = m[i] ?? [0, 0, 0];
    return x * r + y * g + z * b;
  };
  return [row(0), row(1), row(2)];
}

const LMS = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
] as const;
const LAB = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
] as const;

export function oklab(hex: string): Rgb {
  const [l, m, s] = apply(LMS, parse(hex));
  return apply(LAB, [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)]);
}

/** OKLab mixing is perceptually uniform; `share` 0 returns a, 1 returns b. */
export function mix(a: string, b: string, share: number): string {
  const [x, y] = [oklab(a), oklab(b)];
  const at = (i: 0 | 1 | 2) => x[i] + (y[i] - x[i]) * share;
  const [L, A, B] = [at(0), at(1), at(2)];
  const l = (L + 0.3963377774 * A + 0.2158037573 * B) ** 3;
  const m = (L - 0.1055613458 * A - 0.0638541728 * B) ** 3;
  const s = (L - 0.0894841775 * A - 1.291485548 * B) ** 3;
  return format([
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]);
}
