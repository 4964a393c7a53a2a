// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { makeQueryClient, WithQueries } from '../../api/queries.tsx';
import { ago, id } from '../../testing/loads.ts';
import { draw, leaveToSignIn } from '../../testing/render.tsx';
import { Unconfirmed } from './Unconfirmed.tsx';

const INTENT = {
  id: id(40),
  kind: 'load',
  state: 'unknown',
  subject: 'LD-LOST',
  message: 'The tracking service did not respond.',
  result_id: null,
  service_status: null,
  created_by_name: 'Dana Ortiz',
  created_at: ago(60_000),
  updated_at: ago(60_000),
  next_check_at: null,
};

async function open() {
  const onFound = vi.fn();
  const page = await draw(
    <WithQueries client={makeQueryClient(0)}>
      <Unconfirmed onFound={onFound} />
    </WithQueries>,
    {
      answers: {
        'GET /api/intents': { body: { items: [INTENT] } },
        'POST /api/intents/': { body: { ...INTENT, state: 'done', result_id: id(7) } },
      },
    },
  );
  const field = await screen.findByLabelText<HTMLInputElement>('Load ID at the tracking service');
  const sent = () =>
    page.asked.mock.calls.flatMap(([, { method, body }]) =>
      method === 'POST' ? [JSON.parse(String(body))] : [],
    );
  return { ...page, field, sent, onFound };
}

it('takes only a load ID, and puts the load on the board', async () => {
  const { user, field, sent, onFound, frame } = await open();
  await user.type(field, 'LD-LOST');
  expect(screen.getByText(/^A load ID has 32 digits/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mark as created' }).disabled).toBe(true);
  await user.clear(field);
  await user.type(field, ` ${id(7).toUpperCase()}{Enter}`);
  await frame();
  expect(sent()).toEqual([{ outcome: 'created', result_id: id(7) }]);
  expect(onFound).toHaveBeenCalledExactlyOnceWith(id(7));
});

it('keeps what was typed when the session ends', async () => {
  const page = await open();
  await page.user.type(page.field, '3f2c');
  leaveToSignIn(page);
  expect((await open()).field.value).toBe('3f2c');
});
