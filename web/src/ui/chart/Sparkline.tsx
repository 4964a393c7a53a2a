/** The course of a figure beside it, between its least and its most, without axis or words: whoever wants to read it has the chart. */
import classes from './chart.module.css';

interface SparklineProps {
  /** Oldest first; null: not known, and the line is broken there. */
  readonly values: readonly (number | null)[];
  /** The one that the figure is of. */
  readonly at: number;
}

const WIDTH = 72;
const HEIGHT = 24;
const EDGE = 3;

export function Sparkline({ values, at }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const x = (n: number) => EDGE + (n / (values.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (value: number) =>
    most === least ? HEIGHT / 2 : HEIGHT - EDGE - ((value - least) / (most - least)) * (HEIGHT - 2 * EDGE);
  const path = values
    .map((value, n) => {
      if (value === null) return '';
      const begins = n === 0 || values[n - 1] === null;
      return `${begins ? 'M' : 'L'}${x(n).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
  const here = values[at] ?? null;
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden focusable="false">
      <path className={classes.stroke} d={path} />
      {here !== null && <circle className={classes.dot} cx={x(at)} cy={y(here)} r={2.5} />}
    </svg>
  );
}
