/**
 * Two servers with one real PostgreSQL beside eight people who act: the database crashes and restarts, is away for 49 s, connections
 * are reset, one server loses its network for 60 s, one is frozen for 90 s in the middle of a transaction, and the clocks are set back
 * and forth by an hour.
 */
import { setMaxListeners } from 'node:events';
import pg from 'pg';
import { openDatabase } from '../src/platform/store/open-database.ts';
import type { TestBrowser } from '../src/testing/browser.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { temporaryFolder } from '../src/testing/server.ts';
import { type DatabaseLink, databaseLink } from './database-link.ts';
import { type Act, type Answers, FaultPerson, noAnswers } from './fault-people.ts';
import { pause } from './kill-traffic.ts';
import { METRICS_TOKEN, metricsOf, type NamedServer, notReady, signedIn, until } from './members.ts';
import { randomOf } from './random.ts';
import { sandboxProcess, serve } from './serve.ts';

const PEOPLE = 8;
const LOADS = 200;
const HOUR_MS = 3_600_000;

export interface Phase {
  readonly name: string;
  /** By server, the one that the fault hits first. */
  readonly answers: readonly [Answers, Answers];
  /** Seconds after the end of the fault until both servers are ready and confirmed an act. */
  readonly recovered_s: number;
  /** Seconds after the beginning of the fault until each stream said that the database is unavailable; null: it did not. */
  readonly told_s: readonly (number | null)[];
  /** States of polling that the streams reported. */
  readonly states: readonly string[];
}

export interface FaultResult {
  readonly phases: readonly Phase[];
  readonly exits: readonly string[];
  readonly confirmed: number;
  readonly lost: readonly string[];
  readonly not_logged: readonly string[];
  readonly logged_twice: readonly string[];
  readonly disagreements: readonly string[];
  readonly not_ready: readonly string[];
  /** Calls to the service in the last minute with the clock set back, and forth. */
  readonly reads: { readonly back: number; readonly forth: number };
}

interface Member extends NamedServer {
  readonly link: DatabaseLink;
  frozen: boolean;
}

interface Told {
  readonly at: number;
  readonly state: string;
  readonly outage: boolean;
}

