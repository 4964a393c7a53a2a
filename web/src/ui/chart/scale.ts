/** Chart geometry before layout: bars with totals and texts, axes with round ticks. Pure functions. */
import type { BarData, Category, Group, Mark } from './types.ts';
import { valueText } from './words.ts';

export interface Bar {
  readonly key: string;
  readonly category: Category;
  readonly column: number;
  readonly group: Group;
  readonly row: number;
  readonly parts: readonly { readonly label: string; readonly value: number }[];
  /** 0 when the category is missing, NaN when there is no value. */
  readonly total: number;
  /** Null also when the bar has already reached it. */
  readonly estimate: number | null;
}

/** Ordered by category, then group. */
export function barsOf({ categories, groups, stacks, value, estimate }: BarData): readonly Bar[] {
  return categories.flatMap((category, column) =>
    groups.map((group, row): Bar => {
      const parts = category.missing
        ? []
        : stacks.map(({ key, label }) => ({ label, value: value(category.key, group.key, key) }));
      const total = parts.reduce((sum, part) => sum + part.value, 0);
      const projection = category.missing ? null : (estimate?.(category.key, group.key) ?? null);
      return {
        key: `${category.key} ${group.key}`,
        category,
        column,
        group,
        row,
        parts,
        total,
        estimate: projection !== null && projection > total ? projection : null,
      };
    }),
  );
}

/** The highest value of a panel, projections included; greater than 0. */
export const maxOf = (bars: readonly Bar[]): number =>
  Math.max(1e-9, ...bars.map(({ total, estimate }) => estimate ?? (Number.isNaN(total) ? 0 : total)));

/** @param text exact text of a value, when the number is rounded */
export function barMarks(
  bars: readonly Bar[],
  text: (category: string, group: string) => string | null = () => null,
): readonly Mark[] {
  const groups = new Set(bars.map(({ group }) => group.key)).size;
  return bars.map(({ key, category, column, group, row, parts, total, estimate }) => {
    const total_text = text(category.key, group.key) ?? (Number.isNaN(total) ? 'none' : valueText(total));
    const parts_shown = parts.length > 1 ? parts.filter(({ value }) => value > 0) : [];
    return {
      key,
      column,
      row,
      title: groups > 1 ? `${category.title}, ${group.label}` : category.title,
      lines: category.missing
        ? [category.missing]
        : [
            total_text,
            ...parts_shown.map(({ label, value }) => `${label} ${valueText(value)}`),
            ...(estimate === null ? [] : [`about ${valueText(estimate)} projected`]),
          ],
      note: category.missing ? null : (category.part ?? null),
    };
  });
}

/** Allowed steps between ticks, times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10] as const;

export interface Scale {
  /** From bottom to top; the last is the top of the axis. */
  readonly ticks: readonly number[];
  /** Pixels from the bottom of the axis. */
  readonly at: (value: number) => number;
}

/** When the minimum is above this share of the maximum, the axis starts near the minimum: prices would otherwise look alike. */
const MIN_FITTED_SHARE = 0.4;

/** Starts at zero only when the values vary enough; the chart must mark an axis that does not. */
export function fittedScale(values: readonly number[], length: number, target_steps = 4): Scale {
  const max = Math.max(0, ...values) || 1;
  const low = values.length === 0 ? 0 : Math.min(...values);
  const min = low < max * MIN_FITTED_SHARE ? 0 : low;
  // Nearly equal values have no range; use 10 % of the maximum.
  const spread = max - min > max * 1e-6 ? max - min : max * 0.1;
  const rough = spread / target_steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((candidate) => candidate * power >= rough * 0.999) ?? 10) * power;
  const first = Math.floor(min / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(max / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
  const [from, to] = [first * step, last * step];
  return { ticks, at: (value) => ((value - from) / (to - from)) * length };
}

/** SVG path through the points, interrupted where one is missing. */
export const linePath = (points: readonly ({ readonly x: number; readonly y: number } | null)[]): string =>
  points
    .map((point, at) => point && `${points[at - 1] ? 'L' : 'M'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`)
    .join('');

/** Show every n-th label, so that labels do not touch. `widest`: pixels. */
export function everyNth(count: number, band: number, widest: number): number {
  for (const n of [1, 2, 3, 4, 6, 12, 24, 48]) if (n * band >= widest + 8) return n;
  return Math.max(1, count);
}

/** Estimated text width in pixels. Measuring it exactly would require rendering. */
export function textWidth(text: string, size = 12): number {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  return (text.length * 0.58 + capitals * 0.1) * size;
}

/** Shortens the text with an ellipsis to at most `room` pixels, because SVG text does not wrap. */
export function fittedText(text: string, room: number, size = 12): string {
  if (textWidth(text, size) <= room) return text;
  const letters = Array.from(text);
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, size) > room) letters.pop();
  return `${letters.join('')}…`;
}
