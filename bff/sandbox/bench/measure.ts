/** What is measured: pages in the middle of a list, and tracking at a steady rate. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Endpoint, requestPath } from '@waypost/contract/endpoint';
import { type Caller, median } from './calls.ts';

const PAGE_SIZE = 1000;
const ROUNDS = 20;
/** Pages before that: a process that just started has not compiled yet what it does all day. */
const WARM_UP = 20;
/** Pages to turn in a list without a total. */
const PAGES_WITHOUT_TOTAL = 10;
const TICK_MS = 10;

interface Page {
  readonly items: readonly unknown[];
  readonly total?: number;
  readonly next_page: string | null;
}

export interface Middle {
  /** Records of the list, where it has a total. */
  readonly total: number | null;
  /** Number of the page that was measured, from 1. */
  readonly page: number;
  /** Median. */
  readonly ms: number;
  /** Median of the pages that were turned to get there, each for the first time. */
  readonly first_ms: number;
  /** Processor time of the sandbox, the mean; null where the system does not say. */
  readonly cpu_ms: number | null;
}

/** Turns pages to the middle of a list, by its own cursors, then asks for that page again and again. */
export async function middleOf(
  caller: Caller,
  endpoint: Endpoint,
  query: Readonly<Record<string, unknown>>,
  cpu: () => number | null,
): Promise<Middle> {
  const ask = async (cursor: string | null) => {
    const address = requestPath(endpoint, { query: { ...query, size: PAGE_SIZE, cursor } });
    const { status, text, ms } = await caller.get(address);
    if (status !== 200) throw new Error(`${address} answers ${status}: ${text.slice(0, 300)}`);
    return { page: JSON.parse(text) as Page, ms };
  };
  const turned: number[] = [];
  let { page } = await ask(null);
  const total = page.total ?? null;
  const wanted = total === null ? PAGES_WITHOUT_TOTAL : Math.floor(total / PAGE_SIZE / 2);
  let [number, cursor] = [1, null as string | null];
  for (; number <= wanted && page.next_page; number++) {
    cursor = page.next_page;
    const next = await ask(cursor);
    turned.push(next.ms);
    page = next.page;
  }
  if (page.items.length < PAGE_SIZE)
    throw new Error(`page ${number} of ${endpoint.name} holds ${page.items.length} records only`);
  for (let i = 0; i < WARM_UP; i++) await ask(cursor);
  const before = cpu();
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) times.push((await ask(cursor)).ms);
  const after = cpu();
  const cpu_ms = before === null || after === null ? null : ((after - before) * 1000) / ROUNDS;
  return { total, page: number, ms: median(times), first_ms: median(turned), cpu_ms };
}

export interface Steady {
  readonly answered: number;
  readonly failed: number;
  readonly seconds: number;
  readonly latencies: readonly number[];
}

/** Sends so many requests a second, whether or not earlier ones were answered. */
export async function steadily(
  caller: Caller,
  addresses: readonly string[],
  perSecond: number,
  seconds: number,
): Promise<Steady> {
  const began = performance.now();
  const latencies: number[] = [];
  const open: Promise<void>[] = [];
  let failed = 0;
  for (let sent = 0; sent < perSecond * seconds; ) {
    const due = Math.min(perSecond * seconds, Math.ceil(((performance.now() - began) / 1000) * perSecond));
    for (; sent < due; sent++) {
      const address = addresses[sent % addresses.length] as string;
      open.push(
        caller.get(address).then(
          ({ status, ms }) => {
            if (status === 200) latencies.push(ms);
            else failed += 1;
          },
          () => {
            failed += 1;
          },
        ),
      );
    }
    await wait(TICK_MS);
  }
  await Promise.all(open);
  return { answered: latencies.length, failed, seconds: (performance.now() - began) / 1000, latencies };
}
