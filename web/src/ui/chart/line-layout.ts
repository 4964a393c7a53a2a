/** Where the lines of a chart run, in pixels. Pure. */
import { fittedScale } from './scale.ts';
import type { LineData } from './types.ts';

export interface Plot {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Dot {
  readonly column: number;
  readonly x: number;
  readonly y: number;
}
export interface LinePath {
  readonly key: string;
  readonly label: string;
  /** SVG path; broken where there is no value. */
  readonly path: string;
  readonly dots: readonly Dot[];
  /** Where its name stands, at its end; null when it has no value. */
  readonly name: { readonly x: number; readonly y: number } | null;
}
export interface LineLayout {
  readonly lines: readonly LinePath[];
  readonly band: number;
  readonly foot: number;
  /** The first of them is zero, or the axis is broken below it. */
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  readonly bandX: (column: number) => number;
}

const NAME_HEIGHT = 14;

/** Names that would lie over each other are moved apart, in their order, and stay between `top` and `foot`. */
export function apart(wanted: readonly number[], top: number, foot: number): readonly number[] {
  const order = wanted.map((y, at) => ({ y, at })).sort((a, b) => a.y - b.y || a.at - b.at);
  let least = top;
  const placed = order.map(({ y, at }) => {
    const to = Math.max(y, least);
    least = to + NAME_HEIGHT;
    return { y: to, at };
  });
  let most = foot;
  for (const one of placed.toReversed()) {
    one.y = Math.min(one.y, most);
    most = one.y - NAME_HEIGHT;
  }
  const result = [...wanted];
  for (const { y, at } of placed) result[at] = y;
  return result;
}

export function lineLayout(data: LineData, plot: Plot): LineLayout {
  const { categories, lines } = data;
  const foot = plot.height - plot.bottom;
  const values = lines.map(({ key }) =>
    categories.map((category) => (category.missing ? null : data.value(category.key, key))),
  );
  const scale = fittedScale(
    values.flat().filter((value) => value !== null),
    foot - plot.top,
  );
  const band = (plot.width - plot.left - plot.right) / Math.max(1, categories.length);
  const bandX = (column: number) => plot.left + column * band;
  const dots = values.map((row) =>
    row.flatMap((value, column): Dot[] =>
      value === null ? [] : [{ column, x: bandX(column) + band / 2, y: foot - scale.at(value) }],
    ),
  );
  const ends = dots.map((row) => row.at(-1) ?? null);
  const known = ends.filter((end) => end !== null);
  const names = apart(
    known.map(({ y }) => y),
    plot.top,
    foot,
  );
  let at = 0;
  return {
    lines: lines.map(({ key, label }, line) => {
      const row = dots[line] ?? [];
      const path = row
        .map(({ column, x, y }, n) => {
          const move = row[n - 1]?.column === column - 1 ? 'L' : 'M';
          return `${move}${x.toFixed(1)} ${y.toFixed(1)}`;
        })
        .join('');
      const end = ends[line];
      return {
        key,
        label,
        path,
        dots: row,
        name: end ? { x: end.x, y: names[at++] ?? end.y } : null,
      };
    }),
    band,
    foot,
    ticks: scale.ticks.map((value) => ({ value, y: foot - scale.at(value) })),
    bandX,
  };
}
