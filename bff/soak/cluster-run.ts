/**
 * Three servers with one real PostgreSQL and 2,000 loads of the sandbox, or more, beside people who act on any of them. One server is killed
 * and started again, one is frozen for 90 s, one is added, the database restarts once and is away for 45 s once; cluster-check.ts says what
 * must hold in the end, and counting-service.ts which server read each load when.
 */
import { setMaxListeners } from 'node:events';
import { MAX_WATCHED_LOADS_PER_REQUEST } from '@waypost/contract/api/board';
import { openDatabase } from '../src/platform/store/open-database.ts';
import { freePort } from '../src/testing/free-port.ts';
import { type AnsweredPost, lossyService } from '../src/testing/lossy-service.ts';
import { MailServer } from '../src/testing/mail-server.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { temporaryFolder } from '../src/testing/server.ts';
import { id } from '../src/testing/tracking.ts';
import { webhookReceiver } from '../src/testing/webhook-receiver.ts';
import { checkCluster, type Violation } from './cluster-check.ts';
import { BoardMirror } from './cluster-mirror.ts';
import { type ClusterAct, ClusterPerson } from './cluster-people.ts';
import { countingService, type ReadCount } from './counting-service.ts';
import { pause } from './kill-traffic.ts';
import { METRICS_TOKEN, metricsOf, type NamedServer, notReady, signedIn, until } from './members.ts';
import { randomOf, uuidOf } from './random.ts';
import { type Served, sandboxProcess, serve } from './serve.ts';

const SERVERS = 3;
/** One more is added while people act. */
const MOST_SERVERS = SERVERS + 1;
/** Loads of the sandbox, with all that goes wrong there. More than these exist only in the counting service. */
export const SANDBOX_LOADS = 2_000;
/** A tracking service on the Internet. */
const READ_TAKES_MS = 100;
/** New positions of the loads of the counting service. */
const POSITION_S = 300;
/** All loads are read once before people act. */
const FIRST_READS_WITHIN_MS = 900_000;
/** Removed and watched again, by one person each. */
const REMOVED_BY_EACH = 25;
/** Rows of each bulk job. Each is sent right before a fault, and its emails right before the next one. */
const BULK_ROWS = 500;
const BULK_SECONDS = [
  { start: 55, email: 85 },
  { start: 310, email: 80 },
];
/** On a machine without spare processor time the metrics of 50,000 loads take long. */
const READER_WITHIN_MS = 180_000;
const FROZEN_S = 90;
const AWAY_S = 45;
/** In a shorter run the pauses are shorter too. */
const FULL_MINUTES = 10;

export interface ClusterSize {
  readonly minutes: number;
  readonly loads: number;
  /** Seconds between two reads of a load. */
  readonly due_s: number;
  readonly people: number;
  /** The database restarts once and is away once. Without it nothing is read, so `seconds unread` of such a run says little. */
  readonly database_faults: boolean;
}

export interface ClusterResult {
  readonly acts: readonly ClusterAct[];
  readonly violations: readonly Violation[];
  readonly kills: number;
  /** Seconds until another server read positions, after the kill and after the freeze; null: it did not. */
  readonly takeovers_s: readonly (number | null)[];
  /** Seconds until all servers were ready, after each fault of the database. */
  readonly ready_s: readonly number[];
  /** How connections of streams ended, and how often. */
  readonly stream_ends: readonly (readonly [string, number])[];
  readonly counts: Readonly<Record<string, number>>;
  /** From the first read of all loads to the end. */
  readonly read: ReadCount;
  readonly read_s: number;
  /** Reads of the server that was frozen, from when it was woken until it was allowed to read again. */
  readonly reads_of_woken: number;
}

