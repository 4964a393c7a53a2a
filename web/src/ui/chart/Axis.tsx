/** Lines and numbers of the values, and names of the categories. */
import classes from './chart.module.css';
import { everyNth, textWidth } from './scale.ts';
import type { Category } from './types.ts';
import { countText } from './words.ts';

export interface AxisProps {
  readonly layout: {
    readonly band: number;
    readonly foot: number;
    readonly ticks: readonly { readonly value: number; readonly y: number }[];
    readonly bandX: (column: number) => number;
  };
  readonly categories: readonly Category[];
  /** Right end of the lines. */
  readonly width: number;
  readonly left: number;
  readonly unit: string;
}

/** All of it is said by the values themselves, save that the axis does not begin at zero. */
export function Axis({ layout, categories, width, left, unit }: AxisProps) {
  const { band, foot, ticks, bandX } = layout;
  const every = everyNth(
    categories.length,
    band,
    Math.max(0, ...categories.map(({ label }) => textWidth(label, 11))),
  );
  const first = ticks[0]?.value ?? 0;
  return (
    <g aria-hidden>
      {ticks.map(({ value, y }) => (
        <g key={value}>
          <line className={value === 0 ? classes.zero : classes.line} x1={left} x2={width} y1={y} y2={y} />
          <text className={classes.small} x={left - 6} y={y + 4} textAnchor="end">
            {countText(value)}
          </text>
        </g>
      ))}
      {first !== 0 && <path className={classes.break} d={`M${left - 4} ${foot + 6}l4 -3l4 6l4 -6l4 3`} />}
      <text className={classes.small} x={0} y={10}>
        {unit}
        {first !== 0 && `, axis starts at ${countText(first)}`}
      </text>
      {categories.map(({ key, label, under }, at) => {
        const middle = bandX(at) + band / 2;
        // Counted from the end: the newest always has its name.
        const named = (categories.length - 1 - at) % every === 0;
        return (
          <g key={key}>
            {named && (
              <text className={classes.small} x={middle} y={foot + 20} textAnchor="middle">
                {label}
              </text>
            )}
            {under && (
              <text className={classes.small} x={middle} y={foot + 34} textAnchor="middle">
                {under}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
