/** What must hold after the cluster soak: acts, posts, emails, events, boards, leases and jobs. */
import type { TriageEvent } from '@waypost/contract/api/triage';
import { LEASES } from '../src/platform/cluster/cluster.ts';
import type { Database } from '../src/platform/store/database.ts';
import type { TestBrowser } from '../src/testing/browser.ts';
import type { AnsweredPost } from '../src/testing/lossy-service.ts';
import type { ReceivedMail } from '../src/testing/mail-server.ts';
import type { Received } from '../src/testing/webhook-receiver.ts';
import { board, compareBoards, compareMonitors } from './cluster-boards.ts';
import type { BoardMirror } from './cluster-mirror.ts';
import { type ClusterAct, isTriage, type Kind } from './cluster-people.ts';
import { metricsOf, type NamedServer, notReady, until } from './members.ts';

export interface Violation {
  readonly what: string;
  readonly evidence: string;
}

interface ClusterCheck {
  readonly db: Database;
  readonly browser: TestBrowser;
  readonly members: readonly NamedServer[];
  readonly mirrors: readonly BoardMirror[];
  readonly acts: readonly ClusterAct[];
  /** At the service. */
  readonly posts: readonly AnsweredPost[];
  readonly mails: readonly ReceivedMail[];
  readonly received: readonly Received[];
  readonly bulkMarks: readonly string[];
  /** Loads that nobody removes. */
  readonly staying: ReadonlySet<string>;
  readonly log: (text: string) => void;
}

type Add = (what: string, evidence: string) => void;

/** An interrupted request counts as unknown after two minutes, and is looked for after that. */
const QUIET_WITHIN_MS = 240_000;
/** A job that is due for longer waits without reason. */
const DUE_MS = 60_000;
const INTENT_KINDS: readonly Kind[] = ['post', 'invitation', 'monitor'];

export async function checkCluster(check: ClusterCheck) {
  const violations: Violation[] = [];
  const counts: Record<string, number> = {};
  const add: Add = (what, evidence) => violations.push({ what, evidence });
  const { db, mirrors, members, log } = check;
  for (const name of await notReady(members)) add('not ready at the end', name);
  log('waiting for quiet');
  await until(() => isQuiet(db), QUIET_WITHIN_MS);
  await checkJobs(check, add, counts);
  log('checking acts');
  await checkTriage(check, add, counts);
  await checkActivity(check, add);
  await checkWatching(check, add);
  await checkSites(check, add);
  await checkPosts(check, add, counts);
  await checkMails(check, add, counts);
  await checkEvents(check, add, counts);
  await checkLeases(members, add);
  log('comparing servers, streams and database');
  await compareBoards(check, add);
  await compareMonitors(check, add);
  for (const mirror of mirrors) for (const fault of mirror.faults) add('event that cannot be applied', fault);
  return { violations, counts };
}

/** No open work of people is left; what the world causes goes on. */
async function isQuiet(db: Database): Promise<boolean> {
  const jobs = await db
    .selectFrom('job')
    .select('id')
    .where('dead_at', 'is', null)
    .where('kind', '!=', 'outgoing_delivery')
    .limit(1)
    .execute();
  const deliveries = await db
    .selectFrom('outgoing_delivery')
    .select('id')
    .where('state', '=', 'waiting')
    .where('created_at', '<', Date.now() - 10_000)
    .limit(1)
    .execute();
  const intents = await db
    .selectFrom('intent')
    .select('id')
    .where('state', '=', 'sending')
    .limit(1)
    .execute();
  const bulk = await db.selectFrom('bulk_job').select('id').where('state', '=', 'running').limit(1).execute();
  return [...jobs, ...deliveries, ...intents, ...bulk].length === 0;
}

async function checkJobs({ db, log }: ClusterCheck, add: Add, counts: Counts): Promise<void> {
  const now = Date.now();
  for (const job of await db.selectFrom('job').selectAll().execute()) {
    const evidence = `${job.kind} ${job.id}: ${job.tries} tries, due ${Math.round((now - job.run_at) / 1_000)} s ago, ${job.problem}`;
    if (job.dead_at !== null) add('job given up', evidence);
    else if (job.run_at < now - DUE_MS && job.claimed_until < now) add('job waits without reason', evidence);
    else if (job.run_at > now && job.problem === null) add('job waits for later without reason', evidence);
    else if (job.kind !== 'outgoing_delivery') log(`left: ${evidence}`);
    counts[`jobs left: ${job.kind}`] = (counts[`jobs left: ${job.kind}`] ?? 0) + 1;
  }
}