export async function faultRun(seconds: number, log: (text: string) => void): Promise<FaultResult> {
  setMaxListeners(0);
  const folder = temporaryFolder();
  const cleanups: (() => unknown)[] = [() => folder.remove()];
  try {
    const postgres = await startPostgres();
    cleanups.push(() => postgres.stop());
    const databaseUrl = `${postgres.url}/postgres`;
    const provider = await sandboxProcess({
      SANDBOX_LOADS: String(LOADS),
      SANDBOX_RATE_LIMIT: '1000000',
      SANDBOX_TOKEN_RATE_LIMIT: '1000000',
    });
    cleanups.push(() => provider.child.kill());
    const start = async (name: string): Promise<Member> => {
      const link = await databaseLink(databaseUrl, name);
      cleanups.push(() => link.close());
      const served = await serve(provider.line, folder.dir, {
        DATABASE_URL: link.url,
        POLL_INTERVAL_SECONDS: '5',
        REQUESTS_PER_MINUTE: '1000000',
        METRICS_TOKEN,
        NODE_OPTIONS: `--import ${new URL('shift-clock.ts', import.meta.url).href}`,
      });
      cleanups.push(() => served.child.kill('SIGKILL'));
      return { served, link, name, frozen: false };
    };
    const members: [Member, Member] = [await start('waypost-1'), await start('waypost-2')];
    const exits: string[] = [];
    let ending = false;
    for (const { served, name } of members)
      void served.exit.then(([code, signal]) => {
        if (!ending) exits.push(`${name}: ${code ?? signal} ${served.output().slice(-2_000)}`);
      });

    const urls = members.map(({ served }) => served.url);
    const browsers: TestBrowser[] = [];
    for (let n = 0; n < PEOPLE; n += 1)
      browsers.push(await signedIn(urls, n % 2 === 0 ? 'dispatcher' : 'admin'));
    const [observer] = browsers as [TestBrowser];
    const loads = await boardOf(observer, members[0]);
    const told = new Map(members.map((member) => [member, follow(observer, member)]));

    let answers = new Map<string, Answers>();
    const answersOf = (url: string) => {
      const noted = answers.get(url) ?? noAnswers();
      answers.set(url, noted);
      return noted;
    };
    const random = randomOf(1);
    const people = browsers.map(
      (browser, n) =>
        new FaultPerson({
          // A balancer sends nobody to a server that does not respond.
          server: () => {
            const [own, other] = n % 2 === 0 ? members : [members[1], members[0]];
            return (own.frozen ? other : own).served.url;
          },
          browser,
          random,
          answers: answersOf,
          load_ids: [...loads.keys()],
        }),
    );
    const running = people.map((person) => person.run());

    const phases: Phase[] = [];
    /** `hit`: the server that the fault hits, if one. */
    const phase = async (name: string, hit: Member, fault: () => Promise<void>) => {
      log(name);
      answers = new Map();
      const beganAt = Date.now();
      await fault();
      const endedAt = Date.now();
      await notReady(members);
      for (const { served } of members) {
        const before = answersOf(served.url).confirmed;
        await until(() => answersOf(served.url).confirmed > before);
      }
      const recovered_s = (Date.now() - endedAt) / 1000;
      await pause(5_000);
      const order = hit === members[0] ? members : [members[1], members[0]];
      const since = order.map((one) => (told.get(one) ?? []).filter(({ at }) => at >= beganAt));
      const [first, second] = order.map(({ served }) => answersOf(served.url)) as [Answers, Answers];
      phases.push({
        name,
        answers: [first, second],
        recovered_s,
        told_s: since.map((events) => {
          const first = events.find(({ outage }) => outage);
          return first ? (first.at - beganAt) / 1000 : null;
        }),
        states: [...new Set(since.flatMap((events) => events.map(({ state }) => state)))],
      });
    };
    const [one, other] = members;
    const scaled = (usual: number) => pause((usual * 1_000 * seconds) / 90);

    await phase('undisturbed', one, () => scaled(20));
    await phase('the database crashes and restarts', one, async () => {
      await postgres.crash();
      await postgres.restart();
    });
    await phase('the database is away for 49 s', one, async () => {
      await postgres.crash();
      await scaled(49);
      await postgres.restart();
    });
    await phase('connections are reset', one, async () => {
      for (let n = 0; n < 5; n += 1) {
        for (const { link } of members) link.reset();
        await scaled(2);
      }
    });
    await phase('one server loses its network for 60 s', one, async () => {
      one.link.drop();
      await scaled(60);
      one.link.restore();
    });
    await phase('one server is frozen in a transaction for 90 s', other, async () => {
      await freezeInTransaction(other, databaseUrl);
      await scaled(90);
      other.served.child.kill('SIGCONT');
      other.frozen = false;
    });
    const setClocks = (ms: number) => {
      for (const { served } of members) served.child.send({ shift_clock_ms: ms });
    };
    await phase('the clocks are set back by an hour', one, async () => {
      setClocks(-HOUR_MS);
      await scaled(60);
    });
    const back = await readsLastMinute(members);
    await phase('the clocks are set right again', one, async () => {
      setClocks(0);
      await scaled(30);
    });
    await phase('the clocks are set forth by an hour', one, async () => {
      setClocks(HOUR_MS);
      await scaled(60);
    });
    const forth = await readsLastMinute(members);
    await phase('the clocks are set right once more', one, async () => {
      setClocks(0);
      await scaled(30);
    });

    for (const person of people) person.stop();
    await Promise.all(running);
    const not_ready = await notReady(members);
    const disagreements = await untilAgreed(observer, members, databaseUrl);
    const acts = people.flatMap((person) => person.acts);
    const checked = await check(acts, databaseUrl);
    ending = true;
    return {
      phases,
      exits,
      confirmed: acts.filter(({ confirmed }) => confirmed).length,
      ...checked,
      disagreements,
      not_ready,
      reads: { back, forth },
    };
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}

type Items = Map<string, { readonly version: number; readonly triage: { readonly version: number } | null }>;

async function boardOf(browser: TestBrowser, { served }: Member): Promise<Items> {
  const { json } = await browser.api(`${served.url}/api/loads`);
  const { items } = json as {
    items: { load_id: string; version: number; triage: { version: number } | null }[];
  };
  return new Map(items.map((item) => [item.load_id, item]));
}

/** What the stream of a server says about it, as long as it runs; reconnects like a browser. */
function follow(browser: TestBrowser, { served }: Member): Told[] {
  const told: Told[] = [];
  const Cookie = `__Host-waypost=${browser.cookie(served.url, '__Host-waypost')?.value}`;
  const read = async () => {
    const answer = await fetch(`${served.url}/api/events`, { headers: { Cookie } });
    let rest = '';
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (rest + part).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const data = /^event: status\ndata: (.*)$/m.exec(event)?.[1];
        if (data === undefined) continue;
        const { state, store_outage } = JSON.parse(data) as { state: string; store_outage: object | null };
        told.push({ at: Date.now(), state, outage: store_outage !== null });
      }
    }
  };
  const again = (): Promise<void> =>
    read()
      .catch(() => undefined)
      .then(() => pause(1_000))
      .then(again);
  void again();
  return told;
}

/** Stops the process while PostgreSQL waits for the next statement of one of its transactions. */
async function freezeInTransaction(member: Member, databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (;;) {
      member.served.child.kill('SIGSTOP');
      const { rowCount } = await client.query(
        "SELECT 1 FROM pg_stat_activity WHERE application_name = $1 AND state = 'idle in transaction'",
        [member.name],
      );
      if (rowCount) break;
      member.served.child.kill('SIGCONT');
      await pause(5);
    }
    member.frozen = true;
  } finally {
    await client.end();
  }
}

