/** Steps with monitors that several journeys share. */
import type { Page } from '@playwright/test';
import { createdMonitor } from '@waypost/contract/api/intents';
import { boardMonitorDetail } from '@waypost/contract/api/monitors';
import { callApi, expect, listLoads } from './fixtures.ts';
import type { SandboxProcess } from './stack.ts';

/** Far apart, so that no two circles overlap. */
const PLACES = [
  { latitude: 35.2, longitude: -101.9 },
  { latitude: 38.27, longitude: -104.6 },
  { latitude: 39.75, longitude: -104.95 },
  { latitude: 41.1, longitude: -112 },
  { latitude: 43.6, longitude: -116.2 },
  { latitude: 45.5, longitude: -122.6 },
] as const;

export interface LoadWithSites {
  readonly load_id: string;
  readonly load_ref: string;
  readonly stops: readonly { readonly name: string; readonly latitude: number; readonly longitude: number }[];
}

type ListedLoad = Awaited<ReturnType<typeof listLoads>>[number];

/** By its plan, the truck has not left the origin yet: a monitor starts there. */
export const isBeforeOrigin = ({ stops }: ListedLoad): boolean =>
  Date.parse(stops[0]?.estimated_departure_at ?? '') > Date.now();

/** A load whose stops are all in the site book, and whose truck can be monitored. */
export async function loadWithSites(
  page: Page,
  fits: (load: ListedLoad) => boolean = isBeforeOrigin,
  placesOf: (load: ListedLoad) => readonly Point[] = () => PLACES,
): Promise<LoadWithSites> {
  // The sandbox's loads are read one after the other.
  const found: LoadWithSites[] = [];
  const find = async () => {
    const load = await findLoad(page, fits, placesOf);
    return load === null ? 0 : found.push(load);
  };
  await expect.poll(find, { message: 'a load that can be monitored', timeout: 30_000 }).toBe(1);
  return found[0] as LoadWithSites;
}

async function findLoad(
  page: Page,
  fits: (load: ListedLoad) => boolean,
  placesOf: (load: ListedLoad) => readonly Point[],
): Promise<LoadWithSites | null> {
  const loads = (await listLoads(page)).filter(fits);
  for (const load of loads) {
    const vehicle_id = load.vehicle_assignment?.vehicle.id;
    const named = load.stops.length >= 2 && load.stops.every(({ name }) => name !== null);
    if (!vehicle_id || !named || load.stops.length > PLACES.length || load.load_ref === null) continue;
    const facts = await callApi(page, '/api/monitors/facts', 'POST', { vehicle_id });
    const known = facts.body as { location_shared: string; monitors: readonly unknown[] };
    if (load.tracking_health !== 'live' || known.monitors.length > 0) continue;
    const stops = load.stops
      .toSorted((a, b) => a.sequence - b.sequence)
      .map(({ name }, at) => ({ name: name ?? '', ...(placesOf(load)[at] ?? PLACES[0]) }));
    if (new Set(stops.map(({ name }) => name)).size < stops.length) continue;
    let saved = true;
    for (const stop of stops) {
      const { status } = await callApi(page, '/api/sites', 'POST', { ...stop, radius_meters: 1700 });
      saved &&= status === 201;
    }
    if (saved) return { load_id: load.load_id, load_ref: load.load_ref, stops };
  }
  return null;
}

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export interface WatchedLoad {
  readonly load_id: string;
  readonly load_ref: string;
  readonly vehicle_id: string;
  /** Into the origin, out, into the destination, out. */
  readonly way: readonly [Point, Point, Point, Point];
}

/** A load under way, with a monitor whose circles are near its truck, so that the truck can be driven through them. */
export async function createMonitorNearTruck(page: Page, but: readonly string[] = []): Promise<WatchedLoad> {
  const load = (await listLoads(page)).find(
    ({ load_id, tracking_health, vehicle_assignment, last_position, load_ref, stops }) =>
      !but.includes(load_id) &&
      tracking_health === 'live' &&
      vehicle_assignment?.agreement === 'agree' &&
      last_position !== null &&
      load_ref !== null &&
      stops.length >= 2 &&
      Date.parse(stops[0]?.estimated_departure_at ?? '') < Date.now(),
  );
  const [vehicle_id, at] = [load?.vehicle_assignment?.vehicle.id, load?.last_position];
  if (!load?.load_ref || !vehicle_id || !at) throw new Error('no load of the sandbox can be watched');
  const place = (north: number) => ({ latitude: at.latitude + north, longitude: at.longitude + 0.5 });
  const [origin, between, destination] = [place(0.2), place(0.3), place(0.4)];
  const last = Math.max(...load.stops.map(({ sequence }) => sequence));
  const created = await callApi(page, '/api/monitors', 'POST', {
    name: load.load_ref,
    vehicle_id,
    origin: { ...origin, radius_meters: 800 },
    destination: { ...destination, radius_meters: 800 },
    starts_at: new Date(Date.now() - 60_000).toISOString(),
    about: {
      load_id: load.load_id,
      stops: [0, last].map((load_stop_sequence, sequence) => ({
        sequence,
        name: ['North yard', 'South dock'][sequence],
        site_id: null,
        load_stop_sequence,
        planned_arrival_at: new Date(Date.now() + 60_000).toISOString(),
      })),
    },
  });
  expect(created.status).toBe(201);
  createdMonitor.parse(created.body);
  return {
    load_id: load.load_id,
    load_ref: load.load_ref,
    vehicle_id,
    way: [origin, between, destination, between],
  };
}

/** Moves the truck and refreshes its load, which may have left the board. */
export async function driveAndRead(
  page: Page,
  sandbox: SandboxProcess,
  { load_id, vehicle_id }: Pick<WatchedLoad, 'load_id' | 'vehicle_id'>,
  to: Point,
): Promise<void> {
  await sandbox.control(`vehicles/${vehicle_id}/drive`, { path: [to] });
  const { status } = await callApi(page, `/api/loads/${load_id}/read`, 'POST');
  expect([200, 404]).toContain(status);
}

/** The monitor on the current page. */
export async function monitorOf(page: Page) {
  await page.waitForURL(/\/monitors\/[0-9a-f-]{36}$/);
  const monitor_id = new URL(page.url()).pathname.split('/').at(-1);
  const { body } = await callApi(page, `/api/monitors/${monitor_id}`);
  return boardMonitorDetail.parse(body);
}

/** Drags on the map; points are relative to its top left corner. */
export async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  const box = await page.getByRole('region', { name: 'Route map' }).boundingBox();
  if (!box) throw new Error('no map');
  await page.mouse.move(box.x + from[0], box.y + from[1]);
  await page.mouse.down();
  await page.mouse.move(box.x + (from[0] + to[0]) / 2, box.y + (from[1] + to[1]) / 2);
  await page.mouse.move(box.x + to[0], box.y + to[1]);
  await page.mouse.up();
}
