/**
 * Land and water where the map comes, until it is there: the map's script is more than all others together, and a computer that draws in
 * software takes a second for its first frame. Drawn by the page itself, at the place and size at which the map begins.
 */
import type { Bounds } from '@waypost/geo/bounds';
import { useEffect, useState } from 'react';
import type { Theme } from '../ui/health.ts';
import { firstView, WORLD_UNITS } from './land-placeholder.ts';
import classes from './map.module.css';
import { PALETTE } from './palette.ts';
import type { Camera } from './types.ts';

const FILE = `${import.meta.env.BASE_URL}basemap/land.svg`;
const PARTS = ['water', 'land', 'lake', 'shore'] as const;
/** The world goes round. */
const COPIES = [-WORLD_UNITS, 0, WORLD_UNITS];

export interface LandPlaceholderProps {
  /** Where the map begins, or what it fits. */
  readonly where: Camera | Bounds;
  readonly theme: Theme;
  /** It comes after this: something else of the page comes first. */
  readonly after: Promise<void> | undefined;
}

export function LandPlaceholder({ where, theme, after }: LandPlaceholderProps) {
  const [its_turn, setItsTurn] = useState(after === undefined);
  useEffect(() => {
    let gone = false;
    void after?.then(() => !gone && setItsTurn(true));
    return () => {
      gone = true;
    };
  }, [after]);
  const view = its_turn && firstView(where);
  if (!view) return null;
  const { view_box, square } = view;
  const { water, land } = PALETTE[theme];
  const fills = { water, land, lake: water, shore: land };
  return (
    <div className={classes.landPlaceholder}>
      <svg
        aria-hidden
        viewBox={view_box}
        className={square === null ? classes.landFit : classes.landAt}
        width={square ?? undefined}
        height={square ?? undefined}
      >
        {COPIES.map((x) => (
          <g key={x} transform={`translate(${x})`}>
            {PARTS.map((part) => (
              <use key={part} href={`${FILE}#${part}`} fill={fills[part]} />
            ))}
          </g>
        ))}
      </svg>
    </div>
  );
}