async function checkTriage({ db, browser, members, acts }: ClusterCheck, add: Add, counts: Counts) {
  const events = await db
    .selectFrom('exception_event')
    .select(['act_id', 'load_id', 'kind'])
    .where('act_id', 'is not', null)
    .execute();
  const loadsOf = Map.groupBy(events, ({ act_id }) => act_id ?? '');
  const stored = new Map<string, Set<string>>();
  counts['acts stored although not acknowledged'] = 0;
  for (const act of acts) {
    if (!isTriage(act.kind) && act.kind !== 'undo') continue;
    const own = loadsOf.get(act.mark) ?? [];
    const load_ids = new Set(own.map(({ load_id }) => load_id));
    const evidence = `${act.kind} ${act.mark}, ${act.outcome} (${act.statuses.join(', ')})`;
    const missing = act.changed.filter((load_id) => !load_ids.has(load_id));
    if (act.outcome === 'acknowledged' && missing.length > 0)
      add('act acknowledged and not stored', `${evidence}: ${missing.join(', ')}`);
    if (act.kind === 'note' && load_ids.size > 0 && load_ids.size < new Set(act.load_ids).size)
      add('act stored in part', `${evidence}: on ${load_ids.size} of ${act.load_ids.length} loads`);
    if (act.outcome !== 'acknowledged' && load_ids.size > 0)
      counts['acts stored although not acknowledged'] += 1;
    const twice = own.length - new Set(own.map(({ load_id, kind }) => `${load_id} ${kind}`)).size;
    if (twice > 0) add('act stored twice', evidence);
    for (const load_id of load_ids) {
      const ids = stored.get(load_id) ?? new Set();
      stored.set(load_id, ids.add(act.mark));
    }
  }
  for (const { name, served } of members)
    for (const [load_id, act_ids] of stored) {
      const { json } = await browser.api(`${served.url}/api/loads/${load_id}/triage`);
      const shown = new Set(((json.items ?? []) as TriageEvent[]).map(({ act_id }) => act_id));
      const hidden = [...act_ids].filter((act_id) => !shown.has(act_id));
      if (hidden.length > 0) add('act not visible', `${load_id} on ${name}: ${hidden.join(', ')}`);
    }
}

