import type { Icon } from '@tabler/icons-react';
import IconCompass from '@tabler/icons-react/dist/esm/icons/IconCompass.mjs';
import IconFocus2 from '@tabler/icons-react/dist/esm/icons/IconFocus2.mjs';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useId, useState } from 'react';
import type { Theme } from '../ui/health.ts';
import { lazyWithRetry, showLoadFailure } from '../ui/lazy-with-retry.ts';
import { PartBoundary } from '../ui/PartBoundary.tsx';
import { MapButton } from './MapButton.tsx';
import classes from './map.module.css';
import type { MapEngineApi } from './types.ts';

const MapLegend = lazyWithRetry(async () => ({ default: (await import('./MapLegend.tsx')).MapLegend }));

export interface MapControlsProps {
  /** Null while the map is being made: the buttons keep their place and wait. */
  readonly engine: MapEngineApi | null;
  readonly theme: Theme;
  /** Whether a load with a position is selected. */
  readonly can_fit_selection: boolean;
}

/** The buttons of the map, all in one corner, with the legend above them when it is open. */
export function MapControls({ engine, theme, can_fit_selection }: MapControlsProps) {
  const [legend, setLegend] = useState(false);
  const legendId = useId();
  const button = (label: string, icon: Icon, act: () => void, disabled = engine === null) => (
    <MapButton label={label} icon={icon} onClick={act} disabled={disabled} />
  );
  return (
    <div className={classes.corner}>
      <PartBoundary
        onFailure={() => {
          setLegend(false);
          showLoadFailure();
        }}
      >
        {legend && <MapLegend id={legendId} theme={theme} />}
      </PartBoundary>
      <section className={classes.controls} aria-label="Map controls">
        {button('Zoom in', IconPlus, () => engine?.zoomIn())}
        {button('Zoom out', IconMinus, () => engine?.zoomOut())}
        {button('Show all loads', IconMaximize, () => engine?.fitAll())}
        {button(
          'Show the selected load',
          IconFocus2,
          () => engine?.fitSelection(),
          !engine || !can_fit_selection,
        )}
        {button('North up', IconCompass, () => engine?.resetNorth())}
        <MapButton
          label={legend ? 'Hide legend' : 'Show legend'}
          icon={IconListDetails}
          onClick={() => setLegend((open) => !open)}
          expanded={legend}
          controls={legendId}
        />
      </section>
    </div>
  );
}
