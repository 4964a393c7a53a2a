/** People of the cluster soak: each acts on what its event stream shows, on a random server for each request. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { CreatedInvitation } from '@waypost/contract/api/intents';
import type { JobEmails } from '@waypost/contract/api/messages';
import type { TriageAct, TriageResult } from '@waypost/contract/api/triage';
import type { TestBrowser } from '../src/testing/browser.ts';
import type { BoardMirror } from './cluster-mirror.ts';
import { createBody, pause } from './kill-traffic.ts';
import { uuidOf } from './random.ts';

const TRIAGE = ['note', 'take', 'give', 'snooze', 'close', 'call'] as const;
type TriageKind = (typeof TRIAGE)[number];
export const KINDS = [
  ...TRIAGE,
  'undo',
  'watch',
  'remove',
  'site',
  'post',
  'invitation',
  'monitor',
  'email',
  'bulk',
  'bulk email',
] as const;
export type Kind = (typeof KINDS)[number];

export interface ClusterAct {
  readonly kind: Kind;
  /** In what is stored: the id of an act, a load, an intent, an email or a job; the name of a site. */
  mark: string;
  readonly load_ids: readonly string[];
  /** Loads that the answer reports as changed, or undone; for emails of a job, their ids. */
  changed: readonly string[];
  /** `refused`: 4xx. Several tries count as the last one. */
  outcome: 'acknowledged' | 'refused' | 'failed' | 'unanswered';
  undone: boolean;
  /** Of each try. */
  readonly statuses: (number | null)[];
}

export interface ClusterPersonOptions {
  readonly name: string;
  /** A random server. */
  readonly server: () => string;
  readonly browser: TestBrowser;
  readonly random: () => number;
  readonly mirror: BoardMirror;
  readonly may_onboard: boolean;
  /** Loads that only this person removes and watches again. */
  readonly own_load_ids: readonly string[];
  /** Loads that nobody removes. */
  readonly staying: ReadonlySet<string>;
  readonly vehicle_id: string;
  /** To whom exceptions are given. */
  readonly subs: readonly string[];
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Repeating it does nothing twice. */
  readonly repeatable?: boolean;
}

const ANSWER_WITHIN_MS = 15_000;
const MAX_REPEATS = 4;
/** Statuses that a fault of the database or a conflict between people excuses; 401 and 500 are not among them. */
const EXCUSED = [400, 404, 409, 412, 422, 503];
const HOUR_MS = 3_600_000;

export class ClusterPerson {
  readonly acts: ClusterAct[] = [];
  readonly wrong: string[] = [];
  readonly #options: ClusterPersonOptions;
  /** Own loads by whether they are watched; those with an unanswered request are left alone. */
  readonly #own: Map<string, boolean>;
  readonly #invitations: string[] = [];
  #stopped = false;

