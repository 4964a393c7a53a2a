/** The form of a bulk job for tests, with what a person does in it. */
import { fireEvent, screen, within } from '@testing-library/react';
import type { BulkKind } from '@waypost/contract/api/bulk';
import { vi } from 'vitest';
import { makeQueryClient, WithQueries } from '../api/queries.tsx';
import { NewJob } from '../features/bulk/NewJob.tsx';
import { jobOf, rowOf } from './bulk.ts';
import { type Answer, type Answers, draw, type Setup } from './render.tsx';

export const NEW_ID = '00000000-0000-4000-8000-000000000901';

interface Sent {
  readonly kind: string;
  readonly rows: readonly Record<string, unknown>[];
  readonly id?: string;
}
export const sentOf = (init: RequestInit) => JSON.parse(String(init.body)) as Sent;

/** Like the server: every row would create. */
export const checked = (init: RequestInit): Answer => ({
  body: {
    rows: sentOf(init).rows.map((_, n) => ({
      n,
      subject: null,
      issues: [],
      will: 'create',
      existing: null,
      similar: [],
    })),
    fleets_problem: null,
  },
});

export async function openNewJob(kind: BulkKind = 'invitation', answers: Answers = {}, setup: Setup = {}) {
  const onCreated = vi.fn();
  const page = await draw(
    <WithQueries client={makeQueryClient(0)}>
      <NewJob kind={kind} newId={() => NEW_ID} onCreated={onCreated} />
    </WithQueries>,
    {
      roles: ['onboarding'],
      ...setup,
      answers: {
        'POST /api/bulk/check': checked,
        'POST /api/bulk': { status: 201, body: jobOf([rowOf(0)], { id: NEW_ID }) },
        'GET /api/connections': { body: { items: [], known: 'yes', read_at: null, read_problem: null } },
        ...answers,
      },
    },
  );
  const calls = (line: string) =>
    page.asked.mock.calls
      .filter(([path, init]) => `${init.method} ${path}` === line)
      .map(([, init]) => sentOf(init));
  return { ...page, onCreated, calls };
}

export const paste = (text: string) =>
  fireEvent.paste(screen.getByLabelText(/Or paste rows/), { clipboardData: { getData: () => text } });
export const grid = () => within(screen.getByRole('grid', { name: 'Rows' }));
export const rowTexts = () =>
  grid()
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[1]?.textContent);
export const send = () => screen.findByRole('button', { name: /^Create \d/ });
