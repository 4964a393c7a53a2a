import type { LayerSpecification, Map as LibraryMap } from 'maplibre-gl';
import { LAYER_CLUSTERS } from './overlay.ts';

type LayerValues = Readonly<Partial<Record<'paint' | 'layout', Readonly<Record<string, unknown>>>>>;

/** Sets property values instead of a new style, which would drop what is on the map. Unchanged values cost nothing. */
export function setLayerValues(map: LibraryMap, layers: readonly LayerSpecification[]): void {
  const unchecked = { validate: false };
  for (const layer of layers) {
    if (!map.getLayer(layer.id)) continue;
    const { paint = {}, layout = {} } = layer as LayerValues;
    for (const [name, value] of Object.entries(paint))
      map.setPaintProperty(layer.id, name as never, value as never, unchecked);
    for (const [name, value] of Object.entries(layout))
      map.setLayoutProperty(layer.id, name as never, value as never, unchecked);
  }
}

const BACK = 0.35;

/** While a load is selected, the rings of all others step back behind its stops and its way. */
export function stepBack(map: LibraryMap, selected: boolean): void {
  const opacity = selected ? BACK : 1;
  for (const name of ['icon-opacity', 'text-opacity'] as const)
    map.setPaintProperty(LAYER_CLUSTERS, name, opacity, { validate: false });
}
