/** GeoJSON of what is drawn, and where it is on the visible copy of the world. */
import type { LatLon } from '@waypost/geo/geodesy';
import type { Feature, FeatureCollection, LineString, Point } from 'geojson';
import type { Map as LibraryMap } from 'maplibre-gl';
import type { ScreenPoint } from './types.ts';

type Properties = Readonly<Record<string, unknown>>;

export const collection = (features: Feature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features,
});

export const EMPTY = collection([]);

const position = ({ longitude, latitude }: LatLon): [number, number] => [longitude, latitude];

export const pointFeature = <P = Properties>(at: LatLon, properties: P): Feature<Point, P> => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: position(at) },
});

export const lineFeature = (points: readonly LatLon[], properties: Properties): Feature<LineString> => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates: points.map(position) },
});

/** The place on the same side of the antimeridian as a longitude, so that no line runs around the world. */
export const near = ({ latitude, longitude }: LatLon, around: number): LatLon => ({
  latitude,
  longitude: longitude - 360 * Math.round((longitude - around) / 360),
});

export const project = (map: LibraryMap, place: LatLon): ScreenPoint =>
  map.project(position(near(place, map.getCenter().lng)));
