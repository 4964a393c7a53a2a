// @vitest-environment happy-dom

import { act, screen } from '@testing-library/react';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { PresenceItem } from '@waypost/contract/api/presence';
import { describe, expect, it, vi } from 'vitest';
import { ago, id, load } from '../testing/loads.ts';
import { draw } from '../testing/render.tsx';
import { useCaller, usePresence } from './presence.ts';
import { useAnnouncePresence } from './presence-sender.ts';

const item = (change: Partial<PresenceItem> = {}): PresenceItem => ({
  sub: 'ann',
  name: 'Ann',
  load_id: id(1),
  calling: false,
  since: ago(0),
  ...change,
});

function Shown({ of }: { readonly of: BoardLoad }) {
  const names = usePresence(of.load_id);
  const caller = useCaller(of);
  return <p>{`open: ${names}; calling: ${caller?.name ?? ''}`}</p>;
}

async function open(items: readonly PresenceItem[]) {
  const own = load();
  const same_fleet = load({ load_id: id(2) });
  const other_fleet = load({
    load_id: id(3),
    fleet: { fleet_id: id(701), name: 'High Plains', fleet_ref: null },
  });
  const { live } = await draw(<Shown of={own} />, { loads: [own, same_fleet, other_fleet] });
  act(() => live.changes.publish('presence', { items: [...items] }));
  return screen.getByText(/^open/).textContent;
}

describe('presence', () => {
  it('names others who have the load open, not the person', async () => {
    const others = [
      item(),
      item({ sub: 'bob', name: 'Bob' }),
      item({ sub: 'cy', name: 'Cy', load_id: id(2) }),
    ];
    expect(await open([...others, item({ sub: 'dana', name: 'Dana Ortiz' })])).toBe(
      'open: Ann, Bob; calling: ',
    );
  });

  it('names somebody else who is calling about the load or its fleet', async () => {
    expect(await open([item({ calling: true })])).toBe('open: Ann; calling: Ann');
  });

  it.each([
    ['another load of the fleet', { load_id: id(2) }, 'Ann'],
    ['a load of another fleet', { load_id: id(3) }, ''],
    ['a load by the person', { sub: 'dana' }, ''],
  ])('with a call about %s', async (_what, change, caller) => {
    expect(await open([item({ calling: true, ...change })])).toContain(`calling: ${caller}`);
  });
});

function Announced() {
  useAnnouncePresence(id(1));
  return <Calling />;
}

function Calling() {
  useAnnouncePresence(id(2), true);
  return null;
}

describe('the presence of this page', () => {
  it('is that of its call, is sent again when the page is visible again, and ends when it is left', async () => {
    const { asked, unmount } = await draw(<Announced />, {
      answers: { 'PUT /api/presence': { status: 204 } },
    });
    const sent = () =>
      asked.mock.calls
        .filter(([path]) => path === '/api/presence')
        .map(([, init]) => {
          const { tab: _, ...body } = JSON.parse(String(init.body)) as { tab: string };
          return body;
        });
    await vi.waitFor(() => expect(sent().at(-1)).toEqual({ load_id: id(2), calling: true }));
    const headers = asked.mock.calls.at(-1)?.[1].headers as Record<string, string>;
    expect(headers['X-Background']).toBe('1');
    const before = sent().length;
    window.dispatchEvent(new Event('pagehide'));
    expect(sent().at(-1)).toEqual({ load_id: null, calling: false });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(sent().at(-1)).toEqual({ load_id: id(2), calling: true });
    expect(sent().length).toBeGreaterThan(before);
    unmount();
    await vi.waitFor(() => expect(sent().at(-1)).toEqual({ load_id: null, calling: false }));
  });
});
