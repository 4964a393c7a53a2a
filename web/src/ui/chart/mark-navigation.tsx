/** Navigation of a chart's values by pointer or arrow keys, as options of a listbox, which screen readers announce. */
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import shared from '../shared.module.css';
import classes from './chart.module.css';
import { everyNth, textWidth } from './scale.ts';
import type { Category, Mark } from './types.ts';

interface MarkNavigationOptions {
  readonly marks: readonly Mark[];
  readonly onPick?: ((mark: Mark) => void) | undefined;
}

/** The next mark in a direction; the active one when there is none, null when the key does not navigate. */
function nextMark(marks: readonly Mark[], active: Mark | null, key: string): Mark | null {
  const first = marks[0] ?? null;
  if (key === 'Home') return first;
  if (key === 'End') return marks.at(-1) ?? null;
  if (!['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].includes(key)) return null;
  if (!active) return key === 'ArrowLeft' ? (marks.at(-1) ?? null) : first;
  const [dx, dy] = [
    Number(key === 'ArrowRight') - Number(key === 'ArrowLeft'),
    Number(key === 'ArrowDown') - Number(key === 'ArrowUp'),
  ];
  const to = marks.find(({ column, row }) => column === active.column + dx && row === active.row + dy);
  if (to) return to;
  // The column has no mark in this row: use its last one.
  const in_column = dx === 0 ? [] : marks.filter(({ column }) => column === active.column + dx);
  return in_column.at(-1) ?? active;
}

export function useMarkNavigation({ marks, onPick }: MarkNavigationOptions) {
  const id = useId();
  const [key, setKey] = useState<string | null>(null);
  const [focused, setFocused] = useState(false);
  const active = marks.find((mark) => mark.key === key) ?? null;
  const optionId = (mark: Mark) => `${id}-${mark.column}-${mark.row}`;
  return {
    active,
    list: {
      'aria-activedescendant': active && focused ? optionId(active) : undefined,
      onFocus: () => setFocused(true),
      onBlur: () => {
        setFocused(false);
        setKey(null);
      },
      onPointerLeave: () => {
        if (!focused) setKey(null);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === 'Enter' && active && onPick) onPick(active);
        else if (event.key === 'Escape' && active) setKey(null);
        else {
          const to = nextMark(marks, active, event.key);
          if (!to) return;
          setKey(to.key);
        }
        event.preventDefault();
      },
    },
    option: (mark: Mark) => ({
      id: optionId(mark),
      role: 'option',
      'aria-selected': mark.key === key,
      'aria-label': [`${mark.title}: ${mark.lines.join(' · ')}`, mark.note].filter((text) => text).join('. '),
      'data-active': mark.key === key || undefined,
      'data-pick': onPick !== undefined || undefined,
      onPointerEnter: () => setKey(mark.key),
      onClick: () => {
        setKey(mark.key);
        onPick?.(mark);
      },
    }),
  };
}

interface ChartAreaProps {
  readonly label: string;
  readonly navigation: ReturnType<typeof useMarkNavigation>;
  readonly container: Ref<HTMLDivElement>;
  readonly width: number;
  readonly height: number;
  readonly tip: Pick<TipProps, 'x' | 'y' | 'reach'>;
  readonly children: ReactNode;
}

export function ChartArea({ label, navigation, container, width, height, tip, children }: ChartAreaProps) {
  return (
    <div ref={container} className={classes.container}>
      <Tip {...tip} active={navigation.active} width={width} />
      <div role="listbox" tabIndex={0} className={classes.plot} aria-label={label} {...navigation.list}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width="100%"
          height={height}
          role="presentation"
          focusable="false"
          data-chart
        >
          {children}
        </svg>
      </div>
    </div>
  );
}

interface TipProps {
  readonly active: Mark | null;
  /** Position of the mark, in pixels of the chart. */
  readonly x: number;
  readonly y: number;
  /** Half the width of the mark, which the tooltip must not cover. */
  readonly reach: number;
  readonly width: number;
}

/** Placed on the side with more space. Screen readers announce the option instead. */
function Tip({ active, x, y, reach, width }: TipProps) {
  if (!active) return null;
  const [first, ...lines] = active.lines;
  const side = x <= width / 2 ? { left: x + reach } : { right: width - x + reach };
  return (
    <div className={`${shared.small} ${shared.box} ${classes.tip}`} style={{ ...side, top: y }} aria-hidden>
      <p>{active.title}</p>
      <p>
        <strong>{first}</strong>
      </p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {active.note && <p>{active.note}</p>}
    </div>
  );
}

/** Until the element has been measured, and in tests. */
const DEFAULT_WIDTH = 640;

/** Measures the available width, because charts are drawn in real pixels so that their text keeps its size. */
export function useWidth() {
  const { ref, width } = useElementSize<HTMLDivElement>();
  return [ref, width || DEFAULT_WIDTH] as const;
}

interface CategoryLabelsProps {
  readonly categories: readonly Category[];
  /** Width of a category in pixels. */
  readonly band: number;
  readonly bandX: (column: number) => number;
  /** Baselines of the two lines of labels. */
  readonly y: readonly [number, number];
  readonly chosen?: number;
}

/** Axis labels, thinned out to fit, counted from the end so that the newest category always has a label. */
export function CategoryLabels({ categories, band, bandX, y, chosen = -1 }: CategoryLabelsProps) {
  const widest = Math.max(0, ...categories.map(({ label }) => textWidth(label, 11)));
  const every = everyNth(categories.length, band, widest);
  /** A year that ends soon would touch the next one, which suffices. */
  const isTouched = (under: string, at: number) => {
    const next = categories.findIndex((category, column) => column > at && category.under);
    return next >= 0 && (next - at) * band < textWidth(under, 11) + 4;
  };
  return categories.map(({ key, label, under }, at) => {
    const x = bandX(at) + band / 2;
    return (
      <g key={key} textAnchor="middle">
        {(categories.length - 1 - at) % every === 0 && (
          <text className={at === chosen ? classes.chosen : classes.small} x={x} y={y[0]}>
            {label}
          </text>
        )}
        {under && !isTouched(under, at) && (
          <text className={classes.small} x={x} y={y[1]}>
            {under}
          </text>
        )}
      </g>
    );
  });
}

interface BarRectProps extends Record<'x' | 'y' | 'width' | 'height', number> {
  /** The `Hatch` over an incomplete bar; null: it is complete. */
  readonly hatch: string | null;
}

export const BarRect = ({ hatch, ...rect }: BarRectProps) => (
  <>
    <rect className={classes.bar} {...rect} />
    {hatch && <rect {...rect} fill={`url(#${hatch}-hatch)`} />}
  </>
);

interface HatchProps {
  /** The chart's id, because patterns are referenced globally within the page. */
  readonly id: string;
}

export function Hatch({ id }: HatchProps) {
  return (
    <defs>
      <pattern
        id={`${id}-hatch`}
        width={7}
        height={7}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width={3} height={7} fill="var(--wp-page)" />
      </pattern>
    </defs>
  );
}
