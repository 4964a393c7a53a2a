/** Frame of every map: canvas, attribution, control buttons, and a note when the map cannot be rendered. */
import { ActionIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import type { CSSProperties, ReactNode } from 'react';
import classes from './map.module.css';
import { PALETTE } from './palette.ts';
import type { MapEngineApi, Padding } from './types.ts';
import type { EngineState } from './use-engine.ts';

export const NO_PADDING: Padding = { top: 0, right: 0, bottom: 0, left: 0 };

interface MapFrameProps {
  readonly map: EngineState;
  /** Pixels covered by a panel or sheet; `children` stay clear of them. */
  readonly padding: Padding;
  /** Shown behind the canvas until the map has rendered. */
  readonly placeholder?: ReactNode;
  /** Without color, so that last known health does not look current. */
  readonly outage?: boolean | undefined;
  /** Notes at the top of the map, above the one about streets. */
  readonly notes?: ReactNode;
  /** Sentence that refers to an alternative when the map cannot be rendered. */
  readonly instead: string;
  readonly children: ReactNode;
}

export function MapFrame(props: MapFrameProps) {
  const { padding, placeholder, notes, instead, children } = props;
  const { theme, container, unavailable, streets_problem } = props.map;
  const { left, bottom } = padding;
  // MapLibre places its attribution in a corner of the whole map, where a sheet would cover it.
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--attribution-left': `${left}px`,
    '--attribution-bottom': `${bottom}px`,
    background: PALETTE[theme].land,
  };
  return (
    <div className={classes.view} style={style}>
      {unavailable === null && placeholder}
      <div
        ref={container}
        className={classes.canvas}
        data-outage={props.outage || undefined}
        hidden={unavailable !== null}
      />
      <div className={classes.covered} style={{ ...padding }}>
        {unavailable !== null ? (
          <p className={classes.unavailable} role="status">
            {unavailable} {instead}
          </p>
        ) : (
          <>
            <div className={classes.notes}>
              {notes}
              {streets_problem && <Note role="status">{streets_problem}</Note>}
            </div>
            {children}
          </>
        )}
      </div>
    </div>
  );
}

interface NoteProps {
  readonly role?: 'note' | 'status';
  readonly children: ReactNode;
}

export const Note = ({ role = 'note', children }: NoteProps) => (
  <p className={classes.note} role={role} data-over-map>
    {children}
  </p>
);

interface MapButtonsProps {
  /** Null while the map is loading: the buttons are then disabled. */
  readonly engine: MapEngineApi | null;
  readonly fit_label: string;
  readonly onFit: () => void;
  readonly can_fit: boolean;
  readonly beside?: ReactNode;
  readonly children?: ReactNode;
}

export function MapButtons({ engine, fit_label, onFit, can_fit, beside, children }: MapButtonsProps) {
  const loading = engine === null;
  return (
    <div className={classes.corner}>
      {beside}
      <section className={classes.controls} aria-label="Map controls" data-over-map>
        <MapButton label="Zoom in" icon={IconPlus} onClick={() => engine?.zoomBy(1)} disabled={loading} />
        <MapButton label="Zoom out" icon={IconMinus} onClick={() => engine?.zoomBy(-1)} disabled={loading} />
        <MapButton label={fit_label} icon={IconMaximize} onClick={onFit} disabled={loading || !can_fit} />
        {children}
      </section>
    </div>
  );
}

interface MapButtonProps {
  readonly label: string;
  readonly icon: Icon;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly expanded?: boolean;
  readonly controls?: string;
  readonly pressed?: boolean;
}

export function MapButton(props: MapButtonProps) {
  const { label, icon: Shape, onClick, disabled, expanded, controls, pressed } = props;
  return (
    <ActionIcon
      variant={pressed ? 'filled' : 'default'}
      size={36}
      aria-label={label}
      data-tip={label}
      data-tip-side="left"
      onClick={onClick}
      disabled={disabled}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-controls={expanded ? controls : undefined}
      className={classes.control}
    >
      <Shape size={18} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}
