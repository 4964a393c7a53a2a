/**
 * Lines of points, for rates, on an axis that is fitted to them and says so where it does not begin at zero. Distinguished by dashes and by the shape
 * of their dots; each has its name at its end.
 */
import { useMemo } from 'react';
import { Axis } from './Axis.tsx';
import classes from './chart.module.css';
import { lineLayout } from './line-layout.ts';
import { ReadingList, ReadingTip, useReading } from './reading.tsx';
import { fittedText, textWidth } from './scale.ts';
import type { LineData, Mark } from './types.ts';
import { useWidth } from './width.ts';
import { countText } from './words.ts';

export interface LineChartProps {
  readonly data: LineData;
  readonly label: string;
  /** What the values are: "USD per gallon". */
  readonly unit: string;
  readonly height?: number;
}

const TOP = 24;
/** Two lines of names, and the break of the axis above them. */
const BOTTOM = 40;
/** More lines than these are not distinguished: leave the rest to the table. */
export const MOST_LINES = 6;
const DASHES = ['none', '6 4', '2 3', '10 3 2 3', '14 4', '1 5'] as const;

/** One reading for each category: all its lines. */
export function lineMarks(data: LineData): readonly Mark[] {
  return data.categories.map(({ key, title, part, missing }, column) => {
    const said = data.lines.flatMap((line) => {
      const value = data.value(key, line.key);
      if (value === null) return [];
      return [`${line.label} ${data.text?.(key, line.key) ?? countText(value)}`];
    });
    const lines = missing ? [missing] : said.length > 0 ? said : ['none'];
    return { key, column, row: 0, title, lines, note: missing ? null : (part ?? null) };
  });
}

function Dot({ shape, x, y }: { readonly shape: number; readonly x: number; readonly y: number }) {
  if (shape === 1) return <rect className={classes.dot} x={x - 3} y={y - 3} width={6} height={6} />;
  if (shape === 2) return <path className={classes.dot} d={`M${x} ${y - 4}L${x + 4} ${y + 3}H${x - 4}Z`} />;
  if (shape === 3) return <path className={classes.dot} d={`M${x} ${y - 4}l4 4l-4 4l-4 -4Z`} />;
  if (shape === 4) return <circle className={classes.ring} cx={x} cy={y} r={3} />;
  if (shape === 5) return <rect className={classes.ring} x={x - 3} y={y - 3} width={6} height={6} />;
  return <circle className={classes.dot} cx={x} cy={y} r={3} />;
}

export function LineChart({ data, label, unit, height = 220 }: LineChartProps) {
  const [place, width] = useWidth();
  const { categories } = data;
  const drawn = useMemo(() => ({ ...data, lines: data.lines.slice(0, MOST_LINES) }), [data]);
  const names = Math.max(0, ...drawn.lines.map((line) => textWidth(line.label, 11)));
  const right = Math.min(names + 16, width * 0.3);
  const left = 52;
  const layout = useMemo(
    () => lineLayout(drawn, { width, height, left, right, top: TOP, bottom: BOTTOM }),
    [drawn, width, height, right],
  );
  const marks = useMemo(() => lineMarks(drawn), [drawn]);
  const reading = useReading({ marks });
  const { band, foot, bandX } = layout;
  // Dots of hundreds of days would be a thick line.
  const dotted = band >= 10;
  return (
    <div ref={place} className={classes.place}>
      <ReadingTip
        active={reading.active}
        x={bandX(reading.active?.column ?? 0) + band / 2}
        y={TOP}
        reach={12}
        width={width}
      />
      <ReadingList label={label} list={reading.list}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width="100%"
          height={height}
          role="presentation"
          focusable="false"
          data-chart
        >
          <Axis layout={layout} categories={categories} width={width - right} left={left} unit={unit} />
          <g aria-hidden>
            {layout.lines.map((line, at) => (
              <g key={line.key}>
                <path className={classes.stroke} d={line.path} strokeDasharray={DASHES[at]} />
                {line.dots
                  .filter((_, dot) => dotted || dot === line.dots.length - 1)
                  .map(({ column, x, y }) => (
                    <Dot key={column} shape={at} x={x} y={y} />
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
            <g key={mark.key} className={classes.mark} {...reading.option(mark)}>
              <rect
                data-hit
                className={classes.hit}
                x={bandX(mark.column)}
                y={TOP}
                width={band}
                height={foot - TOP}
              />
              {reading.active === mark && (
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
        </svg>
      </ReadingList>
    </div>
  );
}
