/**
 * Bar charts as small multiples over a shared month axis: one panel per group, each with its own scale. Values are
 * written on the bars instead of a value axis. Incomplete months are hatched, their projections dashed.
 */
import { useId, useMemo } from 'react';
import classes from './chart.module.css';
import {
  BarRect,
  CategoryLabels,
  ChartArea,
  Hatch,
  useMarkNavigation,
  useWidth,
} from './mark-navigation.tsx';
import { type Bar, barMarks, barsOf, maxOf, textWidth } from './scale.ts';
import type { BarData } from './types.ts';
import { shortText } from './words.ts';

export interface PanelBar extends Bar {
  readonly x: number;
  readonly width: number;
  /** y of the bar's top; `peak`: y of its projection, or `top` without one. */
  readonly top: number;
  readonly peak: number;
  readonly foot: number;
}

interface Panel {
  readonly key: string;
  readonly label: string;
  readonly top: number;
  readonly foot: number;
}

export type PanelLayout = ReturnType<typeof panelLayout>;

/** Pixels: name above the bars, plot area including the value labels, gap. Panels with only zeros are lower. */
export const PANEL = { name: 20, plot: 96, between: 16 };
const EMPTY_PLOT = 24;
const LABEL_SIZE = 10;
const LABEL_SPACE = 16;
const MAX_BAR_WIDTH = 40;

export function panelLayout(data: BarData, width: number) {
  const bars = barsOf(data);
  const band = width / Math.max(1, data.categories.length);
  const bar_width = Math.max(1, Math.min(MAX_BAR_WIDTH, band * 0.64));
  const bandX = (column: number) => column * band;
  let next = 0;
  const panels = data.groups.map(({ key, label }): Panel => {
    const has_bars = bars.some((bar) => bar.group.key === key && bar.total > 0);
    const top = next + PANEL.name;
    const foot = top + (has_bars ? PANEL.plot : EMPTY_PLOT);
    next = foot + PANEL.between;
    return { key, label, top, foot };
  });
  const scales = data.groups.map(({ key }) => {
    const max = maxOf(bars.filter(({ group }) => group.key === key));
    return (value: number) => (value / max) * (PANEL.plot - LABEL_SPACE);
  });
  return {
    bars: bars.map((bar): PanelBar => {
      const foot = panels[bar.row]?.foot ?? 0;
      const yOf = (value: number) => foot - (scales[bar.row]?.(value) ?? 0);
      const top = yOf(bar.total);
      return {
        ...bar,
        x: bandX(bar.column) + (band - bar_width) / 2,
        width: bar_width,
        top,
        peak: bar.estimate === null ? top : yOf(bar.estimate),
        foot,
      };
    }),
    panels,
    band,
    /** Left edge of a category's band. */
    bandX,
    foot: panels.at(-1)?.foot ?? 0,
  };
}

/** Keys of the bars whose label fits without overlapping; priority: selected bar, then newest first. */
export function fittingLabels(
  bars: readonly PanelBar[],
  textOf: (bar: PanelBar) => string,
  selected: string | null,
): ReadonlySet<string> {
  const occupied = bars.map((bar) => ({
    from: bar.x,
    to: bar.x + bar.width,
    top: bar.peak,
    bottom: Infinity,
  }));
  const found = new Set<string>();
  const order = [
    ...bars.filter(({ category }) => category.key === selected),
    ...bars.filter(({ category }) => category.key !== selected).toReversed(),
  ];
  for (const bar of order) {
    const half = textWidth(textOf(bar), LABEL_SIZE) / 2 + 1;
    const middle = bar.x + bar.width / 2;
    const label_box = {
      from: middle - half,
      to: middle + half,
      top: bar.peak - 4 - LABEL_SIZE,
      bottom: bar.peak - 4,
    };
    const fits = occupied.every(
      (box) =>
        box.to <= label_box.from ||
        box.from >= label_box.to ||
        box.bottom <= label_box.top ||
        box.top >= label_box.bottom,
    );
    if (!fits) continue;
    occupied.push(label_box);
    found.add(bar.key);
  }
  return found;
}

interface BarPanelsProps {
  readonly data: BarData;
  readonly label: string;
  /** Category selected elsewhere on the page. */
  readonly selected?: string | null;
  readonly onPick?: (category: string, group: string) => void;
}

