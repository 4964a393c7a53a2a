/** What a chart draws before it has a place: bars with their sums and words, axes with ticks that a person can count in. Pure. */
import type { BarData, Category, Group, Mark } from './types.ts';
import { valueText } from './words.ts';

/** Before it has a place. */
export interface Bar {
  readonly key: string;
  readonly category: Category;
  readonly column: number;
  readonly group: Group;
  readonly row: number;
  readonly parts: readonly { readonly label: string; readonly value: number }[];
  /** 0 where the category is missing, NaN where there is no value. */
  readonly total: number;
  /** Null also where the bar is there already. */
  readonly estimate: number | null;
}

/** Category by category, in each the groups in their order. */
export function barsOf({ categories, groups, stacks, value, estimate }: BarData): readonly Bar[] {
  return categories.flatMap((category, column) =>
    groups.map((group, row): Bar => {
      const parts = category.missing
        ? []
        : stacks.map(({ key, label }) => ({ label, value: value(category.key, group.key, key) }));
      const total = parts.reduce((sum, part) => sum + part.value, 0);
      const expected = category.missing ? null : (estimate?.(category.key, group.key) ?? null);
      return {
        key: `${category.key} ${group.key}`,
        category,
        column,
        group,
        row,
        parts,
        total,
        estimate: expected !== null && expected > total ? expected : null,
      };
    }),
  );
}

/** The highest that a panel has to hold; more than 0. */
export const mostOf = (bars: readonly Bar[]): number =>
  Math.max(1e-9, ...bars.map(({ total, estimate }) => estimate ?? (Number.isNaN(total) ? 0 : total)));

/** @param text exact text of a value, where the number is not */
export function barMarks(
  bars: readonly Bar[],
  text: (category: string, group: string) => string | null = () => null,
): readonly Mark[] {
  const groups = new Set(bars.map(({ group }) => group.key)).size;
  return bars.map(({ key, category, column, group, row, parts, total, estimate }) => {
    const whole = text(category.key, group.key) ?? (Number.isNaN(total) ? 'none' : valueText(total));
    const split = parts.length > 1 ? parts.filter(({ value }) => value > 0) : [];
    return {
      key,
      column,
      row,
      title: groups > 1 ? `${category.title}, ${group.label}` : category.title,
      lines: category.missing
        ? [category.missing]
        : [
            whole,
            ...split.map(({ label, value }) => `${label} ${valueText(value)}`),
            ...(estimate === null ? [] : [`about ${valueText(estimate)} projected`]),
          ],
      note: category.missing ? null : (category.part ?? null),
    };
  });
}

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