/** Every stored act is in the activity log once; loads that one person removes and watches again as often as that was answered. */
async function checkActivity({ db, acts }: ClusterCheck, add: Add): Promise<void> {
  const rows = await db.selectFrom('activity').select(['action', 'target', 'detail']).execute();
  const marks = (text: string | null) => text?.match(/(site )?[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
  const logged = new Map<string, number>();
  for (const { action, target, detail } of rows)
    for (const mark of new Set([...marks(target), ...marks(detail)]))
      logged.set(`${action} ${mark}`, (logged.get(`${action} ${mark}`) ?? 0) + 1);
  for (const own of Map.groupBy(acts, ({ kind, mark }) => `${kind} ${mark}`).values()) {
    const { kind, mark } = own[0] as ClusterAct;
    const action = ACTIONS[kind];
    if (!action || own.some(({ outcome }) => outcome === 'failed' || outcome === 'unanswered')) continue;
    const times = own.filter(
      ({ outcome, changed }) => outcome === 'acknowledged' && (!isTriage(kind) || changed.length > 0),
    ).length;
    const found = logged.get(`${action} ${mark}`) ?? 0;
    if (found !== times)
      add(
        'not in the activity log as often as acknowledged',
        `${kind} ${mark}: ${times} acknowledged, ${found} logged`,
      );
  }
}

/** Actions of the log, by kind of act, whose entry contains the mark. */
const ACTIONS: Partial<Record<Kind, string>> = {
  note: 'note_exception',
  close: 'close_exception',
  watch: 'watch_loads',
  remove: 'unwatch_load',
  site: 'create_site',
};

type Counts = Record<string, number>;

/** The last answered request about a load decides whether it is watched, unless one is unanswered. */
async function checkWatching({ db, acts }: ClusterCheck, add: Add): Promise<void> {
  const rows = await db.selectFrom('watched_load').select(['load_id', 'watched']).execute();
  const watched = new Map(rows.map((row) => [row.load_id, row.watched === 1]));
  const changes = acts.filter(({ kind }) => kind === 'watch' || kind === 'remove');
  for (const [load_id, own] of Map.groupBy(changes, ({ mark }) => mark)) {
    if (own.some(({ outcome }) => outcome !== 'acknowledged')) continue;
    const last = own.at(-1) as ClusterAct;
    if ((watched.get(load_id) ?? false) !== (last.kind === 'watch'))
      add('act acknowledged and not stored', `${last.kind} ${load_id}`);
  }
}

async function checkSites({ browser, members, acts }: ClusterCheck, add: Add): Promise<void> {
  for (const { name, served } of members) {
    const { json } = await browser.api(`${served.url}/api/sites`);
    const times = Map.groupBy((json.items ?? []) as { name: string }[], (site) => site.name);
    for (const { kind, mark, outcome } of acts) {
      if (kind !== 'site') continue;
      const found = times.get(mark)?.length ?? 0;
      if (outcome === 'acknowledged' ? found !== 1 : found > 1)
        add('site not visible once', `${mark} on ${name}, ${outcome}: ${found} times`);
    }
  }
}

/** Loads, monitors and invitations: what is stored about them agrees with what the service accepted. */
async function checkPosts(check: ClusterCheck, add: Add, counts: Counts): Promise<void> {
  const { db, browser, members, acts, posts, bulkMarks, staying } = check;
  const accepted = new Map<string, number>();
  for (const { body, status } of posts) {
    const mark = /soak-[0-9a-f-]{36}/.exec(body)?.[0];
    if (mark && status < 300) accepted.set(mark, (accepted.get(mark) ?? 0) + 1);
  }
  const rows = await db
    .selectFrom('intent')
    .select(['id', 'kind', 'state', 'subject', 'result_id', 'message'])
    .execute();
  const intents = new Map(rows.map((row) => [row.id, row]));
  const watched = new Map<string, Set<string>>();
  for (const { name, served } of members)
    watched.set(name, new Set((await board(browser, served.url)).keys()));
  for (const act of acts) {
    if (!INTENT_KINDS.includes(act.kind)) continue;
    const intent = intents.get(act.mark);
    const times = accepted.get(`soak-${act.mark}`) ?? 0;
    const evidence = `${act.kind} ${act.mark}, ${act.outcome} (${act.statuses.join(', ')}), ${intent?.state ?? 'not stored'} (${intent?.message ?? ''}), at the service ${times} times`;
    if (act.outcome === 'acknowledged' && !intent) add('act acknowledged and not stored', evidence);
    // An invitation may be repeated: its reference makes that a refresh.
    if (times > 1 && act.kind !== 'invitation') add('posted twice', evidence);
    if (intent?.state === 'done' && times === 0) add('done and not at the service', evidence);
    if ((!intent || intent.state === 'failed') && times > 0) add('at the service and not stored', evidence);
    if (intent?.state === 'sending') add('still sending', evidence);
    if (intent?.state === 'unknown') {
      counts['unknown in the end'] = (counts['unknown in the end'] ?? 0) + 1;
      // Posted loads cannot be found at the service.
      if (times > 0 && act.kind !== 'post') add('unknown and at the service', evidence);
    }
    if (act.kind === 'post' && intent?.state === 'done')
      for (const [name, load_ids] of watched)
        if (!load_ids.has(intent.result_id ?? ''))
          add('posted load not on the board', `${evidence}, ${name}`);
  }
  for (const [name, load_ids] of watched)
    for (const load_id of staying) if (!load_ids.has(load_id)) add('load lost', `${load_id} on ${name}`);
  const bulk = await db.selectFrom('bulk_row').selectAll().execute();
  counts['rows of the bulk job'] = bulk.length;
  const states = new Map(bulk.map((row) => [row.subject, row]));
  for (const mark of bulkMarks) {
    const row = states.get(mark);
    if (row?.state !== 'done' || !accepted.has(mark))
      add(
        'row of the bulk job not done',
        `${mark}: ${row?.state} ${row?.message ?? ''}, at the service ${accepted.get(mark) ?? 0} times`,
      );
  }
}

async function checkMails({ db, acts, mails }: ClusterCheck, add: Add, counts: Counts): Promise<void> {
  const rows = await db.selectFrom('email').selectAll().execute();
  const received = Map.groupBy(mails, ({ to }) => to);
  counts.emails = mails.length;
  for (const { id, recipient, state, message } of rows) {
    const times = received.get(recipient)?.length ?? 0;
    const evidence = `${id}: ${state} (${message ?? ''}), received ${times} times`;
    if (state === 'sent' && times === 0) add('email sent and not received', evidence);
    if (state === 'failed' && times > 0) add('email failed and received', evidence);
    if (state === 'failed' || state === 'waiting' || state === 'sending') add('email not sent', evidence);
    if (state === 'unknown') counts['emails unknown'] = (counts['emails unknown'] ?? 0) + 1;
  }
  const stored = new Set(rows.map(({ id }) => id));
  const recipients = new Set(rows.map(({ recipient }) => recipient));
  for (const { kind, mark, changed, outcome } of acts)
    for (const id of kind === 'email' && outcome === 'acknowledged'
      ? [mark]
      : kind === 'bulk email'
        ? changed
        : [])
      if (!stored.has(id)) add('act acknowledged and not stored', `${kind} ${mark}: ${id}`);
  for (const [to, { length }] of received) {
    if (length > 1) add('email sent twice', `${to}: ${length} times`);
    if (!recipients.has(to)) add('email received and not stored', to);
  }
}

async function checkEvents({ db, received }: ClusterCheck, add: Add, counts: Counts): Promise<void> {
  counts['outgoing events received'] = received.length;
  counts['of these, repeats that say so'] = 0;
  const byEvent = Map.groupBy(received, ({ body }) => body.id);
  for (const [id, tries] of byEvent) {
    const attempts = tries.map(({ body }) => body.delivery_attempt);
    if (attempts.some((attempt, n) => n > 0 && attempt <= (attempts[n - 1] ?? 0)))
      add('event sent twice', `${id}: attempts ${attempts.join(', ')}`);
    else counts['of these, repeats that say so'] += tries.length - 1;
  }
  const events = await db.selectFrom('outgoing_event').select(['id', 'source']).execute();
  const deliveries = await db.selectFrom('outgoing_delivery').selectAll().execute();
  for (const { event_id, state, tries, problem, created_at } of deliveries) {
    const evidence = `${event_id}: ${state}, ${tries} tries, ${problem}`;
    if (state === 'delivered' && !byEvent.has(event_id)) add('event delivered and not received', evidence);
    if (state === 'given_up') add('event not delivered', evidence);
    if (state === 'waiting' && created_at < Date.now() - DUE_MS) add('event not delivered', evidence);
  }
  const sources = new Set(events.map(({ source }) => source));
  const webhook = await db.selectFrom('outgoing_webhook').select('active_since').executeTakeFirstOrThrow();
  const happened = await db
    .selectFrom('exception_event')
    .select(['seq', 'kind', 'at', 'exception_id'])
    .where('exception_id', 'is not', null)
    .where('at', '>=', webhook.active_since)
    .where('at', '<', Date.now() - DUE_MS)
    .execute();
  for (const { seq, kind, at } of happened)
    if (!sources.has(`exception/${seq}`))
      add('no event was created', `${kind}, event ${seq} at ${new Date(at).toISOString()}`);
}

async function checkLeases(members: readonly NamedServer[], add: Add): Promise<void> {
  for (const lease of LEASES) {
    let holders: string[] = [];
    await until(async () => {
      const texts = await Promise.all(members.map(({ served }) => metricsOf(served.url)));
      const line = new RegExp(`^waypost_lease_held\\{lease="${lease}"\\} 1$`, 'm');
      holders = members.filter((_, n) => line.test(texts[n] ?? '')).map(({ name }) => name);
      return holders.length === 1;
    }, 15_000);
    if (holders.length !== 1) add('lease not held once', `${lease}: ${holders.join(', ') || 'nobody'}`);
  }
}
