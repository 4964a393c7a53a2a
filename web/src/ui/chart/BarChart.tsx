/**
 * Bars from zero: months, say, with groups side by side and each bar in parts. What is not whole is hatched, what is expected is a dashed
 * outline above it, now is a dashed line, what is unknown is a word.
 */
import { useId, useMemo } from 'react';
import { Axis } from './Axis.tsx';
import { type Bar, barLayout, labelled } from './bar-layout.ts';
import { barLegend, letterOf } from './bar-legend.tsx';
import { barMarks } from './bar-marks.ts';
import classes from './chart.module.css';
import { Fills, fillOf, hatchOf } from './fills.tsx';
import { Legend, legendHeight, legendPlaces } from './legend.tsx';
import { ReadingList, Readout, useReading } from './reading.tsx';
import { textWidth } from './scale.ts';
import type { BarData } from './types.ts';
import { useWidth } from './width.ts';
import { shortText } from './words.ts';

export interface BarChartProps {
  readonly data: BarData;
  /** For the ear: "Calls by month". */
  readonly label: string;
  /** What the values are: "calls". Said once, at the axis. */
  readonly unit: string;
  /** Said while nothing is pointed at. */
  readonly summary: string;
  /** A category that is open elsewhere on the page. */
  readonly selected?: string | null;
  readonly onPick?: (category: string, group: string) => void;
  readonly height?: number;
}

const TOP = 24;
const RIGHT = 8;

export function BarChart({ data, label, unit, summary, selected, onPick, height = 240 }: BarChartProps) {
  const id = useId().replaceAll(':', '');
  const [place, width] = useWidth();
  const { categories, groups, stacks } = data;
  const parted = stacks.length > 1;
  const most = useMemo(() => barLayout(data, plotOf(600, 200, 60, 40)).ticks.at(-1)?.value ?? 0, [data]);
  const left = Math.max(28, textWidth(shortText(most), 11) + 10);
  // A word under each bar says which group it is, where several parts take up the patterns.
  const shorts = parted && groups.length > 1;
  const bottom = shorts ? 40 : 24;
  const layout = useMemo(
    () => barLayout(data, plotOf(width, height, left, bottom)),
    [data, width, height, left, bottom],
  );
  const { bars, band, foot } = layout;
  const slot = band / Math.max(1, groups.length);
  const room = slot >= Math.max(0, ...groups.map(({ short }) => textWidth(short, 10))) + 2;
  const entries = barLegend({ id, data, letters: shorts && !room });
  const places = legendPlaces(
    entries.map((entry) => entry.label),
    width,
  );
  const legend = legendHeight(places);
  const marks = useMemo(() => barMarks(data, bars), [data, bars]);
  const valued = useMemo(() => labelled(bars, valueText), [bars]);
  const reading = useReading({
    marks,
    onPick: onPick && ((mark) => onPick(categories[mark.column]?.key ?? '', groups[mark.row]?.key ?? '')),
  });
  const whole = legend + height;
  return (
    <div ref={place} className={classes.place}>
      <Readout active={reading.active}>{summary}</Readout>
      <ReadingList label={label} list={reading.list}>
        <svg
          viewBox={`0 0 ${width} ${whole}`}
          width="100%"
          height={whole}
          role="presentation"
          focusable="false"
          data-chart
        >
          <Fills id={id} />
          <Legend entries={entries} places={places} className={classes.text} />
          <g transform={`translate(0 ${legend})`}>
            <Axis
              layout={layout}
              categories={categories}
              width={width - RIGHT}
              left={left}
              top={TOP}
              unit={unit}
              selected={selected ?? null}
              labelsAt={foot + (shorts ? 32 : 16)}
            />
            {bars.map((bar, at) => {
              const mark = marks[at];
              if (!mark) return null;
              return (
                <g key={bar.key} className={classes.mark} {...reading.option(mark)}>
                  <rect
                    data-hit
                    className={classes.hit}
                    x={bar.hit.x}
                    y={TOP}
                    width={bar.hit.width}
                    height={foot - TOP + bottom}
                  />
                  {bar.parts.map((part) => (
                    <rect
                      key={part.stack}
                      className={classes.bar}
                      x={bar.x}
                      y={part.y}
                      width={bar.width}
                      height={part.height}
                      fill={fillOf(id, part.pattern)}
                    />
                  ))}
                  {bar.category.part && bar.total > 0 && (
                    <rect
                      x={bar.x}
                      y={bar.top}
                      width={bar.width}
                      height={foot - bar.top}
                      fill={hatchOf(id)}
                    />
                  )}
                  {bar.estimate && (
                    <rect
                      className={classes.estimate}
                      x={bar.x + 0.5}
                      y={bar.estimate.y}
                      width={Math.max(1, bar.width - 1)}
                      height={bar.top - bar.estimate.y}
                    />
                  )}
                </g>
              );
            })}
            {/* Apart from the values, which say the same in full. */}
            <g aria-hidden className={classes.words}>
              {bars.map((bar) => (
                <g key={bar.key}>
                  {valued.has(bar.key) && (
                    <text x={bar.x + bar.width / 2} y={(bar.estimate?.y ?? bar.top) - 4} textAnchor="middle">
                      {valueText(bar)}
                    </text>
                  )}
                  {shorts && (
                    <text x={bar.hit.x + bar.hit.width / 2} y={foot + 14} textAnchor="middle">
                      {room ? bar.group.short : letterOf(bar.group)}
                    </text>
                  )}
                </g>
              ))}
            </g>
          </g>
        </svg>
      </ReadingList>
    </div>
  );
}

/** Over a bar: what it is expected to reach where it is not over, which is as high as the drawing goes. */
const valueText = ({ total, estimate }: Bar): string =>
  estimate ? `~${shortText(estimate.value)}` : shortText(total);

const plotOf = (width: number, height: number, left: number, bottom: number) => ({
  width,
  height,
  left,
  bottom,
  right: RIGHT,
  top: TOP,
});
