/** The foot of a map with circles: which keys do what, what the circle measures now, and the same for screen readers. */
import { Kbd, VisuallyHidden } from '@mantine/core';
import type { LengthUnit } from '../geo/length.ts';
import { circleWords } from './circle-words.ts';
import classes from './DrawFoot.module.css';
import type { CircleShape } from './types.ts';

export interface DrawFootProps {
  /** `draw`: a circle is to be drawn; `edit`: the selected one can be moved; null: neither. */
  readonly mode: 'draw' | 'edit' | null;
  /** As it stands in the middle of a gesture. */
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
          <p className={classes.now}>{shape ? circleWords(shape, unit) : firstStep(mode, one_click)}</p>
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
      <VisuallyHidden role="status">{said ? circleWords(said, unit) : ''}</VisuallyHidden>
    </>
  );
}

function firstStep(mode: 'draw' | 'edit', one_click: boolean): string {
  if (mode === 'edit') return 'Drag the centre to move, the edge to size';
  return one_click ? 'Click to place, or press and drag to size' : 'Press on the centre and drag to the edge';
}