async function readsLastMinute(members: readonly Member[]): Promise<number> {
  let reads = 0;
  for (const { served } of members)
    for (const [, calls] of (await metricsOf(served.url)).matchAll(
      /^waypost_service_calls_last_minute\{.*\} (\d+)$/gm,
    ))
      reads += Number(calls);
  return reads;
}

/** Differences between the servers and the database that remain. */
async function untilAgreed(browser: TestBrowser, members: readonly Member[], databaseUrl: string) {
  const { db, close } = await openDatabase(databaseUrl);
  let differences: string[] = [];
  try {
    await until(async () => {
      const boards = await Promise.all(members.map((member) => boardOf(browser, member)));
      const rows = await db
        .selectFrom('watched_load')
        .select(['load_id', 'version'])
        .where('watched', '=', 1)
        .execute();
      const exceptions = await db
        .selectFrom('exception')
        .select(['load_id', 'version'])
        .where('ended_at', 'is', null)
        .execute();
      const versions = new Map(rows.map(({ load_id, version }) => [load_id, version]));
      const triage = new Map(exceptions.map(({ load_id, version }) => [load_id, version]));
      differences = boards.flatMap((board, n) => [
        ...[...versions].flatMap(([id, version]) => {
          const item = board.get(id);
          if (item?.version !== version)
            return [`${members[n]?.name}: ${id} has ${item?.version}, the database ${version}`];
          if ((item.triage?.version ?? null) !== (triage.get(id) ?? null))
            return [`${members[n]?.name}: the exception of ${id} differs`];
          return [];
        }),
        ...[...board.keys()]
          .filter((id) => !versions.has(id))
          .map((id) => `${members[n]?.name}: ${id} is not stored`),
      ]);
      return differences.length === 0;
    });
    return differences;
  } finally {
    await close();
  }
}

/** Every confirmed act is stored, and every stored act is in the activity log exactly once. */
async function check(acts: readonly Act[], databaseUrl: string) {
  const { db, close } = await openDatabase(databaseUrl);
  try {
    const events = await db.selectFrom('exception_event').select(['act_id', 'kind', 'detail']).execute();
    const act_ids = new Set(events.flatMap(({ act_id }) => act_id ?? []));
    const notes = new Set(
      events.flatMap(({ kind, detail }) =>
        kind === 'note' ? [(JSON.parse(detail ?? '{}') as { text: string }).text] : [],
      ),
    );
    const sites = new Set((await db.selectFrom('site').select('name').execute()).map(({ name }) => name));
    const loads = await db.selectFrom('watched_load').select(['load_id', 'watched']).execute();
    const watched = new Map(loads.map(({ load_id, watched }) => [load_id, watched === 1]));
    const log = await db.selectFrom('activity').select(['action', 'target', 'detail']).execute();
    const removed = new Set(acts.filter(({ kind }) => kind === 'unwatch').map(({ mark }) => mark));

    const stored = ({ kind, mark }: Act): boolean => {
      switch (kind) {
        case 'note':
          return notes.has(mark);
        case 'assign':
        case 'snooze':
          return act_ids.has(mark);
        case 'site':
          return sites.has(mark);
        case 'watch':
          return watched.has(mark) && (watched.get(mark) === true || removed.has(mark));
        case 'unwatch':
          return watched.get(mark) === false;
      }
    };
    const ACTIONS = {
      note: 'note_exception',
      site: 'create_site',
      watch: 'watch_loads',
      unwatch: 'unwatch_load',
    };
    const logged = ({ kind, mark }: Act): number => {
      if (kind === 'assign' || kind === 'snooze') return 1;
      return log.filter(
        ({ action, target, detail }) =>
          action === ACTIONS[kind] && (target === mark || (detail ?? '').includes(mark)),
      ).length;
    };
    const found = acts.filter(stored);
    const countOf = (kind: 'assign' | 'snooze') => {
      const events_of = new Set(events.filter((event) => event.kind === kind).map(({ act_id }) => act_id));
      return {
        stored: events_of.size,
        logged: log.filter(({ action }) => action === `${kind}_exception`).length,
      };
    };
    const uneven = (['assign', 'snooze'] as const).flatMap((kind) => {
      const counts = countOf(kind);
      // An act without effect is logged, too.
      return counts.logged < counts.stored
        ? [`${kind}: ${counts.stored} stored, ${counts.logged} logged`]
        : [];
    });
    const named = ({ kind, mark }: Act) => `${kind} ${mark}`;
    return {
      // Acts on an exception that has ended meanwhile, or that somebody else changed, are confirmed as refused.
      lost: acts
        .filter((act) => act.confirmed && act.kind !== 'assign' && act.kind !== 'snooze' && !stored(act))
        .map(named),
      not_logged: [...found.filter((act) => logged(act) === 0).map(named), ...uneven],
      logged_twice: found.filter((act) => logged(act) > 1).map(named),
    };
  } finally {
    await close();
  }
}
