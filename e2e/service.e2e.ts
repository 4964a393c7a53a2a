/** The same build against a service at its own address, with recorded tracks that it replays. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sized } from '@waypost/bff/testing/deep';
import { boardReady, expect, listLoads, openByMarker, signIn, test } from './harness/fixtures.ts';
import { startStack } from './harness/stack.ts';

// Markers glide here, as for most users.
test.use({ reducedMotion: 'no-preference' });

/** Real recordings, used in a deep run if available; the test always brings a track of its own. */
const RECORDED = join(import.meta.dirname, '..', '..', 'shared', 'traces');

/** Eastbound on I-40 out of Amarillo, a point every five seconds. */
function track(): string {
  const points = Array.from({ length: 240 }, (_, n) => {
    const time = new Date(Date.UTC(2026, 0, 5, 12, 0, n * 5)).toISOString();
    return `<trkpt lat="${(35.19 + n * 0.00002).toFixed(6)}" lon="${(-101.8 + n * 0.0015).toFixed(6)}"><time>${time}</time></trkpt>`;
  });
  return `<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>t</name><trkseg>${points.join('')}</trkseg></trk></gpx>`;
}

for (const name of sized(['a track of our own'], ['a track of our own', 'recorded tracks'])) {
  test(`with a standalone sandbox configured by its JSON line, ${name} are replayed on the map`, {
    tag: ['@map', '@deep'],
  }, async ({ page }) => {
    test.skip(name === 'recorded tracks' && !existsSync(RECORDED), 'the recordings are not on this machine');
    const folder = mkdtempSync(join(tmpdir(), 'waypost-gpx-'));
    writeFileSync(join(folder, 'amarillo.gpx'), track());
    const refs = name === 'recorded tracks' ? ['around-visnjan-with-car', 'cerknicko-jezero'] : ['amarillo'];
    const stack = await startStack({
      SANDBOX_REPLAY: name === 'recorded tracks' ? RECORDED : folder,
      SANDBOX_LOADS: '20',
    });
    try {
      await signIn(page, 'dispatcher', '/?tab=all', stack.server.url);
      await boardReady(page);
      for (const ref of refs) {
        const find = async () => (await listLoads(page)).find((load) => load.load_ref === ref);
        await expect(async () => expect((await find())?.last_position).toBeTruthy()).toPass();
        const before = (await find())?.last_position?.occurred_at;
        await expect(async () => expect((await find())?.last_position?.occurred_at).not.toBe(before)).toPass({
          timeout: 30_000,
        });
        await openByMarker(page, (await find())?.load_id ?? '');
        await expect(page.getByRole('complementary', { name: `Load ${ref}` })).toContainText('Coordinates');
      }
    } finally {
      await stack.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
