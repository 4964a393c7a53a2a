/** Line chart for rates on a fitted axis. Lines differ by dash pattern and dot shape. */
import { useMemo } from 'react';
import classes from './chart.module.css';
import { CategoryLabels, ChartArea, useMarkNavigation, useWidth } from './mark-navigation.tsx';
import { fittedScale, fittedText, linePath, textWidth } from './scale.ts';
import type { Category, LineData, Mark } from './types.ts';
import { valueText } from './words.ts';

interface Plot {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

type LineLayout = ReturnType<typeof lineLayout>;

const NAME_HEIGHT = 14;

/** Moves overlapping labels apart, keeping their order, between `top` and `foot`. */
export function spreadLabels(positions: readonly number[], top: number, foot: number): readonly number[] {
  const order = positions.map((y, at) => ({ y, at })).sort((a, b) => a.y - b.y || a.at - b.at);
  let min_y = top;
  const placed = order.map(({ y, at }) => {
    const to = Math.max(y, min_y);
    min_y = to + NAME_HEIGHT;
    return { y: to, at };
  });
  let max_y = foot;
  for (const label of placed.toReversed()) {
    label.y = Math.min(label.y, max_y);
    max_y = label.y - NAME_HEIGHT;
  }
  const result = [...positions];
  for (const { y, at } of placed) result[at] = y;
  return result;
}

export function lineLayout(data: LineData, plot: Plot) {
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
  const points = values.map((row) =>
    row.map((value, column) =>
      value === null ? null : { column, x: bandX(column) + band / 2, y: foot - scale.at(value) },
    ),
  );
  const dots = points.map((row) => row.filter((point) => point !== null));
  const ends = dots.map((row) => row.at(-1) ?? null);
  const known = ends.filter((end) => end !== null);
  const names = spreadLabels(
    known.map(({ y }) => y),
    plot.top,
    foot,
  );
  let at = 0;
  return {
    lines: lines.map(({ key, label }, line) => {
      const end = ends[line];
      return {
        key,
        label,
        path: linePath(points[line] ?? []),
        dots: dots[line] ?? [],
        /** Position of the label at the line's end; null without values. */
        name: end ? { x: end.x, y: names[at++] ?? end.y } : null,
      };
    }),
    band,
    foot,
    /** When the first tick is not zero, the axis is shown broken below it. */
    ticks: scale.ticks.map((value) => ({ value, y: foot - scale.at(value) })),
    bandX,
  };
}

interface LineChartProps {
  readonly data: LineData;
  readonly label: string;
  readonly unit: string;
}

const HEIGHT = 220;
const TOP = 24;
/** Two lines of category names and the axis break above them. */
const BOTTOM = 40;
/** Dash patterns and dot shapes for more lines are not available; further lines appear only in the table. */
export const MAX_LINES = 6;
const DASHES = ['none', '6 4', '2 3', '10 3 2 3', '14 4', '1 5'] as const;

function lineMarks(data: LineData): readonly Mark[] {
  return data.categories.map(({ key, title, part, missing }, column) => {
    const values = data.lines.flatMap((line) => {
      const value = data.value(key, line.key);
      if (value === null) return [];
      return [`${line.label} ${data.text?.(key, line.key) ?? valueText(value)}`];
    });
    const lines = missing ? [missing] : values.length > 0 ? values : ['none'];
    return { key, column, row: 0, title, lines, note: missing ? null : (part ?? null) };
  });
}

function DotMark({ shape, x, y }: { readonly shape: number; readonly x: number; readonly y: number }) {
  if (shape === 1) return <rect className={classes.dot} x={x - 3} y={y - 3} width={6} height={6} />;
  if (shape === 2) return <path className={classes.dot} d={`M${x} ${y - 4}L${x + 4} ${y + 3}H${x - 4}Z`} />;
  if (shape === 3) return <path className={classes.dot} d={`M${x} ${y - 4}l4 4l-4 4l-4 -4Z`} />;
  if (shape === 4) return <circle className={classes.ring} cx={x} cy={y} r={3} />;
  if (shape === 5) return <rect className={classes.ring} x={x - 3} y={y - 3} width={6} height={6} />;
  return <circle className={classes.dot} cx={x} cy={y} r={3} />;
}

export function LineChart({ data, label, unit }: LineChartProps) {
  const [container, width] = useWidth();
  const { categories } = data;
  const drawn = useMemo(() => ({ ...data, lines: data.lines.slice(0, MAX_LINES) }), [data]);
  const names = Math.max(0, ...drawn.lines.map((line) => textWidth(line.label, 11)));
  const right = Math.min(names + 16, width * 0.3);
  const left = 52;
  const layout = useMemo(
    () => lineLayout(drawn, { width, height: HEIGHT, left, right, top: TOP, bottom: BOTTOM }),
    [drawn, width, right],
  );
  const marks = useMemo(() => lineMarks(drawn), [drawn]);
  const navigation = useMarkNavigation({ marks });
  const { band, foot, bandX } = layout;
  // Dots of hundreds of days would merge into a thick line.
  const shows_dots = band >= 10;
  return (
    <ChartArea
      label={label}
      navigation={navigation}
      container={container}
      width={width}
      height={HEIGHT}
      tip={{ x: bandX(navigation.active?.column ?? 0) + band / 2, y: TOP, reach: 12 }}
    >
      <Axis layout={layout} categories={categories} width={width - right} left={left} unit={unit} />
      <g aria-hidden>
        {layout.lines.map((line, at) => (
          <g key={line.key}>
            <path className={classes.stroke} d={line.path} strokeDasharray={DASHES[at]} />
            {line.dots
              .filter((_, dot) => shows_dots || dot === line.dots.length - 1)
              .map(({ column, x, y }) => (
                <DotMark key={column} shape={at} x={x} y={y} />
              ))}
            {line.name && (
              <text className={classes.small} x={line.name.x + 8} y={line.name.y + 4}>
                {fittedText(line.label, right - 12, 11)}
              </text>
            )}
          </g>
        ))}
      </g>
      {marks.map((mark) => (
        <g key={mark.key} className={classes.mark} {...navigation.option(mark)}>
          <rect
            data-hit
            className={classes.hit}
            x={bandX(mark.column)}
            y={TOP}
            width={band}
            height={foot - TOP}
          />
          {navigation.active === mark && (
            <line
              className={classes.here}
              x1={bandX(mark.column) + band / 2}
              x2={bandX(mark.column) + band / 2}
              y1={TOP}
              y2={foot}
            />
          )}
        </g>
      ))}
    </ChartArea>
  );
}

interface AxisProps {
  readonly layout: Omit<LineLayout, 'lines'>;
  readonly categories: readonly Category[];
  readonly width: number;
  readonly left: number;
  readonly unit: string;
}

/** Hidden from screen readers, because the marks contain all values. */
export function Axis({ layout, categories, width, left, unit }: AxisProps) {
  const { band, foot, ticks, bandX } = layout;
  const first = ticks[0]?.value ?? 0;
  return (
    <g aria-hidden>
      {ticks.map(({ value, y }) => (
        <g key={value}>
          <line className={value === 0 ? classes.zero : classes.line} x1={left} x2={width} y1={y} y2={y} />
          <text className={classes.small} x={left - 6} y={y + 4} textAnchor="end">
            {valueText(value)}
          </text>
        </g>
      ))}
      {first !== 0 && <path className={classes.break} d={`M${left - 4} ${foot + 6}l4 -3l4 6l4 -6l4 3`} />}
      <text className={classes.small} x={0} y={10}>
        {unit}
        {first !== 0 && `, axis starts at ${valueText(first)}`}
      </text>
      <CategoryLabels categories={categories} band={band} bandX={bandX} y={[foot + 20, foot + 34]} />
    </g>
  );
}
