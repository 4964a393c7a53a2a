/** The foot of a map with circles: which keys do what, what the circle measures now, and the same for screen readers. */

import { Kbd, VisuallyHidden } from '@mantine/core';
import { type LengthUnit, lengthText } from '../geo/length.ts';
import shared from '../ui/shared.module.css';
import { coordinatesText } from '../ui/units.ts';
import classes from './DrawFoot.module.css';
import type { CircleShape } from './types.ts';

export interface DrawFootProps {
  /** `draw`: a circle is to be drawn; `edit`: the selected one can be moved; null: neither. */
  readonly mode: 'draw' | 'edit' | null;
  /** As it is in the middle of a gesture. */
  readonly shape: CircleShape | null;
  /** What is to be said aloud. */
  readonly said: CircleShape | null;
  /** One click makes a whole circle. */
  readonly one_click: boolean;
  readonly unit: LengthUnit;
  readonly onCancel?: (() => void) | undefined;
}

export function DrawFoot({ mode, shape, said, one_click, unit, onCancel }: DrawFootProps) {
  return (
    <>
      {mode && (
        <div className={classes.foot}>
          <p className={shared.strong}>{shape ? circleText(shape, unit) : firstStep(mode, one_click)}</p>
          <p className={classes.keys}>
            <Kbd>↑ ↓ ← →</Kbd> move <Kbd>+</Kbd> <Kbd>−</Kbd> size <Kbd>Shift</Kbd> farther <Kbd>Alt</Kbd>{' '}
            finer
            {mode === 'draw' && (
              <>
                {' '}
                <Kbd>Enter</Kbd> place
              </>
            )}
          </p>
          {mode === 'draw' && onCancel && (
            <button type="button" className={classes.cancel} onClick={onCancel}>
              Stop drawing <Kbd>Esc</Kbd>
            </button>
          )}
        </div>
      )}
      <VisuallyHidden role="status">{said ? circleText(said, unit) : ''}</VisuallyHidden>
    </>
  );
}

function firstStep(mode: 'draw' | 'edit', one_click: boolean): string {
  if (mode === 'edit') return 'Drag the center to move, the edge to resize';
  return one_click
    ? 'Click to place, or press and drag to resize'
    : 'Press on the center and drag to the edge';
}

/** `Radius 0.5 mi, center 35.19130, -102.08400`; before it has a size `Center 35.19130, -102.08400`. */
export function circleText(shape: CircleShape, unit: LengthUnit): string {
  const where = coordinatesText(shape);
  return shape.radius_meters > 0
    ? `Radius ${lengthText(shape.radius_meters, unit)}, center ${where}`
    : `Center ${where}`;
}
