/**
 * The first second of a map, in steps of which none holds the page up: land, borders, what the map is for, then corridors, then names. Nothing is
 * seen before there is land.
 */
import type { GeoJSONSource } from 'maplibre-gl';
import { FIRST_LINES, FIRST_SOURCE, LATER_FILES } from './basemap-style.ts';
import type { PacedMap } from './paced-map.ts';

/** A step that does not come to the screen in this time is not waited for. */
const STEP_AT_LATEST_MS = 3_000;

export interface BeginningOptions {
  readonly map: PacedMap;
  /** Null when the map is gone. */
  readonly source: (id: string) => GeoJSONSource | null;
  /** Address of the folder with the basemap's files, with a slash at the end; null for an operator's own style, which comes whole. */
  readonly files: string | null;
}

/** Resolves when the map is seen; the rest of its beginning goes on. */
export async function beginMap({ map, source, files }: BeginningOptions): Promise<void> {
  // Not when it is idle: while trucks glide it never is.
  const end = () => map.endBeginning();
  if (files === null) {
    map.once('load', end);
    return;
  }
  // Not hidden from the keyboard: it may have the focus already.
  const { style } = map.getContainer();
  style.opacity = '0';
  for (const id of FIRST_LINES) map.setPaintProperty(id, 'line-opacity', 0);
  const there = await drawn(map, FIRST_SOURCE, source);
  if (source(FIRST_SOURCE)) {
    for (const id of FIRST_LINES) map.setPaintProperty(id, 'line-opacity', undefined);
    if (there) await drawn(map, FIRST_SOURCE, source);
  }
  style.opacity = '';
  void readLater(map, files, source).then(end);
}

async function readLater(map: PacedMap, files: string, source: BeginningOptions['source']): Promise<void> {
  for (const [id, file] of Object.entries(LATER_FILES)) {
    const later = source(id);
    if (!later) return;
    void later.setData(`${files}${file}`);
    await drawn(map, id, source);
  }
}

/** Resolves after the next frame that has the whole source in it, with false when none came in time. */
function drawn(map: PacedMap, id: string, source: BeginningOptions['source']): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      if (source(id) === null || map.isSourceLoaded(id)) done(true);
    };
    const done = (in_time: boolean) => {
      clearTimeout(timer);
      map.off('render', look);
      resolve(in_time);
    };
    const timer = setTimeout(() => done(false), STEP_AT_LATEST_MS);
    map.on('render', look);
  });
}