export async function clusterRun(
  { minutes, loads, due_s, people: PEOPLE, database_faults }: ClusterSize,
  seed: number,
  log: (text: string) => void,
): Promise<ClusterResult> {
  setMaxListeners(0);
  const folder = temporaryFolder();
  const cleanups: (() => unknown)[] = [() => folder.remove()];
  try {
    const random = randomOf(seed);
    const postgres = await startPostgres();
    cleanups.push(() => postgres.stop());
    const databaseUrl = `${postgres.url}/postgres`;
    const mail = await MailServer.start();
    cleanups.push(() => mail.stop());
    const receiver = await webhookReceiver(200);
    cleanups.push(() => receiver.close());
    const provider = await sandboxProcess({
      SANDBOX_LOADS: String(SANDBOX_LOADS),
      SANDBOX_RATE_LIMIT: '1000000',
      SANDBOX_TOKEN_RATE_LIMIT: '1000000',
    });
    cleanups.push(() => provider.child.kill());
    const posts: AnsweredPost[] = [];
    const service = await lossyService(provider.line.base_url, (post) => posts.push(post));
    cleanups.push(() => service.close());
    const own_loads = Array.from({ length: loads - SANDBOX_LOADS }, (_, n) => id(n + 1));
    const counting = await countingService({
      target: service.url,
      servers: MOST_SERVERS,
      loads: own_loads.length,
      delay_ms: READ_TAKES_MS,
      position_s: POSITION_S,
    });
    cleanups.push(() => counting.close());

    const ports = await Promise.all(counting.urls.map(() => freePort()));
    const nameOf = (n: number) => `waypost-${n + 1}`;
    const start = (n: number) =>
      serve({ ...provider.line, base_url: counting.urls[n] as string }, folder.dir, {
        PORT: String(ports[n]),
        DATABASE_URL: `${databaseUrl}?application_name=${nameOf(n)}`,
        POLL_INTERVAL_SECONDS: String(due_s),
        // What is due after a takeover is read in half of the time in which it must be.
        SERVICE_MAX_RPS: String(Math.min(1_000, Math.max(50, Math.ceil((2 * loads) / due_s)))),
        REQUESTS_PER_MINUTE: '1000000',
        PERSON_CALLS_PER_MINUTE: '1000000',
        ARCHIVE_DELIVERED_MINUTES: '10080',
        SMTP_URL: mail.url,
        SMTP_FROM: 'soak@waypost.example',
        SMTP_PER_MINUTE: '600',
        METRICS_TOKEN,
      });
    const faults: Violation[] = [];
    const killed = new Set<Served>();
    const watchExit = ({ name, served }: NamedServer) =>
      void served.exit.then(([code, signal]) => {
        if (!killed.has(served))
          faults.push({ what: 'server exited', evidence: `${name}: ${code ?? signal} ${served.output()}` });
      });
    const members: NamedServer[] = [];
    const addServer = async () => {
      const member = { name: nameOf(members.length), served: await start(members.length) };
      members.push(member);
      watchExit(member);
    };
    while (members.length < SERVERS) await addServer();
    cleanups.push(() => {
      for (const { served } of members) {
        killed.add(served);
        served.child.kill('SIGKILL');
      }
    });
    const urls = ports.map((port) => `http://localhost:${port}`);
    const anyServer = () => urls[Math.floor(random() * members.length)] as string;

    const admin = await signedIn(urls, 'admin');
    const [first = ''] = urls;
    const prepared = [
      await admin.api(`${first}/api/company`, { method: 'PATCH', body: { name: 'Soak Freight' } }),
      await admin.api(`${first}/api/outgoing-webhooks`, {
        method: 'POST',
        body: {
          url: receiver.url,
          events: [
            'exception.opened',
            'exception.changed',
            'exception.closed',
            'stop.arrived',
            'stop.departed',
          ],
        },
      }),
    ];
    for (const { status, text } of prepared)
      if (status >= 400) throw new Error(`not prepared: ${status} ${text}`);
    const { vehicles } = (await (await fetch(`${provider.line.base_url}/_sandbox/vehicles`)).json()) as {
      vehicles: { vehicle_id: string; location_shared: boolean }[];
    };
    const { vehicle_id = '' } = vehicles.find(({ location_shared }) => location_shared) ?? {};

    const { db, close } = await openDatabase(databaseUrl);
    cleanups.push(() => close());
    const browsers = [];
    for (let n = 0; n < PEOPLE; n += 1)
      browsers.push(await signedIn(urls, n % 2 === 0 ? 'admin' : 'dispatcher'));
    const load_ids = (await db.selectFrom('watched_load').select('load_id').orderBy('load_id').execute()).map(
      ({ load_id }) => load_id,
    );
    const subs = (await db.selectFrom('session').select('sub').distinct().execute()).map(({ sub }) => sub);
    for (let from = 0; from < own_loads.length; from += MAX_WATCHED_LOADS_PER_REQUEST) {
      const body = { load_ids: own_loads.slice(from, from + MAX_WATCHED_LOADS_PER_REQUEST) };
      const { status, text } = await admin.api(`${first}/api/loads`, { method: 'POST', body });
      if (status >= 400) throw new Error(`not watched: ${status} ${text}`);
    }
    const staying = new Set([...load_ids.slice(PEOPLE * REMOVED_BY_EACH), ...own_loads]);
    log('all loads are read for the first time');
    if (!(await until(async () => (await counting.count([])).loads_read >= loads, FIRST_READS_WITHIN_MS)))
      throw new Error('the loads were not read');
    const mirrors = browsers.map((browser) => new BoardMirror(anyServer, browser));
    const people = browsers.map(
      (browser, n) =>
        new ClusterPerson({
          name: `person ${n + 1}`,
          server: anyServer,
          browser,
          random,
          mirror: mirrors[n] as BoardMirror,
          may_onboard: n % 2 === 0,
          own_load_ids: load_ids.slice(n * REMOVED_BY_EACH, (n + 1) * REMOVED_BY_EACH),
          staying,
          vehicle_id,
          subs,
        }),
    );
    const streams = mirrors.map((mirror) => mirror.run());
    await until(() => mirrors.every(({ items }) => items.size > 0));
    const running = people.map((person) => person.run());
    await counting.restart();
    const countedFrom = Date.now();
    const scaledMs = (seconds: number) => (seconds * 1_000 * minutes) / FULL_MINUTES;
    const scaled = (seconds: number) => pause(scaledMs(seconds));
    const bulkMarks = BULK_SECONDS.flatMap(({ start, email }, n) => {
      const marks = Array.from({ length: BULK_ROWS }, () => `soak-${uuidOf(random)}`);
      running.push((people[2 * n] as ClusterPerson).bulk(marks, scaledMs(start), scaledMs(email)));
      return marks;
    });
    // Each answer that is lost leaves an email, an event or a record whose outcome must be found.
    mail.answer((count) => (count % 100 === 50 ? 'lose' : 'take'));
    const disturb = () => {
      receiver.answer(500, 500, 200);
      service.lose(3);
    };

    /** The server that holds the lease of reading. */
    const reader = async (): Promise<NamedServer> => {
      let found: NamedServer | undefined;
      await until(async () => {
        const texts = await Promise.all(members.map(({ served }) => metricsOf(served.url).catch(() => '')));
        found = members[texts.findIndex((text) => /^waypost_lease_held\{lease="reader"\} 1$/m.test(text))];
        return found !== undefined;
      }, READER_WITHIN_MS);
      if (!found) throw new Error('no server reads positions');
      return found;
    };
    /** Seconds from `since` until a position read later was stored; null: none was. */
    const takeover = async (since: number): Promise<number | null> => {
      const isRead = async () => {
        const { at } = await db
          .selectFrom('watched_load')
          .select((eb) => eb.fn.max('read_at').as('at'))
          .executeTakeFirstOrThrow();
        return Number(at) > since;
      };
      return (await until(isRead, 30_000)) ? (Date.now() - since) / 1_000 : null;
    };
    const takeovers_s: (number | null)[] = [];
    const ready_s: number[] = [];
    const late: string[] = [];
    const databaseFault = async (fault: () => Promise<void>) => {
      await counting.idle(true);
      await fault();
      const endedAt = Date.now();
      late.push(...(await notReady(members)));
      ready_s.push((Date.now() - endedAt) / 1_000);
      await takeover(endedAt);
      await counting.idle(false);
    };

    await scaled(30);
    disturb();
    await scaled(30);
    const victim = await reader();
    log(`${victim.name} is killed`);
    killed.add(victim.served);
    victim.served.child.kill('SIGKILL');
    await victim.served.exit;
    takeovers_s.push(await takeover(Date.now()));
    await scaled(15);
    victim.served = await start(members.indexOf(victim));
    watchExit(victim);
    await scaled(60);
    const sleeper = await reader();
    log(`${sleeper.name} is frozen`);
    const sleeperN = members.indexOf(sleeper);
    const fence = async () =>
      Number(
        (await db.selectFrom('lease').select('fence').where('name', '=', 'reader').executeTakeFirstOrThrow())
          .fence,
      );
    const fenceBefore = await fence();
    sleeper.served.child.kill('SIGSTOP');
    const frozenAt = Date.now();
    takeovers_s.push(await takeover(frozenAt));
    await scaled(FROZEN_S - (Date.now() - frozenAt) / 1_000);
    const readsOf = async (n: number) => (await counting.count([])).reads[n] ?? 0;
    const readsBefore = await readsOf(sleeperN);
    const fenceWoken = await fence();
    sleeper.served.child.kill('SIGCONT');
    log(`${sleeper.name} is woken; the fence went from ${fenceBefore} to ${fenceWoken}`);
    disturb();
    await scaled(40);
    // Nobody else ended the term of the server that took over, so the woken one may not have read.
    if ((await fence()) !== fenceWoken)
      faults.push({ what: 'the lease changed although its holder lived', evidence: '' });
    const reads_of_woken = (await readsOf(sleeperN)) - readsBefore;
    log('a server is added');
    await addServer();
    await scaled(40);
    if (database_faults) {
      log('the database restarts');
      await databaseFault(async () => {
        await postgres.crash();
        await postgres.restart();
      });
    }
    await scaled(80);
    if (database_faults) {
      log('the database is away');
      await databaseFault(async () => {
        await postgres.crash();
        await scaled(AWAY_S);
        await postgres.restart();
      });
    }
    await scaled(110);

    log('people stop');
    for (const person of people) person.stop();
    await Promise.all(running);
    const read = await counting.count([...staying]);
    const read_s = (Date.now() - countedFrom) / 1_000;
    if (read.longest) {
      const { load_id, ms, at } = read.longest;
      log(
        `longest unread: ${load_id}, ${Math.round(ms / 1_000)} s until ${Math.round((Date.now() - at) / 1_000)} s ago`,
      );
    }
    const acts = people.flatMap((person) => person.acts);
    const checked = await checkCluster({
      db,
      browser: admin,
      members,
      mirrors,
      acts,
      posts,
      mails: mail.mails,
      received: receiver.received,
      bulkMarks,
      staying,
      log,
    });
    for (const mirror of mirrors) mirror.stop();
    await Promise.all(streams);
    return {
      acts,
      violations: [
        ...faults,
        ...read.examples.map((evidence) => ({ what: 'load read by two servers at once', evidence })),
        ...late.map((name) => ({ what: 'not ready after a fault of the database', evidence: name })),
        ...people.flatMap(({ wrong }) => wrong.map((evidence) => ({ what: 'wrong answer', evidence }))),
        ...checked.violations,
      ],
      kills: killed.size,
      takeovers_s,
      ready_s,
      stream_ends: mirrors.flatMap(({ ends }) => Object.entries(ends)),
      counts: checked.counts,
      read,
      read_s,
      reads_of_woken,
    };
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}
