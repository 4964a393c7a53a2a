/** Measures of colour, for tests of tokens and of what is drawn: contrast, distance as seen, and colour-blind sight. */
import { apply, format, oklab, parse, type Rgb } from '../ui/color.ts';

/** WCAG 2 contrast ratio of two colours `#rrggbb`, 1 to 21. */
export function contrast(a: string, b: string): number {
  const luminance = ([r, g, bl]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * bl;
  const [x, y] = [luminance(parse(a)), luminance(parse(b))];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Distance of two colours in OKLab (Ottosson 2020): 0 same, 1 black to white. */
export function oklabDistance(a: string, b: string): number {
  const [x, y] = [oklab(a), oklab(b)];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

export const SIGHTS = ['normal', 'deuteranopia', 'protanopia', 'tritanopia'] as const;
export type Sight = (typeof SIGHTS)[number];

/** Machado, Oliveira and Fernandes 2009, severity 1.0, on linear light. */
const SIGHT = {
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;

/** The colour as a person with that sight sees it. */
export function simulate(hex: string, sight: Sight): string {
  return sight === 'normal' ? hex : format(apply(SIGHT[sight], parse(hex)));
}
