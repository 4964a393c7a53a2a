/** Measures pages in the middle of a list, and tracking at a steady rate. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Endpoint, requestPath } from '@waypost/contract/endpoint';
import { type BenchClient, median } from './calls.ts';

const PAGE_SIZE = 1000;
const ROUNDS = 20;
/** Requests before measuring, so that the process has compiled its hot code. */
const WARM_UP = 20;
/** Pages to skip in a list without a total. */
const PAGES_WITHOUT_TOTAL = 10;
const TICK_MS = 10;

interface Page {
  readonly items: readonly unknown[];
  readonly total?: number;
  readonly next_page: string | null;
}

export interface MiddlePage {
  /** Total records of the list, if it has a total. */
  readonly total: number | null;
  /** Number of the measured page, from 1. */
  readonly page: number;
  readonly ms: number;
  /** Median of the pages before it, each read for the first time. */
  readonly first_ms: number;
  /** Mean CPU time of the sandbox; null where it is not available. */
  readonly cpu_ms: number | null;
}

/** Pages to the middle of a list with its own cursors, then reads that page repeatedly. */
export async function measureMiddlePage(
  caller: BenchClient,
  endpoint: Endpoint,
  query: Readonly<Record<string, unknown>>,
  cpu: () => number | null,
): Promise<MiddlePage> {
  const read = async (cursor: string | null) => {
    const address = requestPath(endpoint, { query: { ...query, size: PAGE_SIZE, cursor } });
    const { status, text, ms } = await caller.get(address);
    if (status !== 200) throw new Error(`${address} answers ${status}: ${text.slice(0, 300)}`);
    return { page: JSON.parse(text) as Page, ms };
  };
  const firstReads: number[] = [];
  let { page } = await read(null);
  const total = page.total ?? null;
  const target = total === null ? PAGES_WITHOUT_TOTAL : Math.floor(total / PAGE_SIZE / 2);
  let [number, cursor] = [1, null as string | null];
  for (; number <= target && page.next_page; number++) {
    cursor = page.next_page;
    const next = await read(cursor);
    firstReads.push(next.ms);
    page = next.page;
  }
  if (page.items.length < PAGE_SIZE)
    throw new Error(`page ${number} of ${endpoint.name} holds ${page.items.length} records only`);
  for (let i = 0; i < WARM_UP; i++) await read(cursor);
  const before = cpu();
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) times.push((await read(cursor)).ms);
  const after = cpu();
  const cpu_ms = before === null || after === null ? null : ((after - before) * 1000) / ROUNDS;
  return { total, page: number, ms: median(times), first_ms: median(firstReads), cpu_ms };
}

export interface SteadyRate {
  readonly answered: number;
  readonly failed: number;
  readonly seconds: number;
  readonly latencies: readonly number[];
}

/** Sends requests at a fixed rate, whether or not earlier ones were answered. */
export async function measureSteadyRate(
  caller: BenchClient,
  addresses: readonly string[],
  perSecond: number,
  seconds: number,
): Promise<SteadyRate> {
  const startedAt = performance.now();
  const latencies: number[] = [];
  const open: Promise<void>[] = [];
  let failed = 0;
  for (let sent = 0; sent < perSecond * seconds; ) {
    const due = Math.min(
      perSecond * seconds,
      Math.ceil(((performance.now() - startedAt) / 1000) * perSecond),
    );
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
  return { answered: latencies.length, failed, seconds: (performance.now() - startedAt) / 1000, latencies };
}
