// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ago, MINUTE, NOW, status } from '../testing/loads.ts';
import { draw } from '../testing/render.tsx';
import { isOutage, useNow } from './context.ts';

/** Renders a text that differs on every call. */
function Exact() {
  return <p>{useNow((now) => `${now}`)}</p>;
}

it('useNow returns the same value for repeated calls within a second', async () => {
  await draw(<Exact />, {});
  expect(Number(screen.getByText(/^\d+$/).textContent) % 1000).toBe(0);
});

/** Returns a new object on every call. */
function Words() {
  const { text, more } = useNow((now) => ({
    text: 'due',
    more: [now > NOW - MINUTE, Number.POSITIVE_INFINITY],
  }));
  return <p>{`${text} ${more.join(' ')}`}</p>;
}

it('useNow compares objects and lists by what is in them', async () => {
  await draw(<Words />, {});
  expect(screen.getByText('due true Infinity')).toBeTruthy();
});

const live = { phase: 'live' } as const;

describe('isOutage', () => {
  it.each([
    ['the service is down', status({ state: 'down' }), true],
    ['our credentials are refused', status({ state: 'unauthorized' }), true],
    ['a pause lasts long', status({ state: 'paused', since: ago(0), retry_at: ago(-5 * MINUTE) }), true],
    ['a pause has lasted long', status({ state: 'paused', since: ago(2 * MINUTE), retry_at: null }), true],
    ['a pause is short', status({ state: 'paused', since: ago(0), retry_at: ago(-5_000) }), false],
    ['all is well', status(), false],
    ['nothing is known yet', null, false],
  ])('%s', (_, state, outage) => {
    expect(isOutage(live, state, NOW, NOW)).toBe(outage);
  });

  it('is true when this computer is offline or the stream stays disconnected', () => {
    expect(isOutage({ phase: 'offline', since: null }, status(), NOW, NOW)).toBe(true);
    const disconnected = (ms: number) => ({ phase: 'reconnecting', since: NOW - ms, problem: null }) as const;
    expect(isOutage(disconnected(3_000), status(), NOW, NOW)).toBe(false);
    expect(isOutage(disconnected(30_000), status(), NOW, NOW)).toBe(true);
  });
});
