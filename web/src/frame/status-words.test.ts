import { describe, expect, it } from 'vitest';
import { ago, MINUTE, NOW, status } from '../testing/loads.ts';
import { bannerOf, behindText, shortState } from './status-words.ts';

const live = { phase: 'live' } as const;
const banner = (connection: Parameters<typeof bannerOf>[0], state = status()) =>
  bannerOf(connection, state, NOW, NOW, null);

describe('status texts', () => {
  it('show no banner while all is well, nor for a short interruption of the stream', () => {
    expect(banner(live)).toBeNull();
    expect(banner({ phase: 'reconnecting', since: NOW - 1_000, problem: null })).toBeNull();
    expect(shortState(live, status(), NOW)).toEqual({ word: 'Connected', tone: 'good' });
  });
  it('say that the page is not live, and when the displayed data are from', () => {
    expect(banner({ phase: 'reconnecting', since: NOW - 5 * MINUTE, problem: null })).toMatchObject({
      title: 'Not live: reconnecting.',
      text: expect.stringMatching(/Showing data from \d\d:\d\d\./),
    });
    expect(banner({ phase: 'offline', since: null })?.text).toContain('No data yet');
  });
  it('count a pause down to the second', () => {
    const paused = status({ state: 'paused', retry_at: ago(-12_000) });
    expect(banner(live, paused)).toMatchObject({
      title: expect.stringMatching(/^Rate limit reached; updates paused until \d\d:\d\d\.$/),
      text: 'Updates resume automatically in 12 s.',
    });
    expect(shortState(live, paused, NOW)).toEqual({ word: 'Paused 12 s', tone: 'wait' });
    expect(shortState(live, paused, NOW + 20_000).word).toBe('Paused 1 s');
  });
  it('say that updates fall behind, and whether the rate limit is the cause', () => {
    expect(behindText(status())).toBe('');
    const behind = { seconds: 150, allowed_per_minute: 60, needed_per_minute: 4_000 };
    const limited = status({ loads_watched: 1_000, behind });
    const advice =
      'Watch fewer loads, or have your administrator ask the tracking service for a higher limit.';
    expect(behindText(limited)).toBe(
      `Behind by 2 min: rate limit allows 60 of 4,000 calls a minute. ${advice}`,
    );
    const every = { ...behind, every_seconds: 960, urgent_every_seconds: 25 };
    expect(behindText(status({ behind: every }))).toBe(
      `Behind by 2 min: rate limit allows 60 of 4,000 calls a minute. Each load is updated every 16 min, those late, new or near a stop every 25 s. ${advice}`,
    );
    expect(shortState(live, limited, NOW)).toEqual({ word: 'Behind', tone: 'wait' });
    expect(behindText(status({ behind: { ...behind, allowed_per_minute: 9_000 } }))).toBe(
      'Behind by 2 min: catching up',
    );
    expect(behindText(status({ state: 'down', behind }))).toBe('');
  });
  it('say since when the service is down, why, and how old the last response is', () => {
    const down = status({
      state: 'down',
      message: "The token endpoint can't be reached",
      since: ago(3 * MINUTE),
      last_success_at: ago(4 * MINUTE),
      retry_at: ago(-5_000),
    });
    expect(banner(live, down)).toMatchObject({
      title: expect.stringMatching(/^Tracking service down since .*; showing last known data\.$/),
      text: expect.stringMatching(/^The token endpoint can't be reached\. Updates resume.*4 min ago.*in 5 s/),
    });
  });
  it('say that nothing can be saved while the database is down, whatever the tracking service does', () => {
    const outage = { since: ago(3 * MINUTE), reason: 'The disk of the database is full' };
    const failing = status({ state: 'paused', store_outage: outage });
    expect(banner(live, failing)).toMatchObject({
      title: expect.stringMatching(/^Waypost's database down since .*; showing last known data\.$/),
      text: expect.stringMatching(/^The disk of the database is full\. Changes cannot be saved now/),
    });
    expect(shortState(live, failing, NOW)).toEqual({ word: 'Database down', tone: 'bad' });
  });
  it('ask a person to act when the service rejects our credentials', () => {
    expect(banner(live, status({ state: 'unauthorized' }))).toMatchObject({ tone: 'act' });
  });

  it('say that the data are from the last visit, and how old they are, until the server responds', () => {
    const shown_from = NOW - 12 * 60_000;
    expect(bannerOf({ phase: 'connecting' }, null, NOW, NOW, shown_from)?.text).toContain('12 min ago');
    expect(
      bannerOf({ phase: 'reconnecting', since: null, problem: null }, null, NOW, NOW, shown_from)?.title,
    ).toBe('From your last visit.');
    expect(bannerOf({ phase: 'offline', since: null }, null, NOW, NOW, shown_from)?.text).not.toContain(
      'No data yet',
    );
    expect(bannerOf({ phase: 'connecting' }, null, NOW, NOW, null)).toBeNull();
  });
  it('say nothing about when the data are from on a page with data of its own', () => {
    expect(bannerOf({ phase: 'offline', since: null }, null, NOW, NOW)?.text).toBe(
      'Updates resume automatically.',
    );
    expect(bannerOf({ phase: 'reconnecting', since: null, problem: null }, null, NOW, NOW)?.text).toBe('');
  });
});
