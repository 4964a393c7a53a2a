/** Axes: ticks that a person can count in, and where a value lies. */

/** Steps of an axis within a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10] as const;

export interface Scale {
  /** From the foot up; the last is the top of the axis. */
  readonly ticks: readonly number[];
  /** Pixels from the foot of the axis. */
  readonly at: (value: number) => number;
}

/** An axis over values that lie closer together than to zero begins near the least of them: prices, which bars would make look alike. */
const ZERO_BELOW = 0.4;

/** From zero where the values are spread that far, else fitted to them: its first tick is then not zero, which the chart has to say. */
export function fittedScale(values: readonly number[], length: number, wanted = 4): Scale {
  const most = Math.max(0, ...values) || 1;
  const low = values.length === 0 ? 0 : Math.min(...values);
  const least = low < most * ZERO_BELOW ? 0 : low;
  // Values that are as good as equal have no range: one is made around them.
  const spread = most - least > most * 1e-6 ? most - least : most * 0.1;
  const rough = spread / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((one) => one * power >= rough * 0.999) ?? 10) * power;
  const first = Math.floor(least / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(most / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
  const [from, to] = [first * step, last * step];
  return { ticks, at: (value) => ((value - from) / (to - from)) * length };
}

/** Every how many labels one fits, so that they never touch. `widest`: pixels. */
export function everyNth(count: number, band: number, widest: number): number {
  for (const n of [1, 2, 3, 4, 6, 12, 24, 48]) if (n * band >= widest + 8) return n;
  return Math.max(1, count);
}

/** Pixels that a text takes, near enough to leave room for it: a browser would have to draw it to know. */
export function textWidth(text: string, size = 12): number {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  return (text.length * 0.58 + capitals * 0.1) * size;
}

/** The text, ending in an ellipsis where it takes more than `room` pixels: a drawing wraps nothing. */
export function fittedText(text: string, room: number, size = 12): string {
  if (textWidth(text, size) <= room) return text;
  const letters = Array.from(text);
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, size) > room) letters.pop();
  return `${letters.join('')}…`;
}
