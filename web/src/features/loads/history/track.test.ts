// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { ago, load, MINUTE, NOW } from '../../../testing/loads.ts';
import { pingIntervalText } from '../TruckSections.tsx';
import { drivenSince, legTo, speedAt, type TrackPoint, trackCsv, trackGpx } from './track.ts';

const at = (minutes_ago: number, longitude: number): TrackPoint => ({
  at: NOW - minutes_ago * MINUTE,
  latitude: 35,
  longitude,
});

describe('a track', () => {
  it('has no distance while a truck only drifts around its parking place', () => {
    expect(drivenSince([at(30, -100), at(20, -100.0002), at(10, -100)], 0)).toEqual({ meters: 0, gaps: 0 });
  });

  it('counts a silence as a gap only if the truck was elsewhere after it', () => {
    expect(legTo([at(90, -100), at(10, -100)], 1)?.gap).toBe(false);
    expect(legTo([at(90, -100), at(10, -99)], 1)?.gap).toBe(true);
    expect(speedAt([at(90, -100), at(10, -99)], 1)).toBeNull();
  });

  it('counts only the share of today of a leg that began yesterday', () => {
    const points = [at(20, -100), at(0, -99.8)];
    const total = drivenSince(points, 0).meters;
    expect(drivenSince(points, NOW - 5 * MINUTE).meters).toBeCloseTo(total / 4, 3);
  });
});

describe('the exports of a track', () => {
  const points = [at(100, -100), at(98, -99.97), at(20, -99), at(18, -98.97)];

  it('GPX has a segment for each stretch without a gap, and an escaped name', () => {
    const text = trackGpx('LD-1 <"&\u0007', points);
    const xml = new DOMParser().parseFromString(text, 'application/xml');
    expect(xml.querySelector('parsererror')).toBeNull();
    expect(xml.querySelector('name')?.textContent).toBe('LD-1 <"&');
    expect(
      [...xml.querySelectorAll('trkseg')].map((segment) => segment.querySelectorAll('trkpt').length),
    ).toEqual([2, 2]);
    expect(xml.querySelector('time')?.textContent).toBe(ago(100 * MINUTE));
  });

  it('CSV has every position once, marks the gap, and has no speed across it', () => {
    const lines = trackCsv(points).trim().split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[2]).toMatch(/^2026-11-20T18:52:00\.000Z,35,-99\.97,2,1\.7,50\.9,90,$/);
    expect(lines[3]).toMatch(/,78,[\d.]+,,90,yes$/);
  });
});

describe('the ping interval of a truck', () => {
  const silent = (minutes: number, usual_gap_seconds: number | null = 120) => {
    const last_position = { latitude: 35, longitude: -100, occurred_at: ago(minutes * MINUTE) };
    return pingIntervalText(load({ usual_gap_seconds, last_position }), NOW);
  };
  it('is shown with the current silence, which is later than usual only if it is clearly longer', () => {
    expect(silent(1)).toEqual({ text: 'usually every 2 min', later_than_usual: false });
    expect(silent(5)).toEqual({ text: 'usually every 2 min, nothing for 5 min', later_than_usual: false });
    expect(silent(47)).toEqual({ text: 'usually every 2 min, nothing for 47 min', later_than_usual: true });
  });
  it('is null while unknown', () => {
    expect(silent(47, null)).toBeNull();
  });
});
