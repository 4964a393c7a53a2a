/** Axes from zero: ticks that a person can count in, and where a value lies. */

/** Steps of an axis within a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10] as const;

export interface Scale {
  /** From zero up; the last is the top of the axis. */
  readonly ticks: readonly number[];
  /** Pixels from the foot of the axis. */
  readonly at: (value: number) => number;
}

/** @param whole only whole numbers stand at the axis: nobody makes half a call. */
export function zeroScale(most: number, height: number, whole: boolean, wanted = 4): Scale {
  const top = most > 0 && Number.isFinite(most) ? most : whole ? wanted : 1;
  const rough = top / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const found = (STEPS.find((one) => one * power >= rough * 0.999) ?? 10) * power;
  const step = whole ? Math.max(1, Math.ceil(found)) : found;
  const count = Math.max(1, Math.ceil(top / step - 1e-9));
  const ticks = Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
  const last = ticks.at(-1) as number;
  return { ticks, at: (value) => (Math.max(0, value) / last) * height };
}

/** Every how many labels one fits, so that they never touch. `widest`: pixels. */
export function everyNth(count: number, band: number, widest: number): number {
  for (const n of [1, 2, 3, 4, 6, 12, 24, 48]) if (n * band >= widest + 8) return n;
  return Math.max(1, count);
}

/** Pixels that a text takes, near enough to leave room for it: a browser would have to draw it to know. */
export const textWidth = (text: string, size = 12): number => text.length * size * 0.58;
