/** Where the bars of small multiples stand, in pixels: a panel for each group, one under the other, over one axis. Pure. */
import { type Bar, barsOf, mostOf } from './bars.ts';
import { textWidth } from './scale.ts';
import type { BarData } from './types.ts';

export interface PanelBar extends Bar {
  readonly x: number;
  readonly width: number;
  /** Top of the bar, and of its estimate where it has one. */
  readonly top: number;
  readonly peak: number;
  readonly foot: number;
}

export interface Panel {
  readonly key: string;
  readonly label: string;
  /** Of the room for its bars. */
  readonly top: number;
  readonly foot: number;
}

export interface PanelLayout {
  readonly bars: readonly PanelBar[];
  readonly panels: readonly Panel[];
  readonly band: number;
  /** Left end of a category's place. */
  readonly bandX: (column: number) => number;
  /** Foot of the last panel. */
  readonly foot: number;
}

/** Pixels of a panel: its name, then its bars with room for the value above the highest; less where all of them are zero. */
export const PANEL = { name: 20, plot: 96, between: 16 };
const EMPTY_PLOT = 24;
const LABEL = 10;
const LABEL_ROOM = 16;
const MOST_BAR = 40;

export function panelLayout(data: BarData, width: number): PanelLayout {
  const bars = barsOf(data);
  const band = width / Math.max(1, data.categories.length);
  const wide = Math.max(1, Math.min(MOST_BAR, band * 0.64));
  const bandX = (column: number) => column * band;
  let next = 0;
  const panels = data.groups.map(({ key, label }): Panel => {
    const drawn = bars.some((bar) => bar.group.key === key && bar.total > 0);
    const top = next + PANEL.name;
    const foot = top + (drawn ? PANEL.plot : EMPTY_PLOT);
    next = foot + PANEL.between;
    return { key, label, top, foot };
  });
  const scales = data.groups.map(({ key }) => {
    const most = mostOf(bars.filter(({ group }) => group.key === key));
    return (value: number) => (value / most) * (PANEL.plot - LABEL_ROOM);
  });
  return {
    bars: bars.map((bar) => {
      const foot = panels[bar.row]?.foot ?? 0;
      const at = (value: number) => foot - (scales[bar.row]?.(value) ?? 0);
      const top = at(bar.total);
      return {
        ...bar,
        x: bandX(bar.column) + (band - wide) / 2,
        width: wide,
        top,
        peak: bar.estimate === null ? top : at(bar.estimate),
        foot,
      };
    }),
    panels,
    band,
    bandX,
    foot: panels.at(-1)?.foot ?? 0,
  };
}

/**
 * Of the bars of one panel, those whose value can stand above them without lying on another bar or value: the selected first, then the
 * newest.
 */
export function labelled(
  bars: readonly PanelBar[],
  textOf: (bar: PanelBar) => string,
  selected: string | null,
): ReadonlySet<string> {
  const taken = bars.map((bar) => ({ from: bar.x, to: bar.x + bar.width, top: bar.peak, bottom: Infinity }));
  const found = new Set<string>();
  const order = [
    ...bars.filter(({ category }) => category.key === selected),
    ...bars.filter(({ category }) => category.key !== selected).toReversed(),
  ];
  for (const bar of order) {
    const half = textWidth(textOf(bar), LABEL) / 2 + 1;
    const middle = bar.x + bar.width / 2;
    const place = {
      from: middle - half,
      to: middle + half,
      top: bar.peak - 4 - LABEL,
      bottom: bar.peak - 4,
    };
    const free = taken.every(
      (one) =>
        one.to <= place.from || one.from >= place.to || one.bottom <= place.top || one.top >= place.bottom,
    );
    if (!free) continue;
    taken.push(place);
    found.add(bar.key);
  }
  return found;
}
