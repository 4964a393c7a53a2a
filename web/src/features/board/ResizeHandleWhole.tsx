/** The edge of the list column: dragged, or moved with the arrows; where it stands is remembered. Loaded when the board stands. */
import type { PointerEvent } from 'react';
import type { LaterProps } from '../../ui/later.tsx';
import classes from './LoadList.module.css';

const STEP = 8;

export interface ResizeHandleProps {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (width: number) => void;
  /** Left edge of the column, pixels from the window's. */
  readonly origin: () => number;
}

export function ResizeHandleWhole(props: ResizeHandleProps & LaterProps) {
  const { value, min, max, onChange, origin } = props;
  const clamp = (width: number) => Math.round(Math.min(max, Math.max(min, width)));
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onChange(clamp(event.clientX - origin()));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be dragged.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="List width"
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={classes.handle}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        event.preventDefault();
        onChange(clamp(value + (event.key === 'ArrowLeft' ? -STEP : STEP)));
      }}
    />
  );
}
