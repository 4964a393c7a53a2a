/**
 * Required measurement 2 of onboarding: a file of invitations with some bad rows, a service that allows few requests per second,
 * and a server that is killed several times. In the end each good row is one invitation, and each bad row has an explanation.
 */
import { join } from 'node:path';
import type { BulkJobDetail } from '@waypost/contract/api/bulk';
import { TestBrowser } from '../src/testing/browser.ts';
import { freePort } from '../src/testing/free-port.ts';
import { startServer, temporaryFolder } from '../src/testing/server.ts';
import { killedServer } from './kill-server.ts';
import { sandboxProcess } from './serve.ts';

export interface BulkRunOptions {
  readonly rows: number;
  readonly bad: number;
  readonly kills: number;
  /** Requests per second that the service allows in total. */
  readonly rateLimit: number;
  readonly log?: (text: string) => void;
}

export interface BulkRunResult {
  readonly seconds: number;
  readonly starts: number;
  readonly start_failures: readonly string[];
  /** Completed rows at the time of each kill. */
  readonly done_at_kills: readonly number[];
  readonly state: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly at_service: number;
  readonly twice: readonly string[];
  readonly bad_explained: number;
  /** Rows that the job reports as done, but that the service lacks. */
  readonly done_but_missing: number;
  /** New rows that the job reports as a refresh. */
  readonly said_refreshed: number;
  /** Among the last thousand requests that the service answered. */
  readonly refused_429: number;
  /** Rows that sending the same file again would create. */
  readonly again_would_create: number;
}

const KEYS = `soak:${Buffer.alloc(32, 6).toString('base64')}`;
const WITHIN_MS = 15 * 60_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Good rows with bad ones in between, each invalid in a different way. */
function rowsOf(count: number, bad: number): { rows: unknown[]; badAt: Set<number> } {
  const defects = [
    { fleet_email: 'nobody' },
    { fleet_country_code: 'US' },
    { expires_in_hours: 673 },
    { callback_url: 'http://example.com' },
    { limit_tsps: ['a'], exclude_tsps: ['b'] },
    { fleet_regulatory_id: '123' },
    { fleet_ref: '' },
    { permissions: { vehicles: 'read' } },
    { partner_provided_fleet_name: 'Old' },
  ];
  const every = bad === 0 ? Number.POSITIVE_INFINITY : Math.floor(count / bad);
  const badAt = new Set<number>();
  const rows = Array.from({ length: count }, (_, n) => {
    const row = { fleet_ref: `SOAK-${n}`, fleet_name: `Fleet ${n}`, permissions: { vehicle: 'read' } };
    if (n % every !== every - 1 || badAt.size >= bad) return row;
    badAt.add(n);
    return { ...row, ...defects[badAt.size % defects.length] };
  });
  return { rows, badAt };
}

export async function bulkRun({
  rows: count,
  bad,
  kills,
  rateLimit,
  log,
}: BulkRunOptions): Promise<BulkRunResult> {
  const folder = temporaryFolder();
  const cleanups: (() => unknown)[] = [() => folder.remove()];
  try {
    const service = await sandboxProcess({
      SANDBOX_RATE_LIMIT: String(rateLimit),
      SANDBOX_TOKEN_RATE_LIMIT: '100000',
      SANDBOX_LOADS: '40',
    });
    cleanups.push(() => service.child.kill());
    const port = await freePort();
    const databaseUrl = `sqlite:${join(folder.dir, 'bulk.db')}`;
    const server = killedServer({ line: service.line, port, databaseUrl, secretKeys: KEYS });
    cleanups.push(() => server.stop());
    await server.up();
    const browser = new TestBrowser();
    await browser.signIn(server.url, 'onboarding');
    const { rows, badAt } = rowsOf(count, bad);

    const startedAt = performance.now();
    const created = await browser.api(`${server.url}/api/bulk`, {
      method: 'POST',
      body: { kind: 'invitation', name: 'soak.csv', rows },
    });
    if (created.status !== 201) throw new Error(`the job was not created: ${created.status} ${created.text}`);
    const { id } = created.json as unknown as BulkJobDetail;
    /** Null while the server is down. */
    const readJob = async () => {
      const page = await browser.api(`${server.url}/api/bulk/${id}`).catch(() => null);
      return page?.status === 200 ? (page.json as unknown as BulkJobDetail) : null;
    };

    const done_at_kills: number[] = [];
    let job: BulkJobDetail | null = null;
    let loggedAt = 0;
    while (performance.now() - startedAt < WITHIN_MS) {
      job = (await readJob()) ?? job;
      const done = job?.counts.done ?? 0;
      const next = ((done_at_kills.length + 1) * (count - bad)) / (kills + 1);
      if (done_at_kills.length < kills && done >= next) {
        done_at_kills.push(done);
        log?.(`${done} done: killed`);
        await server.killAfter(Math.random() * 200);
        await server.up();
      }
      if (performance.now() - loggedAt > 10_000) {
        loggedAt = performance.now();
        log?.(`${done} of ${count - bad} done, ${Math.round((loggedAt - startedAt) / 1000)} s`);
      }
      const open = job ? job.counts.waiting + job.counts.sending + job.counts.unknown : count;
      if (job?.state === 'done' && open === 0) break;
      await pause(250);
    }
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    if (!job) throw new Error('the job could not be read');
    const check = await browser.api(`${server.url}/api/bulk/check`, {
      method: 'POST',
      body: { kind: 'invitation', rows },
    });
    const again = check.json.rows as { will: string | null }[];
    await server.stop();

    const received = (await (await fetch(`${service.line.base_url}/_sandbox/received`)).json()) as {
      requests?: { status: number }[];
    };
    const observer = await startServer(service.line, folder.dir, {
      SECRET_KEYS: KEYS,
      POLL_INTERVAL_SECONDS: '3600',
    });
    cleanups.push(() => observer.stop());
    const refs = await refsAt(observer.services);
    const times = new Map<string, number>();
    for (const ref of refs) times.set(ref, (times.get(ref) ?? 0) + 1);
    const doneRows = job.rows.filter(({ state }) => state === 'done');
    return {
      seconds,
      starts: server.starts.length,
      start_failures: server.failures,
      done_at_kills,
      state: job.state,
      counts: job.counts,
      at_service: times.size,
      twice: [...times].filter(([, n]) => n > 1).map(([ref]) => ref),
      bad_explained: job.rows.filter(
        ({ n, state, issues }) => badAt.has(n) && state === 'invalid' && issues.length > 0,
      ).length,
      done_but_missing: doneRows.filter(({ subject }) => !times.has(subject ?? '')).length,
      said_refreshed: doneRows.filter(({ effect }) => effect !== 'create').length,
      refused_429: (received.requests ?? []).filter(({ status }) => status === 429).length,
      again_would_create: again.filter(({ will }) => will === 'create').length,
    };
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}

/** Our references at the service, including duplicates. Waits when rate limited. */
async function refsAt({ upstream }: Awaited<ReturnType<typeof startServer>>['services']) {
  const { client, endpoints } = upstream;
  const refs: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const { data } = await client.call(endpoints.listInvitations, {
      query: { size: 1000, cursor },
      priority: 'background',
    });
    for (const { fleet_ref } of data.items) if (fleet_ref?.startsWith('SOAK-')) refs.push(fleet_ref);
    if (!data.next_page) return refs;
    cursor = data.next_page;
  }
}
