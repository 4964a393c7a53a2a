/**
 * Baseline of the board's measurements: a page with nothing but MapLibre. Same library and worker as the board's build, same
 * basemap, same loads and same stream of the same server; one circle per load, no list, no clusters, no counts, no framework.
 * Updates reach the map once a second, as the board's do at that size.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { BrowserContext } from '@playwright/test';
import { root } from '@waypost/bff/cli/processes';

const LIBRARY = dirname(createRequire(join(root, 'web', 'package.json')).resolve('maplibre-gl/package.json'));
export const BARE_READY = 'bare:ready';

const html =
  '<!doctype html><link rel="stylesheet" href="/bare/map.css"><style>html,body,#map{margin:0;height:100%}</style><div id="map"></div><script type="module" src="/bare/page.mjs"></script>';

const script = (style: unknown) => `
import { Map as LibraryMap, setWorkerUrl } from '/bare/maplibre-gl.mjs';
setWorkerUrl(new URL('/bare/maplibre-gl-worker.mjs', location.href).href);
const style = ${JSON.stringify(style)};
style.sources.points = { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, promoteId: 'load_id' };
style.layers.push({ id: 'points', type: 'circle', source: 'points', paint: { 'circle-radius': 4, 'circle-color': '#1a7f5a' } });
const map = new LibraryMap({ container: 'map', style, bounds: [-125, 18, -65, 52], attributionControl: false });
const feature = ({ load_id, last_position: at }) => ({ type: 'Feature', properties: { load_id }, geometry: { type: 'Point', coordinates: [at.longitude, at.latitude] } });
const [loads] = await Promise.all([
  fetch('/api/loads', { headers: { 'X-CSRF': '1' } }).then((answer) => answer.json()),
  map.loaded() ? null : map.once('load'),
]);
const source = map.getSource('points');
await source.setData({ type: 'FeatureCollection', features: loads.items.filter((one) => one.last_position).map(feature) });
map.once('render', () => setTimeout(() => performance.mark('${BARE_READY}')));
map.triggerRepaint();
let changed = new Map();
const stream = new EventSource('/api/events?last_event_id=' + loads.version);
stream.addEventListener('change', ({ data }) => {
  for (const item of JSON.parse(data).items) if (item.last_position) changed.set(item.load_id, item);
});
setInterval(() => {
  if (changed.size === 0) return;
  source.updateData({ add: [...changed.values()].map(feature) });
  changed = new Map();
}, 1000);
`;

/** Serves the page at /bare/ of any server that this context visits. */
export async function serveBare(context: BrowserContext): Promise<void> {
  const { basemapStyle } = (await import(join(root, 'web/src/map/basemap-style.ts'))) as {
    basemapStyle: (theme: 'light' | 'dark', files: string) => unknown;
  };
  const library = (file: string) => readFileSync(join(LIBRARY, 'dist', file));
  const files: Record<string, readonly [string, Buffer]> = {
    '': ['text/html', Buffer.from(html)],
    'map.css': ['text/css', library('maplibre-gl.css')],
    'maplibre-gl.mjs': ['text/javascript', library('maplibre-gl.mjs')],
    'maplibre-gl-worker.mjs': ['text/javascript', library('maplibre-gl-worker.mjs')],
  };
  await context.route(/\/bare\//, async (route) => {
    const url = new URL(route.request().url());
    const name = url.pathname.slice('/bare/'.length);
    const known = name === 'page.mjs' ? null : files[name];
    const [type, body] = known ?? [
      'text/javascript',
      Buffer.from(script(basemapStyle('light', `${url.origin}/basemap/`))),
    ];
    await route.fulfill({ status: 200, headers: { 'content-type': type }, body });
  });
}

/** Kilobytes of the bare page's scripts, compressed as our build compresses its own. */
export function bareScriptKb(): number {
  const bytes = readdirSync(join(LIBRARY, 'dist'))
    .filter((file) => file === 'maplibre-gl.mjs' || file === 'maplibre-gl-worker.mjs')
    .reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(LIBRARY, 'dist', file))).length, 0);
  return bytes / 1000;
}
