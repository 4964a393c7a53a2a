/** Predicted arrival: what a truck does moves it, it says why, and what really happened is counted. */
import { boardReady, callApi, expect, listLoads, test } from './harness/fixtures.ts';
import { createMonitorNearTruck, driveAndRead, type Point } from './harness/monitors.ts';

const DAY = 24 * 3600_000;
const STEP_SECONDS = 180;
/** About 12 mph. */
const STEP_DEGREES = 0.009;

test('a slow truck moves and widens its estimate, which says why; its arrival is counted, and a shared link explains it in plain words', async ({
  page,
  person,
  stack,
  browser,
}) => {
  test.slow();
  await person.signIn();
  await boardReady(page);
  const watched = await createMonitorNearTruck(page);
  const { load_id, vehicle_id, way } = watched;
  const load = async () => (await listLoads(page)).find((one) => one.load_id === load_id);
  const predicted = async () => {
    const [next] = (await load())?.predicted_arrivals ?? [];
    return (
      next && { ...next, width: Date.parse(next.to) - Date.parse(next.from), likely: Date.parse(next.likely) }
    );
  };
  const seen = (await load())?.last_position;
  if (!seen) throw new Error('its truck has no position');
  const start = { latitude: seen.latitude, longitude: seen.longitude };
  const drive = async (to: Point) => {
    await stack.sandbox.control('clock/advance', { seconds: STEP_SECONDS });
    await driveAndRead(page, stack.sandbox, { load_id, vehicle_id }, to);
  };
  await drive(start);
  await expect.poll(async () => (await predicted())?.place_by).toBe('monitor');
  const before = await predicted();

  for (let step = 1; step <= 6; step++)
    await drive({ latitude: start.latitude + step * STEP_DEGREES, longitude: start.longitude });
  await expect.poll(async () => (await predicted())?.speed_by).toBe('truck');
  const slow = await predicted();
  expect(slow?.likely).toBeGreaterThan(before?.likely ?? Number.NaN);
  expect(slow?.width).toBeGreaterThan(before?.width ?? Number.NaN);

  await page.goto(`/?load=${load_id}`);
  const why = page.getByText(/^Our estimate: .* mph from door to door as this truck has driven/);
  await expect(why.first()).toBeVisible();
  const counted = (await predicted())?.record?.arrivals ?? 0;

  await stack.sandbox.control('clock/advance', { seconds: 10 * 60 });
  for (const point of way.slice(0, 3))
    await driveAndRead(page, stack.sandbox, { load_id, vehicle_id }, point);
  // Its own journey is over: the other trucks' estimates say what was counted.
  const other = async () =>
    (await listLoads(page)).find(({ predicted_arrivals: [next] }) => next?.record?.arrivals === counted + 1);
  await expect.poll(other, { timeout: 30_000 }).toBeDefined();
  const { load_id: other_id } = (await other()) ?? { load_id: '' };
  await page.goto(`/?load=${other_id}`);
  const words = /arrivals? counted, too few to say how often it is right/;
  await expect(page.getByText(words).first()).toBeVisible();

  const link = await callApi(page, `/api/loads/${other_id}/share-links`, 'POST', {
    expires_at: new Date(Date.now() + DAY).toISOString(),
    shows_vehicle: false,
  });
  const { token } = link.body as { token: string };
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${stack.server.url}/share#${token}`);
  await expect(stranger.getByText(/mi to go.* at about \d+ mph\./).first()).toBeVisible();
});
