/** Lines and numbers of the values, names of the categories, where now is, and what is missing. */
import classes from './chart.module.css';
import { everyNth, textWidth } from './scale.ts';
import type { Category } from './types.ts';
import { shortText } from './words.ts';

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
  readonly top: number;
  readonly unit: string;
  readonly selected: string | null;
  /** Foot line of the names. */
  readonly labelsAt: number;
}

/** All of it is said by the values themselves. */
export function Axis({ layout, categories, width, left, top, unit, selected, labelsAt }: AxisProps) {
  const { band, foot, ticks, bandX } = layout;
  const every = everyNth(
    categories.length,
    band,
    Math.max(0, ...categories.map(({ label }) => textWidth(label, 11))),
  );
  return (
    <g aria-hidden>
      {ticks.map(({ value, y }) => (
        <g key={value}>
          <line className={value === 0 ? classes.zero : classes.line} x1={left} x2={width} y1={y} y2={y} />
          <text className={classes.small} x={left - 6} y={y + 4} textAnchor="end">
            {shortText(value)}
          </text>
        </g>
      ))}
      <text className={classes.small} x={0} y={10}>
        {unit}
      </text>
      {categories.map(({ key, label, missing, now }, at) => {
        const middle = bandX(at) + band / 2;
        // Counted from the end: the newest always has its name.
        const named = (categories.length - 1 - at) % every === 0;
        return (
          <g key={key}>
            {key === selected && (
              <rect
                className={classes.selected}
                x={bandX(at)}
                y={top - 14}
                width={band}
                height={foot - top + 14}
              />
            )}
            {named && (
              <text
                className={key === selected ? classes.chosen : classes.small}
                x={middle}
                y={labelsAt}
                textAnchor="middle"
              >
                {label}
              </text>
            )}
            {missing && (
              <text className={classes.small} transform={`translate(${middle + 4} ${foot - 6}) rotate(-90)`}>
                {missing}
              </text>
            )}
            {now !== null && now !== undefined && (
              <g>
                <line
                  className={classes.now}
                  x1={bandX(at) + now * band}
                  x2={bandX(at) + now * band}
                  y1={top - 10}
                  y2={foot}
                />
                <text
                  className={classes.small}
                  x={Math.min(bandX(at) + now * band, width - 14)}
                  y={top - 14}
                  textAnchor="middle"
                >
                  today
                </text>
              </g>
            )}
          </g>
        );
      })}
    </g>
  );
}
