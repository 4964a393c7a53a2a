/** Names the schema of an archive of vector tiles by its layers. Used by the server at start, and by browsers for archives elsewhere. */

export interface TileLayer {
  readonly id: string;
  /** Attributes of its features. */
  readonly fields: readonly string[];
}

export interface TileSchema {
  readonly name: string;
  /** Whether our street layers can draw it. */
  readonly supported: boolean;
}

/** Layers that only one schema has, of schemas that we cannot draw. */
const OTHER_SCHEMAS = [
  ['streets', 'Shortbread'],
  ['transportation', 'OpenMapTiles'],
  ['road', 'Mapbox Streets'],
] as const;
const MAX_NAMED_LAYERS = 6;

export function tileSchema(layers: readonly TileLayer[]): TileSchema {
  const roads = layers.find(({ id }) => id === 'roads')?.fields;
  if (roads?.includes('kind')) return { name: 'Protomaps version 4', supported: true };
  if (roads?.includes('pmap:kind')) return { name: 'Protomaps version 3 or older', supported: true };
  const known = OTHER_SCHEMAS.find(([layer]) => layers.some(({ id }) => id === layer));
  if (known) return { name: known[1], supported: false };
  const names = layers.slice(0, MAX_NAMED_LAYERS).map(({ id }) => id);
  return {
    name: names.length > 0 ? `unknown (layers ${names.join(', ')})` : 'unknown (no layers)',
    supported: false,
  };
}

/** Layers as declared in the archive's metadata; empty when it declares none. */
export function declaredLayers(metadata: unknown): TileLayer[] {
  const list = typeof metadata === 'object' && metadata !== null && 'vector_layers' in metadata;
  if (!list || !Array.isArray(metadata.vector_layers)) return [];
  return metadata.vector_layers.flatMap((layer: unknown) => {
    if (typeof layer !== 'object' || layer === null || !('id' in layer)) return [];
    const fields = 'fields' in layer && typeof layer.fields === 'object' ? layer.fields : null;
    return [{ id: String(layer.id), fields: Object.keys(fields ?? {}) }];
  });
}
