/** The simulated street map of a world: streets around every site, with the real highways. */
import { CORRIDORS } from '@waypost/geo/corridors';
import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import type { Hub } from '../world/sites.ts';
import { ArchiveWriter } from './archive.ts';
import type { Drawing } from './drawing.ts';
import type { IsLand } from './land.ts';
import { drawTown } from './town.ts';

/** Browsers enlarge the tiles of the last zoom for closer ones. */
const [MIN_ZOOM, FAR_ZOOM, MAX_ZOOM] = [10, 11, 12];
/** A highway passes a town when one of its waypoints is this near. */
const NEAR_METERS = 30_000;
/** The southernmost town of the US is at 25.8, the northernmost of Mexico at 31.3 degrees. */
const MEXICO_SOUTH_OF = 32;

const HIGHWAYS = CORRIDORS.map(({ id, points }) => ({
  line: points.map(([longitude, latitude]): LatLon => ({ longitude, latitude })),
  isMexican: id.startsWith('MEX'),
}));

export function streetArchive(hubs: readonly Hub[], isLand: IsLand): Buffer {
  const writer = new ArchiveWriter();
  for (const hub of hubs) {
    const { far, near } = streetsOf(hub, isLand);
    writer.add(far, MIN_ZOOM, FAR_ZOOM);
    writer.add(near, MAX_ZOOM, MAX_ZOOM);
  }
  return writer.finish({ name: 'Simulated streets', simulated: true });
}

export function streetsOf({ node, weight, sites }: Hub, isLand: IsLand): Drawing {
  const near = HIGHWAYS.flatMap(({ line, isMexican }) => {
    const isNear = line.map((point) => distanceMeters(point, node) < NEAR_METERS);
    const first = isNear.indexOf(true);
    if (first < 0) return [];
    return [{ line: line.slice(Math.max(0, first - 1), isNear.lastIndexOf(true) + 2), isMexican }];
  });
  const isMexican = node.latitude < MEXICO_SOUTH_OF && near.some((highway) => highway.isMexican);
  const highways = near.map(({ line }) => line);
  return drawTown({ center: node, weight, sites, highways, language: isMexican ? 'es' : 'en', isLand });
}
