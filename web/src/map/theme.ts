/** Changes the theme of a living map: the values of its layers, never the style, so nothing on the map is lost. */
import type { LayerSpecification, Map as LibraryMap } from 'maplibre-gl';

type Values = Readonly<Record<string, unknown>>;

/** Sets every paint and layout value of these layers where the map has the layer. Equal values cost nothing. */
export function applyValues(map: LibraryMap, layers: readonly LayerSpecification[]): void {
  const unchecked = { validate: false };
  for (const layer of layers) {
    if (!map.getLayer(layer.id)) continue;
    const { paint = {}, layout = {} } = layer as { paint?: Values; layout?: Values };
    for (const [name, value] of Object.entries(paint)) {
      map.setPaintProperty(layer.id, name as never, value as never, unchecked);
    }
    for (const [name, value] of Object.entries(layout)) {
      map.setLayoutProperty(layer.id, name as never, value as never, unchecked);
    }
  }
}
