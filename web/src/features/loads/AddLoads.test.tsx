// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { id, load } from '../../testing/loads.ts';
import { draw, type Setup } from '../../testing/render.tsx';
import AddLoads, { resultWords } from './AddLoads.tsx';

const open = (setup: Setup = {}) => draw(<AddLoads opened onClose={vi.fn()} />, { loads: [], ...setup });
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Load ids');

describe('adding loads', () => {
  it('says while one types which lines are ids, and why the others are not', async () => {
    const { user } = await open();
    await user.click(field());
    await user.paste(`${id(1)}\nLD-48213\n${id(1)}`);
    expect(screen.getByText(/1 load id, 1 named twice, 1 not usable/)).toBeDefined();
    expect(screen.getByText(/looks like a load_ref/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Watch 1 load' })).toBeDefined();
  });

  it('sends the good ones, keeps the others, and sums up', async () => {
    const { user, frame, asked } = await open({
      answers: {
        'POST /api/loads': { status: 201, body: { items: [load()], added: 1, already_watched: 1 } },
      },
    });
    await user.click(field());
    await user.paste(`${id(1)}, ${id(2)}\nnonsense`);
    await user.click(screen.getByRole('button', { name: 'Watch 2 loads' }));
    await frame();
    expect(asked).toHaveBeenLastCalledWith(
      '/api/loads',
      expect.objectContaining({ body: JSON.stringify({ load_ids: [id(1), id(2)] }) }),
    );
    expect(screen.getByText(/^1 load added, 1 was watched already/)).toBeDefined();
    expect(field().value).toBe('nonsense');
  });

  it('keeps what is typed while others are being added', async () => {
    const answer = Promise.withResolvers<void>();
    const { user, asked, frame } = await open();
    const server = asked.getMockImplementation();
    asked.mockImplementation(async (path, init) => {
      if (init.method !== 'POST') return (server as NonNullable<typeof server>)(path, init);
      await answer.promise;
      return Response.json({ items: [load()], added: 1, already_watched: 0 }, { status: 201 });
    });
    await user.click(field());
    await user.paste(`${id(1)}\nnonsense`);
    await user.click(screen.getByRole('button', { name: 'Watch 1 load' }));
    await user.click(field());
    await user.paste(`\n${id(2)}\n`);
    answer.resolve();
    await frame();
    expect(await screen.findByText(/^1 load added/)).toBeDefined();
    expect(field().value).toBe(`nonsense\n${id(2)}\n`);
    expect(sessionStorage.getItem('waypost.draft.add_loads')).toBe(field().value);
  });

  it.each([
    [
      'the server refuses it',
      {
        status: 500,
        body: { code: 500, message: 'It broke', detail: null, reason: 'internal', request_id: 'r-5' },
      },
      /It broke.*r-5/,
    ],
    ['the network is lost', new TypeError('Failed to fetch'), /is not responding/],
  ])('loses nothing when %s', async (_how, answer, words) => {
    const { user, frame, unmount } = await open({ answers: { 'POST /api/loads': answer } });
    await user.click(field());
    await user.paste(id(1));
    await user.click(screen.getByRole('button', { name: 'Watch 1 load' }));
    await frame();
    expect(screen.getByRole('alert').textContent).toMatch(words);
    expect(field().value).toBe(id(1));
    const draft = sessionStorage.getItem('waypost.draft.add_loads');
    unmount();
    expect(draft).toBe(id(1));
  });

  it('takes up the draft after a reload or a sign-in', async () => {
    sessionStorage.setItem('waypost.draft.add_loads', id(4));
    await open();
    expect(field().value).toBe(id(4));
  });

  it('tells a viewer why not, and sends nothing', async () => {
    const { user, asked } = await open({ roles: ['viewer'] });
    await user.click(field());
    await user.paste(id(1));
    expect(screen.getByText(/View-only access/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Watch 1 load' }));
    expect(asked.mock.calls.some(([, init]) => init.method === 'POST')).toBe(false);
  });

  it('sums up in words', () => {
    expect(resultWords({ added: 0, already_watched: 3 })).toBe('No new load, 3 were watched already.');
    expect(resultWords({ added: 1200, already_watched: 0 })).toBe(
      '1,200 loads added. Loading their data now.',
    );
  });
});
