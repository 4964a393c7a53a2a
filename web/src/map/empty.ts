import type { FeatureCollection } from 'geojson';

/** What a source holds before it is given anything. */
export const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] };
