/** Renders the builder in a test with a scripted server, and finds its fields. */
import { screen, within } from '@testing-library/react';
import { INTENT_HEADER } from '@waypost/contract/api/intents';
import type { MonitorCommand } from '@waypost/contract/api/monitors';
import { vi } from 'vitest';
import { makeQueryClient, WithQueries } from '../api/queries.tsx';
import { Builder } from '../features/monitors/builder/Builder.tsx';
import { type Draft, emptyDraft } from '../features/monitors/builder/draft.ts';
import { prefs } from '../ui/prefs.ts';
import { AMARILLO, DENVER, draft, facts, keys, site } from './drafts.ts';
import { ago, HOUR, id } from './loads.ts';
import { type Answer, type Answers, draw, type Setup } from './render.tsx';

export const intent = (change: object = {}) => ({
  id: id(40),
  kind: 'monitor',
  state: 'done',
  subject: 'LD-48213',
  message: null,
  result_id: id(600),
  service_status: 201,
  created_by_name: 'Dana Ortiz',
  created_at: ago(0),
  updated_at: ago(0),
  next_check_at: null,
  ...change,
});
export const created: Answer = { status: 201, body: { intent: intent(), result: { id: id(600) } } };
export const problem = (code: number, change: object = {}): Answer => ({
  status: code,
  body: {
    code,
    message: 'It was refused',
    detail: null,
    reason: 'service_error',
    service_status: code,
    ...change,
  },
});

let last_id = 0;
const newId = () => id(40_000 + ++last_id);
export const blank = (): Draft => emptyDraft(ago(-HOUR), keys());

interface Opened extends Setup {
  readonly createDraft?: () => Draft;
  readonly create?: Answers[string];
  readonly source?: string;
}

export async function open({
  createDraft = () => draft(),
  create = created,
  source = 'blank',
  ...setup
}: Opened = {}) {
  const onCreated = vi.fn();
  const onUnknown = vi.fn();
  const onSaveSite = vi.fn(async (body: { name: string }) => site({ ...body, id: id(777) }));
  const page = await draw(
    <WithQueries client={makeQueryClient(0)}>
      <Builder
        source={source}
        createDraft={createDraft}
        newId={newId}
        load={null}
        truck={null}
        sites={[site(), site({ id: id(701), name: 'Denver Warehouse North', ...DENVER })]}
        onSaveSite={onSaveSite}
        groups={new Map()}
        notice={null}
        onCreated={onCreated}
        onUnknown={onUnknown}
      />
    </WithQueries>,
    {
      ...setup,
      answers: {
        'POST /api/monitors/facts': { body: facts() },
        'POST /api/monitors': create,
        'GET /api/places': {
          body: {
            items: [
              {
                kind: 'city',
                name: 'Amarnath',
                region: null,
                country: 'IN',
                latitude: 19,
                longitude: 73,
                population: 2,
              },
              { kind: 'city', name: 'Amarillo', region: 'TX', country: 'US', ...AMARILLO, population: 1 },
            ],
          },
        },
        ...setup.answers,
      },
    },
  );
  const sent = () =>
    page.asked.mock.calls
      .filter(([path]) => path === '/api/monitors')
      .map(([, init]) => ({
        key: (init.headers as Record<string, string>)[INTENT_HEADER],
        body: JSON.parse(String(init.body)) as MonitorCommand,
      }));
  const drafts = {
    read: (name: string) =>
      JSON.parse(localStorage.getItem(`waypost.monitor_draft.dana/${name}`) ?? 'null')?.value ?? null,
  };
  return { ...page, onCreated, onUnknown, onSaveSite, drafts, sent };
}

export const create = () => screen.getByRole('button', { name: 'Create monitor' });
export const row = (name: string) => screen.getByRole('button', { name: new RegExp(`^\\d+ ?${name}`) });
export const radius = () => screen.getByLabelText<HTMLInputElement>(/^Radius of/);
export const options = () => within(screen.getByRole('listbox')).getAllByRole('option');
export const place = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Place of/ });

export function resetStorage(): void {
  localStorage.clear();
  prefs.set({ radius_unit: 'km' });
  last_id = 0;
}
