/**
 * Reads a chart value by value: under the pointer, or by arrows. The values are options of a list, so that a screen reader hands the arrows
 * over and says the one that is reached; what is read is shown beside the value.
 */
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import shared from '../shared.module.css';
import classes from './chart.module.css';
import { everyNth, textWidth } from './scale.ts';
import type { Category, Mark } from './types.ts';

interface ReadingOptions {
  readonly marks: readonly Mark[];
  readonly onPick?: ((mark: Mark) => void) | undefined;
}

/** From one value to the next in a direction; the same where there is none. */
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
  // A column without this row: the nearest that it has.
  const beside = dx === 0 ? [] : marks.filter(({ column }) => column === active.column + dx);
  return beside.at(-1) ?? active;
}

export function useReading({ marks, onPick }: ReadingOptions) {
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
      'aria-label': [`${mark.title}: ${mark.lines.join(' · ')}`, mark.note].filter((one) => one).join('. '),
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

interface ReadingChartProps {
  readonly label: string;
  readonly reading: ReturnType<typeof useReading>;
  /** Of `useWidth`. */
  readonly place: RefObject<HTMLDivElement | null>;
  readonly width: number;
  readonly height: number;
  /** Where the active value is said. */
  readonly tip: Pick<TipProps, 'x' | 'y' | 'reach'>;
  readonly children: ReactNode;
}

export function ReadingChart({ label, reading, place, width, height, tip, children }: ReadingChartProps) {
  return (
    <div ref={place} className={classes.place}>
      <Tip {...tip} active={reading.active} width={width} />
      <div role="listbox" tabIndex={0} className={classes.plot} aria-label={label} {...reading.list}>
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
  /** What is pointed at, in pixels of the chart. */
  readonly x: number;
  readonly y: number;
  /** How far it reaches to both sides of `x`: nothing of it is covered. */
  readonly reach: number;
  readonly width: number;
}

/** On the side where there is more room. The list says the same to the ear. */
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

/** Until it is known, and where nothing has a size. */
const USUAL = 640;

/** Width of the place that a chart has: it is drawn in true pixels, so that its letters keep their size. */
export function useWidth(): readonly [RefObject<HTMLDivElement | null>, number] {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(USUAL);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, width];
}

interface CategoryNamesProps {
  readonly categories: readonly Category[];
  /** Pixels of a category's place. */
  readonly band: number;
  /** Its left end. */
  readonly bandX: (column: number) => number;
  /** Base lines of the two lines of names. */
  readonly y: readonly [number, number];
  /** The category that is chosen; -1: none. */
  readonly chosen?: number;
}

/** The names at an axis, as many as fit. Counted from the end: the newest always has its name. */
export function CategoryNames({ categories, band, bandX, y, chosen = -1 }: CategoryNamesProps) {
  const widest = Math.max(0, ...categories.map(({ label }) => textWidth(label, 11)));
  const every = everyNth(categories.length, band, widest);
  return categories.map(({ key, label, under }, at) => {
    const x = bandX(at) + band / 2;
    return (
      <g key={key} textAnchor="middle">
        {(categories.length - 1 - at) % every === 0 && (
          <text className={at === chosen ? classes.chosen : classes.small} x={x} y={y[0]}>
            {label}
          </text>
        )}
        {under && (
          <text className={classes.small} x={x} y={y[1]}>
            {under}
          </text>
        )}
      </g>
    );
  });
}

/** Stripes over a bar that is not the whole of it. */
export const hatchOf = (id: string): string => `url(#${id}-hatch)`;

interface HatchProps {
  /** Of the chart: patterns are found by name in the whole page. */
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
