// @vitest-environment happy-dom
/** Pages that failed to open: they come up by themselves when the server is back, and "Try again" tries again. */
import { RouterProvider } from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useApi } from '../api/context.ts';
import { FailedPage, RETRY_MS } from '../pages/FailedPage.tsx';
import { type Answer, draw, personSession, type Setup } from '../testing/render.tsx';
import { makeRouter } from './pages.tsx';

const activity = vi.hoisted(() => ({ broken: false, loads: 0 }));
vi.mock('../features/activity/ActivityView.tsx', async (original) => {
  const views = await original<{ ActivityView: () => unknown }>();
  return {
    ActivityView: (props: object) => {
      activity.loads += 1;
      if (activity.broken) throw new Error('a bug');
      return (views.ActivityView as (props: object) => unknown)(props);
    },
  };
});

function App() {
  return <RouterProvider router={makeRouter(useApi().session)} />;
}

async function open(path: string, setup: Setup) {
  history.replaceState(null, '', path);
  return draw(<App />, setup);
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  history.replaceState(null, '', '/');
});

const STARTING: Answer = {
  status: 503,
  body: { code: 503, message: 'The Waypost server is starting', detail: null, reason: 'starting' },
};

describe('a tab opened while the server restarts', () => {
  it.each([
    ['does not respond', new TypeError('Failed to fetch'), 'The Waypost server is not responding'],
    ['is starting', STARTING, 'The Waypost server is starting'],
  ] as const)('says that the server %s, and comes up by itself', async (_, failure, text) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let answer: Answer = failure;
    await open('/activity', {
      answers: {
        'GET /bff/session': () => answer,
        'GET /api/activity': { body: { items: [], next_page: null } },
      },
    });
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByText(/keeps trying/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
    answer = { body: personSession(['admin']) };
    act(() => void vi.advanceTimersByTime(RETRY_MS));
    expect(await screen.findByRole('heading', { name: 'Activity' })).toBeDefined();
  });

  it('tries at once when pressed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let answer: Answer = STARTING;
    const { user } = await open('/activity', {
      answers: {
        'GET /bff/session': () => answer,
        'GET /api/activity': { body: { items: [], next_page: null } },
      },
    });
    const button = await screen.findByRole('button', { name: 'Try again' });
    answer = { body: personSession(['admin']) };
    await user.click(button);
    expect(await screen.findByRole('heading', { name: 'Activity' })).toBeDefined();
  });
});

describe('a page whose script did not load', () => {
  const CAUSE = new TypeError(
    'Failed to fetch dynamically imported module: https://waypost.example/assets/x.js',
  );

  it('is not reloaded while the server is down, and is when it is back', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    const fetched = vi.spyOn(globalThis, 'fetch');
    const error = new Error('This page did not load', { cause: CAUSE });
    const { user } = await draw(<FailedPage error={error} onRetry={() => undefined} />);
    const button = await screen.findByRole('button', { name: 'Try again' });
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await user.click(button);
    expect(await screen.findByText('This part of the page did not load')).toBeDefined();
    expect(reload).not.toHaveBeenCalled();
    fetched.mockResolvedValue(new Response('{}'));
    await user.click(button);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });
});

it('a page that failed while it was drawn is drawn again when pressed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  activity.broken = true;
  const { user } = await open('/activity', {
    roles: ['admin'],
    answers: { 'GET /api/activity': { body: { items: [], next_page: null } } },
  });
  const button = await screen.findByRole('button', { name: 'Try again' });
  activity.broken = false;
  await user.click(button);
  expect(await screen.findByRole('heading', { name: 'Activity' })).toBeDefined();
});
