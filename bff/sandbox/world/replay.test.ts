import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../config.ts';
import { countedIds, ManualClock } from '../testing.ts';
import { HOUR, MINUTE, SECOND } from './clock.ts';
import { parseGpx } from './gpx.ts';
import { REST_BETWEEN, RecordedPings, readTracks } from './replay.ts';
import { World } from './world.ts';

const point = (lat: number, lon: number, time: string) =>
  `<trkpt lat="${lat}" lon="${lon}"><ele>211</ele><time>2020-12-18T${time}Z</time></trkpt>`;
const GPX_1_1 = `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><metadata/>
<trk><name>A trip</name><trkseg>${point(45.27, 13.71, '06:15:50')}${point(45.28, 13.72, '06:16:00')}</trkseg>
<trkseg>${point(45.3, 13.75, '06:26:00')}</trkseg></trk></gpx>`;
const GPX_1_0 = `<?xml version="1.0"?><gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0">
<wpt lat="1" lon="2"><name>ignored</name></wpt>
<trk><trkseg>${point(45.79, 14.3, '16:22:52')}${point(45.8, 14.31, '16:23:02')}<trkpt lat="1" lon="1"/></trkseg></trk></gpx>`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracks-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('reading GPX', () => {
  it('parses version 1.1, all segments as one track in order of time', () => {
    const { points } = parseGpx('trip', GPX_1_1);
    expect(points.map(({ offset }) => offset)).toEqual([0, 10 * SECOND, 610 * SECOND]);
    expect(points[2]).toMatchObject({ latitude: 45.3, longitude: 13.75 });
  });

  it('parses version 1.0 and skips points without a time', () => {
    expect(parseGpx('tour', GPX_1_0).points).toHaveLength(2);
  });

  it.each([
    ['text', 'not xml at all', /not well-formed XML/],
    ['a cut file', GPX_1_1.slice(0, 300), /not well-formed XML/],
    ['another document', '<html><body/></html>', /not a GPX track: gpx/],
    ['a wrong latitude', GPX_1_1.replace('45.3"', '95.3"'), /not a GPX track: .*lat/],
    ['a wrong time', GPX_1_1.replace('06:26:00', 'noon'), /not a time/],
    ['a track without points', '<gpx><trk><trkseg/></trk></gpx>', /fewer than two track points/],
    ['a file without tracks', '<gpx version="1.1"></gpx>', /not a GPX track|fewer than two/],
  ])('refuses %s with the reason', (_what, text, reason) => {
    expect(() => parseGpx('x', text)).toThrow(reason);
  });

  it('names the invalid file and the reason', () => {
    writeFileSync(join(folder, 'good.gpx'), GPX_1_1);
    writeFileSync(join(folder, 'broken.gpx'), '<gpx>');
    expect(() => readTracks(folder)).toThrow(ConfigError);
    expect(() => readTracks(folder)).toThrow(/broken\.gpx is not usable: not well-formed XML/);
  });

  it('rejects a folder that is missing or has no track', () => {
    expect(() => readTracks(join(folder, 'nowhere'))).toThrow(/SANDBOX_REPLAY: the folder cannot be read/);
    mkdirSync(join(folder, 'empty'));
    expect(() => readTracks(join(folder, 'empty'))).toThrow(/has no \*\.gpx file/);
  });
});

describe('a recorded track', () => {
  const track = parseGpx('trip', GPX_1_1);
  const round = 610 * SECOND + REST_BETWEEN;

  it('is reported with its recorded gaps, nothing in between', () => {
    const pings = new RecordedPings(track);
    expect(pings.last(0)).toMatchObject({ at: 0, latitude: 45.27 });
    expect(pings.last(9 * SECOND)?.at).toBe(0);
    expect(pings.last(300 * SECOND)).toMatchObject({ at: 10 * SECOND, latitude: 45.28 });
    expect(pings.last(610 * SECOND)).toMatchObject({ at: 610 * SECOND, latitude: 45.3 });
  });

  it('repeats after a rest indefinitely, and was driven before the start', () => {
    const pings = new RecordedPings(track);
    expect(pings.last(round - 1)?.at).toBe(610 * SECOND);
    expect(pings.last(round)).toMatchObject({ at: round, latitude: 45.27 });
    expect(pings.last(7 * round + 15 * SECOND)).toMatchObject({ at: 7 * round + 10 * SECOND });
    expect(pings.last(-1)).toMatchObject({ at: -REST_BETWEEN, latitude: 45.3 });
  });

  it("has a load of its own, named like the file, with a declared vehicle that moves at the world's speed", () => {
    writeFileSync(join(folder, 'my trip.gpx'), GPX_1_1);
    const clock = new ManualClock(Date.UTC(2026, 10, 20));
    const world = new World({
      seed: 1,
      loads: 8,
      speed: 10,
      clock,
      newId: countedIds(),
      tracks: readTracks(folder),
    });
    const load = world.loads.all.find(({ load_ref }) => load_ref === 'my trip');
    if (!load) throw new Error('no load for the track');
    const at = (milliseconds: number) => {
      clock.advance(milliseconds);
      return world.tracking(load.load_id);
    };
    expect(at(0)).toMatchObject({
      tracking_health: 'live',
      vehicle_assignment: { source: 'declared', agreement: null, vehicle: { vehicle_name: 'my trip' } },
      last_position: { latitude: 45.27, longitude: 13.71, occurred_at: '2026-11-20T00:00:00.000Z' },
    });
    // Ten simulated seconds are one.
    expect(at(SECOND)).toMatchObject({
      last_position: { latitude: 45.28, occurred_at: '2026-11-20T00:00:01.000Z' },
    });
    const before = at(0)?.stops.map(({ id }) => id);
    expect(at(HOUR / 10)?.stops.map(({ id }) => id)).not.toEqual(before);
    world.silence(world.tracking(load.load_id)?.vehicle_assignment?.vehicle.id ?? '', true);
    expect(at(100 * MINUTE)?.tracking_health).toBe('stale');
  });
});
