/** Bars that lie, one row for each category with its name: entity types, regions. For few categories with long names. */
import { useId, useMemo } from 'react';
import { type Bar, barLayout } from './bar-layout.ts';
import { barLegend } from './bar-legend.tsx';
import { barMarks } from './bar-marks.ts';
import classes from './chart.module.css';
import { Fills, fillOf, hatchOf } from './fills.tsx';
import { Legend, legendHeight, legendPlaces } from './legend.tsx';
import { ReadingList, Readout, useReading } from './reading.tsx';
import { textWidth } from './scale.ts';
import type { BarData } from './types.ts';
import { useWidth } from './width.ts';
import { countText, shortText } from './words.ts';

export interface BarRowsProps {
  /** With one stack: its groups are the bars of a row. */
  readonly data: BarData;
  readonly label: string;
  readonly summary: string;
  readonly selected?: string | null;
  readonly onPick?: (category: string, group: string) => void;
  /** Exact text of a value, where the number is not. */
  readonly text?: (category: string, group: string) => string;
}

const BAR = 14;
const GAP = 2;
const NAME = 18;
const AFTER = 10;

export function BarRows({ data, label, summary, selected, onPick, text }: BarRowsProps) {
  const id = useId().replaceAll(':', '');
  const [place, width] = useWidth();
  const { categories, groups } = data;
  const { bars } = useMemo(
    () => barLayout(data, { width: 100, height: 100, left: 0, right: 0, top: 0, bottom: 0 }),
    [data],
  );
  // Right is down here: the rows are the categories.
  const marks = useMemo(
    () => barMarks(data, bars).map((mark) => ({ ...mark, column: mark.row, row: mark.column })),
    [data, bars],
  );
  const reading = useReading({
    marks,
    onPick: onPick && ((mark) => onPick(categories[mark.row]?.key ?? '', groups[mark.column]?.key ?? '')),
  });
  const entries = barLegend({ id, data, letters: false });
  const places = legendPlaces(
    entries.map((entry) => entry.label),
    width,
  );
  const legend = legendHeight(places);
  const row = NAME + groups.length * (BAR + GAP) + AFTER;
  const height = legend + row * categories.length;
  const shown = bars.map((bar) => {
    const value = text?.(bar.category.key, bar.group.key) ?? countText(bar.total);
    return bar.estimate ? `${value} (~${shortText(bar.estimate.value)})` : value;
  });
  const room = Math.max(0, ...shown.map((one) => textWidth(one, 12))) + 12;
  const most = Math.max(1e-9, ...bars.map(({ total, estimate }) => estimate?.value ?? total));
  const wide = (value: number) => (Math.max(0, value) / most) * Math.max(1, width - room);
  const lay = (bar: Bar) => {
    const top = legend + bar.column * row;
    const long = wide(bar.total);
    return {
      top,
      y: top + NAME + bar.row * (BAR + GAP),
      long,
      end: bar.estimate ? wide(bar.estimate.value) : long,
    };
  };
  return (
    <div ref={place} className={classes.place}>
      <Readout active={reading.active}>{summary}</Readout>
      <ReadingList label={label} list={reading.list}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width="100%"
          height={height}
          role="presentation"
          focusable="false"
          data-chart
        >
          <Fills id={id} />
          <Legend entries={entries} places={places} className={classes.text} />
          {bars.map((bar, at) => {
            const mark = marks[at];
            if (!mark) return null;
            const { top, y, long, end } = lay(bar);
            return (
              <g key={bar.key} className={classes.mark} {...reading.option(mark)}>
                <rect
                  data-hit
                  className={classes.hit}
                  x={0}
                  y={bar.row === 0 ? top : y}
                  width={width}
                  height={bar.row === 0 ? NAME + BAR + GAP : BAR + GAP}
                />
                {bar.total > 0 && (
                  <rect
                    className={classes.bar}
                    x={0.5}
                    y={y}
                    width={Math.max(1, long)}
                    height={BAR}
                    fill={fillOf(id, bar.row)}
                  />
                )}
                {bar.category.part && bar.total > 0 && (
                  <rect x={0.5} y={y} width={Math.max(1, long)} height={BAR} fill={hatchOf(id)} />
                )}
                {bar.estimate && (
                  <rect
                    className={classes.estimate}
                    x={long}
                    y={y + 0.5}
                    width={Math.max(1, end - long)}
                    height={BAR - 1}
                  />
                )}
              </g>
            );
          })}
          {/* Apart from the values, which say the same in full. */}
          <g aria-hidden className={classes.texts}>
            {bars.map((bar, at) => {
              const { top, y, end } = lay(bar);
              return (
                <g key={bar.key}>
                  {bar.row === 0 && (
                    <text x={0} y={top + 13} data-selected={bar.category.key === selected || undefined}>
                      {bar.category.title}
                    </text>
                  )}
                  <text x={end + 6} y={y + 11}>
                    {bar.category.missing ?? shown[at]}
                  </text>
                </g>
              );
            })}
          </g>
        </svg>
      </ReadingList>
    </div>
  );
}
