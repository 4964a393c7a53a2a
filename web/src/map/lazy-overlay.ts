/** Sources and layers that few maps need. They join the style when they are first drawn. */
import type { LayerSpecification, Map as LibraryMap, SourceSpecification } from 'maplibre-gl';
import type { Theme } from '../ui/health.ts';
import { LAYER_MARKERS } from './overlay.ts';

export interface LazyOverlay {
  readonly sources: Readonly<Record<string, SourceSpecification>>;
  /** From the bottom up; each goes below the first layer named that exists, or else on top. */
  readonly layers: (theme: Theme) => readonly (readonly [LayerSpecification, below: readonly string[]])[];
}

export const LAYER_CIRCLES = 'circle-fill';
export const LAYER_PLACES = 'place-dots';
export const LAYER_TRAIL = 'trail-ways';

/** Lies on the basemap, and below trails and loads. */
export const BELOW_LOADS: readonly string[] = [LAYER_TRAIL, LAYER_MARKERS];
/** The basemap ends below the first of these that exists. */
export const ABOVE_BASEMAP: readonly string[] = [LAYER_CIRCLES, LAYER_PLACES, ...BELOW_LOADS];

export const firstOf = (map: LibraryMap, ids: readonly string[]): string | undefined =>
  ids.find((id) => map.getLayer(id));

/** The style must have loaded. @param joined what it has besides its first layers; nothing joins twice */
export function joinStyle(
  map: LibraryMap,
  overlay: LazyOverlay,
  theme: Theme,
  joined: Set<LazyOverlay>,
): void {
  if (joined.has(overlay)) return;
  joined.add(overlay);
  const { sources, layers } = overlay;
  for (const [id, source] of Object.entries(sources)) map.addSource(id, source);
  for (const [layer, below] of layers(theme)) map.addLayer(layer, firstOf(map, below));
}
