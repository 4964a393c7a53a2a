/** Every list is followed to its end, and none is mistaken for empty. */
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { describe, expect, it } from 'vitest';
import { id } from '../../testing/tracking.ts';
import { json } from '../../testing/upstream.ts';
import { useUpstreamClient } from '../../testing/upstream-client.ts';
import { Finder } from '../intents/finder.ts';
import { CapabilityProbe } from './capability-probe.ts';
import { pagesWithRetry, readAll } from './pages.ts';

interface Page {
  readonly items: readonly unknown[];
  readonly next_page?: string | null;
}
const over = useUpstreamClient();
/** Pages by the cursor that requests them; the first by ''. */
const service = (pages: (cursor: string) => Page) =>
  over.upstream.answer((response, { url }) =>
    json(response, 200, pages(new URL(url, 'http://x').searchParams.get('cursor') ?? '')),
  );
const row = { id: id(1), name: 'WP:abc', partner_ref: 'x' };

/** The ways in which the server reads lists; each returns the ids found. */
const WAYS: Record<string, () => Promise<unknown[]>> = {
  onboarding: async () => {
    const { items } = await readAll(over.client, over.endpoints.listAgreements, { priority: 'person' });
    return items.map((one) => one.id);
  },
  'fuel and usage': async () => {
    const found: unknown[] = [];
    const pages = pagesWithRetry({
      signal: new AbortController().signal,
      call: async (cursor) =>
        (await over.client.call(over.endpoints.listUsage, { query: { cursor }, priority: 'bulk' })).data,
    });
    for await (const { items } of pages) found.push(...items.map((one) => one.id));
    return found;
  },
};

describe.each(Object.entries(WAYS))('%s', (_, ids) => {
  it('an empty first page with a next one is followed', async () => {
    service((cursor) => (cursor === '' ? { items: [], next_page: 'b' } : { items: [row], next_page: null }));
    expect(await ids()).toEqual([id(1)]);
  });

  it('an empty page in the middle is followed', async () => {
    const pages: Record<string, Page> = {
      '': { items: [row], next_page: 'b' },
      b: { items: [], next_page: 'c' },
      c: { items: [{ ...row, id: id(2) }] },
    };
    service((cursor) => pages[cursor] ?? { items: [] });
    expect(await ids()).toEqual([id(1), id(2)]);
  });

  it('an empty page that names itself as the next one is the end', async () => {
    service((cursor) =>
      cursor === '' ? { items: [row], next_page: 'end' } : { items: [], next_page: 'end' },
    );
    expect(await ids()).toEqual([id(1)]);
  });

  it('endless empty pages are given up soon', async () => {
    service((cursor) => ({ items: [], next_page: `${cursor}x` }));
    await expect(ids()).rejects.toMatchObject({ kind: 'unexpected_answer' });
    expect(over.upstream.received.length).toBeLessThan(50);
  });

  it('circular pages are rejected', async () => {
    service((cursor) => ({ items: [row], next_page: cursor === 'b' ? 'a' : 'b' }));
    await expect(ids()).rejects.toMatchObject({ kind: 'unexpected_answer' });
  });
});

describe('a search for what was sent', () => {
  const finder = () => new Finder({ client: over.client, endpoints: over.endpoints as ServiceEndpoints });
  it('finds it behind an empty first page', async () => {
    service((cursor) => (cursor === '' ? { items: [], next_page: 'b' } : { items: [], next_page: null }));
    expect(await finder().monitor('none', 'person')).toBe('absent');
    expect(over.upstream.received).toHaveLength(2);
  });
});

describe('a list that has worked', () => {
  it.each([404, 405, 501])('and returns %i once has a fault, and is not empty', async (status) => {
    let now = 0;
    const list = new CapabilityProbe({ kind: 'list', now: () => now });
    const read = () =>
      list.try(
        async () => (await over.client.call(over.endpoints.listConnections, { priority: 'person' })).data,
      );
    service(() => ({ items: [row] }));
    expect((await read())?.items).toHaveLength(1);
    over.answers({ code: status, message: 'Not Found', detail: null }, status);
    await expect(read()).rejects.toMatchObject({ status });
    expect(list.state).toBe('yes');
    // So long after the last success it may really have been removed.
    now += 2 * 3600_000;
    expect(await read()).toBeNull();
    expect(list.state).toBe('no');
  });
});
