/** Where the bars of a chart stand, in pixels. Pure. */
import { textWidth, zeroScale } from './scale.ts';
import type { BarData, Category, Group } from './types.ts';

export interface Plot {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface BarPart {
  readonly stack: string;
  /** Place of its stack, which its pattern follows. */
  readonly pattern: number;
  readonly value: number;
  readonly y: number;
  readonly height: number;
}

export interface Bar {
  readonly key: string;
  readonly category: Category;
  readonly column: number;
  readonly group: Group;
  readonly row: number;
  readonly x: number;
  readonly width: number;
  /** What reacts to the pointer: the whole height of the plot. */
  readonly hit: { readonly x: number; readonly width: number };
  readonly parts: readonly BarPart[];
  readonly total: number;
  /** Top of the bar. */
  readonly top: number;
  /** Where the estimate ends, when there is one above the bar. */
  readonly estimate: { readonly value: number; readonly y: number } | null;
}

export interface BarLayout {
  readonly bars: readonly Bar[];
  readonly band: number;
  readonly foot: number;
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  /** Left end of a category's place. */
  readonly bandX: (column: number) => number;
}

const MOST_BAR = 44;
const GAP = 2;

export function barLayout(data: BarData, plot: Plot): BarLayout {
  const { categories, groups, stacks } = data;
  const foot = plot.height - plot.bottom;
  const high = foot - plot.top;
  const totals = new Map<string, number>();
  const estimates = new Map<string, number | null>();
  for (const { key, missing } of categories)
    for (const group of groups) {
      const at = `${key} ${group.key}`;
      const sum = missing ? 0 : stacks.reduce((all, stack) => all + data.value(key, group.key, stack.key), 0);
      totals.set(at, sum);
      estimates.set(at, missing ? null : (data.estimate?.(key, group.key) ?? null));
    }
  const most = Math.max(0, ...totals.values(), ...[...estimates.values()].map((one) => one ?? 0));
  const scale = zeroScale(most, high, true);
  const band = (plot.width - plot.left - plot.right) / Math.max(1, categories.length);
  const bandX = (column: number) => plot.left + column * band;
  const inner = band * 0.76;
  const width = Math.max(
    1,
    Math.min(MOST_BAR, (inner - GAP * (groups.length - 1)) / Math.max(1, groups.length)),
  );
  const all = width * groups.length + GAP * (groups.length - 1);
  const bars = categories.flatMap((category, column) =>
    groups.map((group, row): Bar => {
      const key = `${category.key} ${group.key}`;
      const start = bandX(column) + (band - all) / 2;
      const x = start + row * (width + GAP);
      const total = totals.get(key) ?? 0;
      let y = foot;
      const parts = category.missing
        ? []
        : stacks.flatMap((stack, at): BarPart[] => {
            const value = data.value(category.key, group.key, stack.key);
            if (value <= 0) return [];
            const height = scale.at(value);
            y -= height;
            return [
              {
                stack: stack.key,
                pattern: stacks.length === 1 && groups.length > 1 ? row : at,
                value,
                y,
                height,
              },
            ];
          });
      const estimate = estimates.get(key) ?? null;
      const hitWidth = band / groups.length;
      return {
        key,
        category,
        column,
        group,
        row,
        x,
        width,
        hit: { x: bandX(column) + row * hitWidth, width: hitWidth },
        parts,
        total,
        top: y,
        estimate:
          estimate !== null && estimate > total ? { value: estimate, y: foot - scale.at(estimate) } : null,
      };
    }),
  );
  return {
    bars,
    band,
    foot,
    ticks: scale.ticks.map((value) => ({ value, y: foot - scale.at(value) })),
    bandX,
  };
}

const LABEL = 10;

/** Of the bars, those whose value can stand above them without lying on another bar or on another value; the highest first. */
export function labelled(bars: readonly Bar[], textOf: (bar: Bar) => string): ReadonlySet<string> {
  const topOf = ({ top, estimate }: Bar) => estimate?.y ?? top;
  const taken = bars.map((bar) => ({
    from: bar.x,
    to: bar.x + bar.width,
    top: topOf(bar),
    bottom: Infinity,
  }));
  const found = new Set<string>();
  for (const bar of bars.toSorted((a, b) => topOf(a) - topOf(b))) {
    const half = textWidth(textOf(bar), LABEL) / 2;
    const middle = bar.x + bar.width / 2;
    const place = {
      from: middle - half,
      to: middle + half,
      top: topOf(bar) - 4 - LABEL,
      bottom: topOf(bar) - 4,
    };
    const free = taken.every(
      (one) =>
        one.to <= place.from || one.from >= place.to || one.bottom <= place.top || one.top >= place.bottom,
    );
    if (bar.total === 0 || !free) continue;
    taken.push(place);
    found.add(bar.key);
  }
  return found;
}
