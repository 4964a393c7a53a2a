// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ago, load, status } from '../testing/loads.ts';
import { draw } from '../testing/render.tsx';
import { ConnectionStatus, QuotaStrip } from './ServiceState.tsx';

const paused = status({ state: 'paused', retry_at: ago(-3_000_000) });

async function details(setup: Parameters<typeof draw>[1]) {
  const drawn = await draw(<ConnectionStatus />, { loads: [load()], ...setup });
  await drawn.user.click(screen.getByRole('button', { name: /connection details/ }));
  await screen.findByText('Loads watched');
  return drawn;
}
const button = () => screen.queryByRole('button', { name: 'End pause now' });

it.each([
  ['live', true],
  ['offline', false],
] as const)('says how many updates come in a minute only while they do: %s', async (phase, said) => {
  const connection = phase === 'live' ? { phase } : { phase, since: null };
  const rate = { status: status({ calls_last_minute: 1924 }), connection };
  const { container, user } = await draw(
    <>
      <ConnectionStatus />
      <QuotaStrip />
    </>,
    { loads: [load()], ...rate },
  );
  await user.click(screen.getByRole('button', { name: /connection details/ }));
  await screen.findByText('Loads watched');
  expect(container.ownerDocument.body.textContent?.match(/1,924/g)?.length ?? 0).toBe(said ? 3 : 0);
});

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
