/** What the patterns mean, in rows that fit. Part of the drawing, so that it goes with it into a file. */
import type { ReactNode } from 'react';
import { textWidth } from './scale.ts';

export interface LegendEntry {
  readonly key: string;
  readonly label: string;
  /** Drawn in a box of 16 by 12. */
  readonly sample: ReactNode;
}

const SAMPLE = 16;
const AFTER = 16;
export const LEGEND_ROW = 20;

export interface LegendPlace {
  readonly x: number;
  readonly row: number;
}

/** Place of each entry; the number of rows is that of the last one and one. */
export function legendPlaces(labels: readonly string[], width: number): readonly LegendPlace[] {
  let [x, row] = [0, 0];
  return labels.map((label) => {
    const wide = SAMPLE + 6 + textWidth(label);
    if (x > 0 && x + wide > width) [x, row] = [0, row + 1];
    const place = { x, row };
    x += wide + AFTER;
    return place;
  });
}

export const legendHeight = (places: readonly LegendPlace[]): number =>
  places.length === 0 ? 0 : ((places.at(-1)?.row ?? 0) + 1) * LEGEND_ROW + 4;

export interface LegendProps {
  readonly entries: readonly LegendEntry[];
  readonly places: readonly LegendPlace[];
  readonly className: string | undefined;
}

export function Legend({ entries, places, className }: LegendProps) {
  return (
    <g aria-hidden className={className}>
      {entries.map(({ key, label, sample }, at) => (
        <g key={key} transform={`translate(${places[at]?.x ?? 0} ${(places[at]?.row ?? 0) * LEGEND_ROW})`}>
          <g transform="translate(0 4)">{sample}</g>
          <text x={SAMPLE + 6} y={14}>
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}
