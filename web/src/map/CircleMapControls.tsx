import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { MapButton } from './MapButton.tsx';
import classes from './map.module.css';
import type { MapEngineApi } from './types.ts';

export interface CircleMapControlsProps {
  /** Null while the map is being made: the buttons keep their place and wait. */
  readonly engine: MapEngineApi | null;
  readonly can_fit: boolean;
}

export function CircleMapControls({ engine, can_fit }: CircleMapControlsProps) {
  return (
    <div className={classes.corner}>
      <section className={classes.controls} aria-label="Map controls">
        <MapButton label="Zoom in" icon={IconPlus} onClick={() => engine?.zoomIn()} disabled={!engine} />
        <MapButton label="Zoom out" icon={IconMinus} onClick={() => engine?.zoomOut()} disabled={!engine} />
        <MapButton
          label="Show all circles"
          icon={IconMaximize}
          onClick={() => engine?.fitCircles()}
          disabled={!engine || !can_fit}
        />
      </section>
    </div>
  );
}
