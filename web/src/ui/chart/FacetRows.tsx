/**
 * A row for each category with its name, a column for each group with its own scale: bars from zero for amounts, dots on a fitted axis for prices.
 * Values stand beside what is drawn.
 */
import { useId, useMemo } from 'react';
import classes from './chart.module.css';
import { Hatch, hatchOf, ReadingChart, useReading, useWidth } from './reading.tsx';
import {
  type Bar,
  barMarks,
  barsOf,
  fittedScale,
  fittedText,
  mostOf,
  type Scale,
  textWidth,
} from './scale.ts';
import type { BarData, Category } from './types.ts';
import { shortText, valueText } from './words.ts';

interface FacetRowsProps {
  /** With one stack. */
  readonly data: BarData;
  readonly mark: 'bar' | 'dot';
  readonly label: string;
  readonly selected?: string | null;
  readonly onPick?: (category: string, group: string) => void;
  /** Exact text of a value, where the number is not. */
  readonly text?: (category: string, group: string) => string | null;
  /** The same in short, beside its dot. */
  readonly short?: (category: string, group: string) => string | null;
}

const HEAD = 24;
const ROW = 24;
const BAR = 12;
const BETWEEN = 24;
/** A column with less room than this says thousands and millions in short. */
const ROOMY = 200;
/** Of the whole drawing. */
const NARROW = 560;

export function FacetRows({ data, mark: kind, label, selected, onPick, text, short }: FacetRowsProps) {
  const id = useId().replaceAll(':', '');
  const [place, width] = useWidth();
  const { categories, groups } = data;
  const bars = useMemo(() => barsOf(data), [data]);
  // Right is along a row here: the rows are the categories.
  const marks = useMemo(
    () => barMarks(bars, text).map((mark) => ({ ...mark, column: mark.row, row: mark.column })),
    [bars, text],
  );
  const reading = useReading({
    marks,
    onPick: onPick && ((mark) => onPick(categories[mark.row]?.key ?? '', groups[mark.column]?.key ?? '')),
  });
  // A phone has room for the short name and an axis, not for more.
  const nameOf = ({ label, title }: Category) => (width < NARROW ? label : title);
  const names = Math.min(
    Math.max(0, ...categories.map((category) => textWidth(nameOf(category), 12))) + 16,
    width * 0.36,
  );
  const column = (width - names + BETWEEN) / Math.max(1, groups.length);
  const barText = (bar: Bar): string => {
    if (bar.category.missing) return bar.category.missing;
    if (Number.isNaN(bar.total)) return '–';
    const own = short?.(bar.category.key, bar.group.key);
    return own ?? (column < ROOMY ? shortText(bar.total) : valueText(bar.total));
  };
  const room = Math.max(0, ...bars.map((bar) => textWidth(barText(bar), 12))) + 8;
  const long = Math.max(1, column - BETWEEN - room);
  const scales = groups.map(({ key }): Pick<Scale, 'at'> & Partial<Scale> => {
    const own = bars.filter(({ group }) => group.key === key);
    if (kind === 'bar') {
      const most = mostOf(own);
      return { at: (value) => (value / most) * long };
    }
    return fittedScale(
      own.map(({ total }) => total).filter((value) => !Number.isNaN(value)),
      long,
    );
  });
  /** Where a fitted axis begins and ends: there is no zero that one could see. */
  const rangeText = ({ ticks }: Partial<Scale>) =>
    ticks ? `${valueText(ticks[0] ?? 0)} to ${valueText(ticks.at(-1) ?? 0)}` : '';
  /** The range ends with its axis, or further right where the group's name needs the room. */
  const rangeEnd = (at: number) =>
    Math.max(long, textWidth(groups[at]?.label ?? '', 12) + textWidth(rangeText(scales[at] ?? {}), 11) + 4);
  /** All or none: on a phone the names of the groups alone fill their columns. */
  const hasRoomForRanges = groups.every((_, at) => rangeEnd(at) <= column - BETWEEN);
  const height = HEAD + ROW * categories.length;
  const left = (at: number) => names + at * column;
  const active = bars.find(({ key }) => key === reading.active?.key);
  return (
    <ReadingChart
      label={label}
      reading={reading}
      place={place}
      width={width}
      height={height}
      tip={{ x: active ? left(active.row) : 0, y: active ? HEAD + (active.column + 1) * ROW : 0, reach: 0 }}
    >
      <Hatch id={id} />
      {bars.map((bar, at) => {
        const mark = marks[at];
        if (!mark) return null;
        const { key, category, total } = bar;
        const [x, y] = [left(bar.row), HEAD + bar.column * ROW];
        const reach = Number.isNaN(total) ? 0 : (scales[bar.row]?.at(total) ?? 0);
        const wide = Math.max(1, reach);
        return (
          <g key={key} className={classes.mark} {...reading.option(mark)}>
            <rect
              data-hit
              className={classes.hit}
              x={bar.row === 0 ? 0 : x}
              y={y}
              width={column - BETWEEN + (bar.row === 0 ? names : 0)}
              height={ROW}
            />
            {kind === 'bar' && total > 0 && (
              <>
                <rect className={classes.bar} x={x} y={y + (ROW - BAR) / 2} width={wide} height={BAR} />
                {category.part && (
                  <rect x={x} y={y + (ROW - BAR) / 2} width={wide} height={BAR} fill={hatchOf(id)} />
                )}
              </>
            )}
            {kind === 'dot' && !category.missing && !Number.isNaN(total) && (
              <>
                <line className={classes.line} x1={x} x2={x + long} y1={y + ROW / 2} y2={y + ROW / 2} />
                <circle className={classes.dot} cx={x + reach} cy={y + ROW / 2} r={4} />
              </>
            )}
          </g>
        );
      })}
      {/* Apart from the values, which say the same in full. */}
      <g aria-hidden className={classes.texts}>
        {groups.map((group, at) => (
          <g key={group.key}>
            <text className={classes.name} x={left(at)} y={14}>
              {fittedText(group.label, column - 8)}
            </text>
            {kind === 'dot' && hasRoomForRanges && (
              <text className={classes.small} x={left(at) + rangeEnd(at)} y={14} textAnchor="end">
                {rangeText(scales[at] ?? {})}
              </text>
            )}
          </g>
        ))}
        {categories.map((category, at) => (
          <text
            key={category.key}
            x={0}
            y={HEAD + at * ROW + ROW / 2 + 4}
            data-selected={category.key === selected || undefined}
          >
            {fittedText(nameOf(category), names - 8)}
          </text>
        ))}
        {bars.map((bar) => {
          const end = kind === 'dot' ? long : Math.max(0, scales[bar.row]?.at(bar.total) ?? 0);
          return (
            <text key={bar.key} x={left(bar.row) + end + 8} y={HEAD + bar.column * ROW + ROW / 2 + 4}>
              {barText(bar)}
            </text>
          );
        })}
      </g>
    </ReadingChart>
  );
}