  constructor(options: ClusterPersonOptions) {
    this.#options = options;
    this.#own = new Map(options.own_load_ids.map((load_id) => [load_id, true]));
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      await this.#act();
      await pause(200 + this.#options.random() * 1_000);
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Sends a job of invitations after `startAfterMs`, and asks for their emails twice, each time `emailAfterMs` later. */
  async bulk(marks: readonly string[], startAfterMs: number, emailAfterMs: number): Promise<void> {
    await pause(startAfterMs);
    const id = this.#id();
    const rows = marks.map((mark) => ({ fleet_ref: mark, fleet_email: `${mark}@fleet.example` }));
    const body = { id, kind: 'invitation', name: 'soak.csv', rows };
    await this.#send('bulk', id, [], { method: 'POST', path: '/api/bulk', body, repeatable: true });
    const emails = {
      method: 'POST',
      path: `/api/bulk/${id}/emails`,
      body: { language: 'en', zone: 'America/Chicago' },
      repeatable: true,
    };
    // The second time for rows that were not done yet.
    for (let times = 0; times < 2; times += 1) {
      await pause(emailAfterMs);
      const done = await this.#send('bulk email', id, [], emails);
      const { items = [] } = (done?.json ?? {}) as Partial<JobEmails>;
      if (done) done.act.changed = items.flatMap(({ email }) => email?.id ?? []);
    }
  }

  #act(): Promise<void> {
    const { may_onboard } = this.#options;
    const roll = this.#options.random();
    if (roll < 0.55) return this.#triage();
    if (roll < 0.62) return this.#undo();
    if (roll < 0.76) return this.#watchOrRemove();
    if (roll < 0.81) return this.#site();
    if (roll < 0.86) return this.#post();
    if (roll < 0.9 || !may_onboard) return this.#create('monitor');
    return roll < 0.95 ? this.#create('invitation') : this.#email();
  }

  async #triage(): Promise<void> {
    const { random, mirror, staying, subs } = this.#options;
    const kind = this.#oneOf(TRIAGE);
    const loads = [...mirror.items.values()].filter(({ load_id }) => staying.has(load_id));
    const open = loads.filter(({ triage }) => triage !== null && triage !== undefined);
    const load = this.#oneOf(kind === 'note' || open.length === 0 ? loads : open);
    if (!load) return;
    const act_id = this.#id();
    const act = this.#triageAct(kind, load, act_id, subs);
    // A note is never refused: it is on all three loads, or on none.
    const others = kind === 'note' ? [this.#oneOf(loads), this.#oneOf(loads)] : [];
    const chosen = new Map([load, ...others].flatMap((one) => (one ? [[one.load_id, one] as const] : [])));
    const items = [...chosen.values()].map(({ load_id, triage }) => ({
      load_id,
      version: triage?.version ?? 0,
    }));
    const done = await this.#send(kind, act_id, [...chosen.keys()], {
      method: 'POST',
      path: '/api/triage/acts',
      body: { act_id, act, items },
      repeatable: random() < 0.8,
    });
    if (done) done.act.changed = (done.json as unknown as TriageResult).changed;
  }

  #triageAct(kind: TriageKind, load: BoardLoad, act_id: string, subs: readonly string[]): TriageAct {
    const text = `soak ${act_id}`;
    const later = new Date(Date.now() + 2 * HOUR_MS).toISOString();
    switch (kind) {
      case 'note':
        return { kind, text };
      case 'take':
        return { kind: 'assign' };
      case 'give':
        return { kind: 'assign', sub: this.#oneOf(subs) };
      case 'snooze':
        return { kind, until: later };
      case 'close':
        return { kind, reason: 'known', text };
      case 'call': {
        const stop_sequence = load.stops?.at(-1)?.sequence;
        if (stop_sequence === undefined) return { kind, outcome: 'reached', text };
        return { kind, outcome: 'eta', text, eta: { stop_sequence, at: later }, take: true };
      }
    }
  }

  async #undo(): Promise<void> {
    const own = this.acts
      .filter(({ kind, changed, undone }) => isTriage(kind) && changed.length > 0 && !undone)
      .slice(-5);
    const earlier = this.#oneOf(own);
    if (!earlier) return;
    const body = { act_id: earlier.mark };
    const done = await this.#send('undo', '', earlier.load_ids, {
      method: 'POST',
      path: '/api/triage/undo',
      body,
    });
    if (!done) return;
    const { act_id, changed } = done.json as unknown as TriageResult;
    done.act.mark = act_id;
    done.act.changed = changed;
    earlier.undone = true;
  }

  async #watchOrRemove(): Promise<void> {
    const load_id = this.#oneOf([...this.#own.keys()]);
    if (load_id === undefined) return;
    const isWatched = this.#own.get(load_id) === true;
    const request = isWatched
      ? { method: 'DELETE', path: `/api/loads/${load_id}` }
      : { method: 'POST', path: '/api/loads', body: { load_id } };
    const done = await this.#send(isWatched ? 'remove' : 'watch', load_id, [load_id], request);
    if (done) this.#own.set(load_id, !isWatched);
    // It may still be carried out, by a server that was frozen when it received it.
    else this.#own.delete(load_id);
  }

  async #site(): Promise<void> {
    const { random } = this.#options;
    const name = `site ${this.#id()}`;
    const body = { name, latitude: 40 + random(), longitude: -100 + random(), radius_meters: 500 };
    await this.#send('site', name, [], { method: 'POST', path: '/api/sites', body });
  }

  async #post(): Promise<void> {
    const id = this.#id();
    const circle = { latitude: 35.2, longitude: -101.8 };
    const stops = [circle, { ...circle, longitude: -97.5 }];
    await this.#sendIntent('post', '/api/posted-loads', id, { load_ref: `soak-${id}`, stops });
  }

  async #create(kind: 'invitation' | 'monitor'): Promise<void> {
    const { vehicle_id } = this.#options;
    const id = this.#id();
    const body = createBody({ kind, mark: `soak-${id}` }, { connection_id: '', vehicle_id });
    const done = await this.#sendIntent(kind, `/api/${kind}s`, id, body);
    const key = done && kind === 'invitation' && (done.json as unknown as CreatedInvitation).result?.key;
    if (key) this.#invitations.push(key);
  }

  async #email(): Promise<void> {
    const key = this.#invitations.shift();
    if (key === undefined) return;
    const id = this.#id();
    const body = { id, to: `${id}@fleet.example`, language: 'en', zone: 'America/Chicago' };
    const path = `/api/invitations/${key}/email`;
    await this.#send('email', id, [], { method: 'POST', path, body, repeatable: true });
  }

  #sendIntent(kind: Kind, path: string, id: string, body: unknown) {
    const headers = { 'Idempotency-Key': id };
    return this.#send(kind, id, [], { method: 'POST', path, body, headers, repeatable: true });
  }

  /** The act and its answer if it was acknowledged. */
  async #send(kind: Kind, mark: string, load_ids: readonly string[], request: Request) {
    const act: ClusterAct = {
      kind,
      mark,
      load_ids,
      changed: [],
      undone: false,
      outcome: 'unanswered',
      statuses: [],
    };
    this.acts.push(act);
    const { method, path, repeatable = false, ...rest } = request;
    for (let tries = 0; tries <= MAX_REPEATS; tries += 1) {
      const url = this.#options.server();
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const answer = await this.#options.browser
        .api(`${url}${path}`, { method, ...rest, signal })
        .catch(() => null);
      const status = answer?.status ?? null;
      act.statuses.push(status);
      act.outcome = outcomeOf(status);
      if (answer && act.outcome === 'acknowledged') return { act, json: answer.json };
      if (answer && !EXCUSED.includes(answer.status))
        this.wrong.push(`${answer.status} ${method} ${path} on ${url}: ${answer.text.slice(0, 200)}`);
      if (!repeatable || (status !== null && status < 500) || this.#stopped) return null;
      await pause(1_500);
    }
    return null;
  }

  #oneOf<T>(all: readonly T[]): T {
    return all[Math.floor(this.#options.random() * all.length)] as T;
  }

  #id(): string {
    return uuidOf(this.#options.random);
  }
}

export const isTriage = (kind: Kind) => (TRIAGE as readonly Kind[]).includes(kind);

function outcomeOf(status: number | null): ClusterAct['outcome'] {
  if (status === null) return 'unanswered';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'acknowledged';
}
