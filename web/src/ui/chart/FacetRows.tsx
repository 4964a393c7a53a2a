/** One row per category, one column per group with its own scale: bars from zero, or dots on a fitted axis. */
import { useId, useMemo } from 'react';
import classes from './chart.module.css';
import { BarRect, ChartArea, Hatch, useMarkNavigation, useWidth } from './mark-navigation.tsx';
import {
  type Bar,
  barMarks,
  barsOf,
  fittedScale,
  fittedText,
  maxOf,
  type Scale,
  textWidth,
} from './scale.ts';
import type { BarData, Category } from './types.ts';
import { shortText, valueText } from './words.ts';

interface FacetRowsProps {
  /** Must have a single stack. */
  readonly data: BarData;
  readonly mark: 'bar' | 'dot';
  readonly label: string;
  readonly selected?: string | null;
  readonly onPick?: (category: string, group: string) => void;
  /** Exact text of a value, when the number is rounded. */
  readonly text?: (category: string, group: string) => string | null;
  /** Short form of `text`, shown next to the mark. */
  readonly short?: (category: string, group: string) => string | null;
}

const HEAD = 24;
const ROW = 24;
const BAR = 12;
const GAP = 24;
/** Narrower columns abbreviate thousands and millions. */
const FULL_NUMBER_WIDTH = 200;
/** Width of the chart below which names are short. */
const NARROW = 560;

export function FacetRows({ data, mark: kind, label, selected, onPick, text, short }: FacetRowsProps) {
  const id = useId().replaceAll(':', '');
  const [container, width] = useWidth();
  const { categories, groups } = data;
  const bars = useMemo(() => barsOf(data), [data]);
  // Rows are categories here, so rows and columns are swapped.
  const marks = useMemo(
    () => barMarks(bars, text).map((mark) => ({ ...mark, column: mark.row, row: mark.column })),
    [bars, text],
  );
  const navigation = useMarkNavigation({
    marks,
    onPick: onPick && ((mark) => onPick(categories[mark.row]?.key ?? '', groups[mark.column]?.key ?? '')),
  });
  const nameOf = ({ label, title }: Category) => (width < NARROW ? label : title);
  const names = Math.min(
    Math.max(0, ...categories.map((category) => textWidth(nameOf(category), 12))) + 16,
    width * 0.36,
  );
  const column = (width - names + GAP) / Math.max(1, groups.length);
  const barText = (bar: Bar): string => {
    if (bar.category.missing) return bar.category.missing;
    if (Number.isNaN(bar.total)) return '–';
    const short_text = short?.(bar.category.key, bar.group.key);
    return short_text ?? (column < FULL_NUMBER_WIDTH ? shortText(bar.total) : valueText(bar.total));
  };
  const text_width = Math.max(0, ...bars.map((bar) => textWidth(barText(bar), 12))) + 8;
  const axis_length = Math.max(1, column - GAP - text_width);
  const scales = groups.map(({ key }): Pick<Scale, 'at'> & Partial<Scale> => {
    const group_bars = bars.filter(({ group }) => group.key === key);
    if (kind === 'bar') {
      const max = maxOf(group_bars);
      return { at: (value) => (value / max) * axis_length };
    }
    return fittedScale(
      group_bars.map(({ total }) => total).filter((value) => !Number.isNaN(value)),
      axis_length,
    );
  });
  // The ends of a fitted axis, which does not start at zero.
  const rangeText = ({ ticks }: Partial<Scale>) =>
    ticks ? `${valueText(ticks[0] ?? 0)} to ${valueText(ticks.at(-1) ?? 0)}` : '';
  // Right end of the range text: at the end of the axis, or further right when the group's name needs the space.
  const rangeEnd = (at: number) =>
    Math.max(
      axis_length,
      textWidth(groups[at]?.label ?? '', 12) + textWidth(rangeText(scales[at] ?? {}), 11) + 4,
    );
  // All ranges or none: on a phone the group names already fill their columns.
  const hasRoomForRanges = groups.every((_, at) => rangeEnd(at) <= column - GAP);
  const height = HEAD + ROW * categories.length;
  const left = (at: number) => names + at * column;
  const active = bars.find(({ key }) => key === navigation.active?.key);
  return (
    <ChartArea
      label={label}
      navigation={navigation}
      container={container}
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
        return (
          <g key={key} className={classes.mark} {...navigation.option(mark)}>
            <rect
              data-hit
              className={classes.hit}
              x={bar.row === 0 ? 0 : x}
              y={y}
              width={column - GAP + (bar.row === 0 ? names : 0)}
              height={ROW}
            />
            {kind === 'bar' && total > 0 && (
              <BarRect
                x={x}
                y={y + (ROW - BAR) / 2}
                width={Math.max(1, reach)}
                height={BAR}
                hatch={category.part ? id : null}
              />
            )}
            {kind === 'dot' && !category.missing && !Number.isNaN(total) && (
              <>
                <line
                  className={classes.line}
                  x1={x}
                  x2={x + axis_length}
                  y1={y + ROW / 2}
                  y2={y + ROW / 2}
                />
                <circle className={classes.dot} cx={x + reach} cy={y + ROW / 2} r={4} />
              </>
            )}
          </g>
        );
      })}
      {/* Hidden from screen readers, which get the same values from the marks. */}
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
          const end = kind === 'dot' ? axis_length : Math.max(0, scales[bar.row]?.at(bar.total) ?? 0);
          return (
            <text key={bar.key} x={left(bar.row) + end + 8} y={HEAD + bar.column * ROW + ROW / 2 + 4}>
              {barText(bar)}
            </text>
          );
        })}
      </g>
    </ChartArea>
  );
}
