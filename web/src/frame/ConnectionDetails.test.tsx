// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ago, load, status } from '../testing/loads.ts';
import { draw } from '../testing/render.tsx';
import { ConnectionStatus } from './ServiceState.tsx';

const paused = status({ state: 'paused', retry_at: ago(-3_000_000) });

async function details(setup: Parameters<typeof draw>[1]) {
  const drawn = await draw(<ConnectionStatus />, { loads: [load()], ...setup });
  await drawn.user.click(screen.getByRole('button', { name: /connection details/ }));
  await screen.findByText('Loads watched');
  return drawn;
}
const button = () => screen.queryByRole('button', { name: 'End pause now' });

describe('a rate-limit pause in the connection details', () => {
  it('can be ended by an administrator', async () => {
    const { user, asked } = await details({
      status: paused,
      roles: ['admin'],
      answers: { 'DELETE /api/service/pause': { status: 204 } },
    });
    await user.click(await screen.findByRole('button', { name: 'End pause now' }));
    expect(await screen.findByText('Pause ended')).toBeTruthy();
    expect(asked.mock.calls.filter(([path]) => path === '/api/service/pause')).toHaveLength(1);
  });

  it('reports a failure to end it', async () => {
    const { user } = await details({
      status: paused,
      roles: ['admin'],
      answers: { 'DELETE /api/service/pause': new TypeError('no connection') },
    });
    await user.click(await screen.findByRole('button', { name: 'End pause now' }));
    expect(await screen.findByText('Pause not ended')).toBeTruthy();
  });

  it.each([
    ['to other roles', { status: paused, roles: ['dispatcher'] as const }],
    ['while nothing is paused', { status: status(), roles: ['admin'] as const }],
  ])('does not offer to end it %s', async (_, setup) => {
    await details(setup);
    expect(button()).toBeNull();
  });
});