/** Height of two lines below the last panel: months, and years or "today". */
const AXIS_HEIGHT = 36;

export function BarPanels({ data, label, selected = null, onPick }: BarPanelsProps) {
  const id = useId().replaceAll(':', '');
  const [container, width] = useWidth();
  const { categories, groups } = data;
  const layout = useMemo(() => panelLayout(data, width), [data, width]);
  const { bars, panels, band, bandX, foot } = layout;
  const marks = useMemo(() => barMarks(bars), [bars]);
  const valued = useMemo(() => {
    const barsOf = (panel: Panel) => bars.filter(({ group }) => group.key === panel.key);
    return panels.flatMap((panel) => [...fittingLabels(barsOf(panel), valueText, selected)]);
  }, [bars, panels, selected]);
  const navigation = useMarkNavigation({
    marks,
    onPick: onPick && ((mark) => onPick(categories[mark.column]?.key ?? '', groups[mark.row]?.key ?? '')),
  });
  const height = foot + AXIS_HEIGHT;
  const chosen = categories.findIndex(({ key }) => key === selected);
  const active = bars.find(({ key }) => key === navigation.active?.key);
  return (
    <ChartArea
      label={label}
      navigation={navigation}
      container={container}
      width={width}
      height={height}
      tip={{
        x: active ? bandX(active.column) + band / 2 : 0,
        y: panels[active?.row ?? 0]?.top ?? 0,
        reach: band / 2,
      }}
    >
      <Hatch id={id} />
      {chosen >= 0 && (
        <rect
          className={classes.selected}
          x={bandX(chosen)}
          y={PANEL.name}
          width={band}
          height={foot - PANEL.name}
        />
      )}
      {bars.map((bar, at) => {
        const mark = marks[at];
        if (!mark) return null;
        return (
          <g key={bar.key} className={classes.mark} {...navigation.option(mark)}>
            <rect
              data-hit
              className={classes.hit}
              x={bandX(bar.column)}
              y={panels[bar.row]?.top ?? 0}
              width={band}
              height={bar.foot - (panels[bar.row]?.top ?? 0)}
            />
            {bar.total > 0 && (
              <BarRect
                x={bar.x}
                y={bar.top}
                width={bar.width}
                height={bar.foot - bar.top}
                hatch={bar.category.part ? id : null}
              />
            )}
            {bar.estimate !== null && (
              <rect
                className={classes.estimate}
                x={bar.x + 0.5}
                y={bar.peak}
                width={Math.max(1, bar.width - 1)}
                height={bar.top - bar.peak}
              />
            )}
          </g>
        );
      })}
      {/* Hidden from screen readers, which get the same values from the marks. */}
      <g aria-hidden>
        {panels.map((panel) => (
          <g key={panel.key}>
            <text className={classes.name} x={0} y={panel.top - 6}>
              {panel.label}
            </text>
            <line className={classes.zero} x1={0} x2={width} y1={panel.foot} y2={panel.foot} />
          </g>
        ))}
        {bars
          .filter(({ key }) => valued.includes(key))
          .map((bar) => (
            <text
              key={bar.key}
              className={classes.word}
              x={bar.x + bar.width / 2}
              y={bar.peak - 4}
              textAnchor="middle"
            >
              {valueText(bar)}
            </text>
          ))}
        <CategoryLabels
          categories={categories}
          band={band}
          bandX={bandX}
          y={[foot + 15, foot + 30]}
          chosen={chosen}
        />
        {categories.map(({ key, now }, at) => {
          if (now == null) return null;
          const x = bandX(at) + now * band;
          return (
            <g key={key}>
              <line className={classes.now} x1={x} x2={x} y1={foot} y2={foot + 5} />
              <text className={classes.small} x={width} y={foot + 30} textAnchor="end">
                today
              </text>
            </g>
          );
        })}
      </g>
    </ChartArea>
  );
}

/** Label of a bar: its projection when it has one, a dash when data is missing. */
function valueText({ category, total, estimate }: PanelBar): string {
  if (category.missing) return '–';
  return estimate === null ? shortText(total) : `~${shortText(estimate)}`;
}
