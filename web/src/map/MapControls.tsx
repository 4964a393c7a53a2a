import IconCompass from '@tabler/icons-react/dist/esm/icons/IconCompass.mjs';
import IconFocus2 from '@tabler/icons-react/dist/esm/icons/IconFocus2.mjs';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import { useId, useState } from 'react';
import type { Theme } from '../ui/health.ts';
import { lazyWithRetry, showLoadFailure } from '../ui/lazy-with-retry.ts';
import { PartBoundary } from '../ui/PartBoundary.tsx';
import { MapButton, MapButtons } from './MapFrame.tsx';
import type { MapEngineApi } from './types.ts';

const MapLegend = lazyWithRetry(async () => ({ default: (await import('./MapLegend.tsx')).MapLegend }));

export interface MapControlsProps {
  /** Null while the map is being made: the buttons keep their place and wait. */
  readonly engine: MapEngineApi | null;
  readonly theme: Theme;
  /** Whether a load with a position is selected. */
  readonly can_fit_selection: boolean;
}

/** The buttons of the board's map, with the legend beside them when it is open. */
export function MapControls({ engine, theme, can_fit_selection }: MapControlsProps) {
  const [legend, setLegend] = useState(false);
  const legendId = useId();
  return (
    <MapButtons
      engine={engine}
      fit_label="Show all loads"
      onFit={() => engine?.fitAll()}
      can_fit
      beside={
        <PartBoundary
          onFailure={() => {
            setLegend(false);
            showLoadFailure();
          }}
        >
          {legend && <MapLegend id={legendId} theme={theme} />}
        </PartBoundary>
      }
    >
      <MapButton
        label="Show the selected load"
        icon={IconFocus2}
        onClick={() => engine?.fitSelection()}
        disabled={!engine || !can_fit_selection}
      />
      <MapButton
        label="North up"
        icon={IconCompass}
        onClick={() => engine?.resetNorth()}
        disabled={!engine}
      />
      <MapButton
        label={legend ? 'Hide legend' : 'Show legend'}
        icon={IconListDetails}
        onClick={() => setLegend((open) => !open)}
        expanded={legend}
        controls={legendId}
      />
    </MapButtons>
  );
}
