/**
 * Exceptions of loads in the database: observations and people's actions are ordered changes across all servers. Each load on the board
 * shows its exception (`triage`).
 */
import { randomUUID } from 'node:crypto';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadTriage, Owner } from '@waypost/contract/api/load-triage';
import {
  HANDOVER_PERIOD_MS,
  type HandoverItem,
  type Refusal,
  type TriageAct,
  type TriageEvent,
  type TriageRequest,
  type TriageResult,
} from '@waypost/contract/api/triage';
import type { Logger } from 'pino';
import type { Action, Activity } from '../../platform/activity/activity.ts';
import { invalidField, Problem } from '../../platform/http/problems.ts';
import type { Lease } from '../../platform/lib/exclusive-work.ts';
import type { Person } from '../../platform/lib/person.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import type { Database } from '../../platform/store/database.ts';
import {
  changeExceptions,
  currentExceptions,
  type ExceptionEventRow,
  type ExceptionRow,
  eventsNotUndone,
  eventsSince,
  exceptionsSince,
  expiredSnoozes,
  lastEnded,
  lastSeq,
  markUndone,
  notesOf,
  peopleSince,
  prepareExceptions,
} from '../../platform/store/exceptions.ts';
import { callsOf, callsSince, type LoadCallRow } from '../../platform/store/load-calls.ts';
import { above, rowsIn, rowsOf } from '../../platform/store/query.ts';
import { afterCommit } from '../../platform/store/transaction.ts';
import type { Board } from '../board/board.ts';
import { ACTIONS, assertPossible, changesCalls, eventDetailOf, loggedDetail, stepsOf } from './acts.ts';
import { CallChanges } from './calls.ts';
import { ExceptionChanges } from './exception-changes.ts';
import {
  type ActContext,
  applyAct,
  basisOf,
  CONTINUES_MS,
  isAddition,
  type Observation,
  observe,
  restore,
  restoreOwner,
} from './reducer.ts';
import {
  detailOf,
  toHandoverItem,
  toLoadCalls,
  toLoadTriage,
  toNote,
  toTriageEvent,
} from './triage-response.ts';

interface TriageOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly activity: Pick<Activity, 'record'>;
  readonly board: Pick<Board, 'get' | 'catchUpFor' | 'ids' | 'flush' | 'recordTriage' | 'recordCalls'>;
  /** Called after each change that other servers have to apply. */
  readonly onCommit: () => void;
  readonly now?: () => number;
}

const PEOPLE_MS = 30 * 24 * 3600_000;
const HISTORY_LENGTH = 200;

/** Maximum loads named in a log entry. */
const MAX_NAMED_LOADS = 20;

interface Refused {
  readonly load_id: string;
  readonly because: Refusal;
  readonly row: ExceptionRow | undefined;
}

export class Triage extends ServerPart<TriageOptions> {
  /** Set on the server that follows the changes of all servers. */
  #lease: Lease | null = null;
  #seq = 0;
  #following: Promise<void> | null = null;
  #isFollowNeeded = false;

  private constructor(options: TriageOptions) {
    super(options);
  }

  static async open(options: TriageOptions): Promise<Triage> {
    const triage = new Triage(options);
    await prepareExceptions(options.db);
    triage.#seq = await lastSeq(options.db);
    return triage;
  }

  /** Events after `seq`, oldest first; at most `limit`. */
  eventsSince(seq: number, limit: number): Promise<ExceptionEventRow[]> {
    return eventsSince(this.options.db, seq, limit);
  }

  /** Applies observations: opens, wakes and ends exceptions. */
  async observe(observations: readonly Observation[]): Promise<void> {
    if (observations.length === 0) return;
    const now = this.now();
    const rows = await changeExceptions(this.options.db, async (trx, next) => {
      const load_ids = observations.map(({ load_id }) => load_id);
      const current = await currentExceptions(trx, load_ids);
      const opening = observations.filter(({ load_id, cause }) => cause !== null && !current.has(load_id));
      const last = await lastEnded(
        trx,
        opening.map(({ load_id }) => load_id),
      );
      const changes = new ExceptionChanges(next, now);
      for (const one of observations)
        for (const happened of observe(current.get(one.load_id), last.get(one.load_id), one, now, randomUUID))
          changes.add(happened);
      await changes.save(trx);
      return [...changes.rows.values()];
    });
    await this.#committed(rows);
  }

  expiredSnoozes(): Promise<string[]> {
    return expiredSnoozes(this.options.db, this.now());
  }

  /** Applies a person's action to many loads. A repeated `act_id` is applied once. */
  async act({ act_id, act, items }: TriageRequest, by: Person): Promise<TriageResult> {
    const { db, board } = this.options;
    const now = this.now();
    const wanted = new Map(items.map(({ load_id, version }) => [load_id, version]));
    const load_ids = [...wanted.keys()];
    await board.catchUpFor(load_ids);
    assertPossible(act, load_ids, (load_id) => board.get(load_id)?.item, now);
    const owner = await this.#personOf(act, by);
    const { rows, calls, done, changed, refused } = await changeExceptions(db, async (trx, next) => {
      const earlier = await rowsOf(trx, 'exception_event', { act_id }, ['seq']);
      const current = await currentExceptions(trx, load_ids);
      const changes = new ExceptionChanges(next, now, { act_id, by });
      const calls = await CallChanges.read(trx, changesCalls(act) ? load_ids : []);
      const outcome = { done: [] as string[], changed: [] as string[], refused: [] as Refused[] };
      if (earlier.length > 0) {
        const before = new Set(earlier.map(({ load_id }) => load_id));
        for (const load_id of load_ids)
          if (before.has(load_id)) outcome.done.push(load_id);
          else outcome.refused.push({ load_id, because: 'changed', row: current.get(load_id) });
        const explained = await this.#explain(trx, outcome.refused);
        return { rows: [], calls: [], done: outcome.done, changed: outcome.done, refused: explained };
      }
      const offered =
        act.kind === 'decline' ? await this.#offeredTo(trx, by, [...current.values()]) : new Set();
      for (const [load_id, version] of wanted) {
        const load = board.get(load_id)?.item;
        const row = current.get(load_id);
        const refuse = (because: Refusal) => outcome.refused.push({ load_id, because, row });
        if (!load) refuse('not_watched');
        else if (!row && !isAddition(act)) refuse('over');
        else if (row && !isAddition(act) && row.version !== version && row.acted_by !== by.sub)
          refuse(row.closed_at === null ? 'changed' : 'closed');
        else if (act.kind === 'decline' && !offered.has(load_id)) refuse('not_offered');
        else if (act.kind === 'clear_eta' && !calls.hasEta(load_id)) outcome.done.push(load_id);
        else {
          const refused = this.#apply(changes, calls, load, row, { act, by, owner, now });
          if (refused !== null) refuse(refused);
          else {
            outcome.done.push(load_id);
            if (changes.changed(load_id)) outcome.changed.push(load_id);
          }
        }
      }
      await changes.save(trx);
      await calls.save(trx);
      await this.#record(trx, by, ACTIONS[act.kind], outcome.changed, loggedDetail(act, owner));
      const refused = await this.#explain(trx, outcome.refused);
      const rows = [...changes.rows.values()];
      return { ...outcome, rows, calls: [...calls.rows.values()], refused };
    });
    await this.#committed(rows, calls);
    return { act_id, done, changed, refused };
  }

  /** Applies all steps of an act to one load. Returns why the act is refused; null when it is not. */
  #apply(
    changes: ExceptionChanges,
    calls: CallChanges,
    load: BoardLoad,
    row: ExceptionRow | undefined,
    context: Pick<ActContext, 'act' | 'by' | 'owner' | 'now'>,
  ): Refusal | null {
    const { act, by, now } = context;
    let current = row;
    for (const step of stepsOf(act, row, calls.etaOf(load.load_id))) {
      const detail = eventDetailOf(step, load, calls);
      if (current) {
        // A snooze with a new ETA does not end because that ETA is later.
        const basis = basisOf(
          changesCalls(act) ? { ...load, dispatcher_eta: calls.etaOf(load.load_id) } : load,
          now,
        );
        const owner = step === act ? context.owner : { sub: by.sub, name: by.name };
        const happened = applyAct(current, { ...context, owner, act: step, basis, detail });
        if (happened === null) continue;
        if ('refused' in happened) {
          // A call about a closed exception is logged, but does not snooze it.
          if (step === act) return happened.refused;
          continue;
        }
        current = changes.add(happened, isAddition(step) ? current : undefined);
      } else if (isAddition(step)) changes.addEvent({ kind: step.kind, detail, load, exception: null });
      const event = changes.events.at(-1);
      if (event && changesCalls(step)) calls.apply(step, event);
    }
    return null;
  }

  /** Undoes a person's own action on the loads that have not changed since. */
  async undo(undone_id: string, by: Person): Promise<TriageResult> {
    const { db } = this.options;
    const now = this.now();
    const act_id = randomUUID();
    const { rows, calls, done, changed, refused } = await changeExceptions(db, async (trx, next) => {
      const events = await rowsOf(trx, 'exception_event', { act_id: undone_id }, ['seq']);
      const [first] = events;
      if (!first || first.sub !== by.sub || first.kind === 'undo')
        throw new Problem(404, 'not_found', 'You have no action to undo here', {
          detail: 'It may be too old to undo',
        });
      const load_ids = [...new Set(events.map(({ load_id }) => load_id))];
      const current = await currentExceptions(trx, load_ids);
      const ended = await lastEnded(trx, load_ids, now - CONTINUES_MS);
      const changes = new ExceptionChanges(next, now, { act_id, by });
      const calls = await CallChanges.read(trx, load_ids);
      const outcome = { done: [] as string[], refused: [] as Refused[] };
      const noted: ExceptionRow[] = [];
      const undone_calls: { readonly call: ExceptionEventRow; readonly undo: ExceptionEventRow }[] = [];
      for (const [load_id, own] of Map.groupBy(events, (event) => event.load_id)) {
        const [event] = own as [ExceptionEventRow];
        const row = current.get(load_id);
        const refuse = (because: Refusal) => outcome.refused.push({ load_id, because, row });
        const { before } = detailOf(event);
        const undo = { kind: 'undo', detail: { reason: event.kind } } as const;
        /** Undefined: the act has only added something. */
        const last = own.findLast((one) => !isAddition(one));
        const is_same = row !== undefined && row.id === event.exception_id;
        const since = last ? await rowsOf(trx, 'exception_event', { load_id, seq: above(last.seq) }) : [];
        const is_unchanged = last !== undefined && !since.some(isDecision);
        // Another cause has taken over owner and notes.
        const is_continued =
          row !== undefined && !is_same && now - event.at <= CONTINUES_MS && event.exception_id !== null;
        if (event.undone_at !== null) outcome.done.push(load_id);
        else if (last && is_same && !is_unchanged) refuse('changed');
        else if (
          !isAddition(event) &&
          !(before && (is_same || (is_continued && event.kind === 'assign' && is_unchanged)))
        )
          refuse('over');
        else {
          const about = row ?? ended.get(load_id);
          const is_restored = row !== undefined && before !== undefined && is_unchanged;
          if (about && (is_continued || about.id === event.exception_id)) {
            const has_note = own.some(({ kind }) => kind === 'note');
            const restored = !is_restored
              ? about
              : is_same
                ? restore(
                    about,
                    before,
                    since.some(({ sub }) => sub === null),
                  )
                : restoreOwner(about, before);
            const exception = { ...restored, notes: about.notes - Number(has_note) };
            const changed = changes.add({ ...undo, exception }, is_restored ? undefined : about);
            if (has_note) noted.push(changed);
          } else changes.addEvent({ ...undo, load: event, exception: null });
          const logged = changes.events.at(-1);
          if (logged && isAddition(event) && event.kind !== 'note')
            undone_calls.push({ call: event, undo: logged });
          outcome.done.push(load_id);
        }
      }
      await markUndone(trx, undone_id, outcome.done, now);
      await this.#countNotes(trx, noted, changes);
      for (const { call, undo } of undone_calls) await calls.undo(trx, call, undo);
      await changes.save(trx);
      await calls.save(trx);
      const undone = ACTIONS[first.kind as TriageAct['kind']];
      const earlier = new Set(events.flatMap((one) => (one.undone_at === null ? [] : [one.load_id])));
      const changed = outcome.done.filter((load_id) => !earlier.has(load_id));
      await this.#record(trx, by, 'undo_exception_act', changed, { undone });
      const refused = await this.#explain(trx, outcome.refused);
      const rows = [...changes.rows.values()];
      return { rows, calls: [...calls.rows.values()], done: outcome.done, changed, refused };
    });
    await this.#committed(rows, calls);
    return { act_id, done, changed, refused };
  }

  /** Sets the newest remaining note of exceptions after the undo of a note. */
  async #countNotes(trx: Database, rows: readonly ExceptionRow[], changes: ExceptionChanges): Promise<void> {
    const left = new Map<string, ExceptionEventRow>();
    const load_ids = rows.map(({ load_id }) => load_id);
    for (const note of await notesOf(trx, load_ids)) left.set(note.load_id, note);
    for (const row of rows) {
      const note = row.notes > 0 ? left.get(row.load_id) : undefined;
      changes.rows.set(row.id, { ...row, last_note: note ? JSON.stringify(toNote(note)) : null });
    }
  }

  async history(load_id: string): Promise<TriageEvent[]> {
    const { db } = this.options;
    const newest = await rowsOf(db, 'exception_event', { load_id }, ['-seq'], HISTORY_LENGTH);
    return newest.map(toTriageEvent);
  }

  async handover(): Promise<HandoverItem[]> {
    const { db, board } = this.options;
    const rows = (await rowsOf(db, 'exception', { ended_at: null })).filter(
      ({ load_id, owner_sub, closed_at }) => owner_sub !== null && closed_at === null && board.get(load_id),
    );
    return this.#handoverOf(db, rows);
  }

  /** The loads whose offer names this person. */
  async #offeredTo(db: Database, { sub }: Person, rows: readonly ExceptionRow[]): Promise<Set<string>> {
    const items = await this.#handoverOf(db, rows);
    return new Set(items.filter(({ offer }) => offer?.to?.sub === sub).map(({ load_id }) => load_id));
  }

  async #handoverOf(db: Database, rows: readonly ExceptionRow[]): Promise<HandoverItem[]> {
    const now = this.now();
    const load_ids = rows.map(({ load_id }) => load_id);
    const events = await eventsNotUndone(db, load_ids, now - HANDOVER_PERIOD_MS);
    const byLoad = Map.groupBy(events, ({ load_id }) => load_id);
    return rows.map((row) => toHandoverItem(row, byLoad.get(row.load_id) ?? [], now));
  }

  people(): Promise<Owner[]> {
    return peopleSince(this.options.db, this.now() - PEOPLE_MS);
  }

  /** Applies changes of other servers, or from before a restart. Does nothing on a server that does not follow them. */
  async catchUp(): Promise<void> {
    if (!this.#lease?.isHeld()) return;
    this.#isFollowNeeded = true;
    this.#following ??= this.#applyChanges().finally(() => {
      this.#following = null;
    });
    await this.#following;
  }

  /**
   * Publishes all exceptions to the board, and follows changes from now on. Returns loads with an exception that are not on the board.
   */
  async follow(lease: Lease): Promise<string[]> {
    const { db, board } = this.options;
    const seq = await lastSeq(db);
    const rows = new Map(
      (await rowsOf(db, 'exception', { ended_at: null })).map((row) => [row.load_id, row]),
    );
    for (const load_id of board.ids()) {
      const row = rows.get(load_id);
      if (row) board.recordTriage(load_id, toLoadTriage(row), row.change);
      else if (board.get(load_id)?.item.triage) board.recordTriage(load_id, null, seq);
    }
    this.#seq = seq;
    this.#lease = lease;
    return [...rows.keys()].filter((load_id) => !board.get(load_id));
  }

  async #applyChanges(): Promise<void> {
    while (this.#isFollowNeeded) {
      this.#isFollowNeeded = false;
      const { db } = this.options;
      const seq = await lastSeq(db);
      if (seq === this.#seq) continue;
      this.#publishToBoard(await exceptionsSince(db, this.#seq));
      this.#publishCalls(await callsSince(db, this.#seq));
      this.#seq = seq;
    }
  }

  /** One entry for each act, whatever the number of loads. */
  async #record(
    trx: Database,
    by: Person,
    action: Action,
    load_ids: readonly string[],
    detail: object,
  ): Promise<void> {
    if (load_ids.length === 0) return;
    const { activity, board } = this.options;
    const load_refs = load_ids
      .slice(0, MAX_NAMED_LOADS)
      .map((load_id) => board.get(load_id)?.item.load_ref ?? load_id);
    await activity.record(trx, by, action, load_ids.length === 1 ? load_ids[0] : null, {
      loads: load_ids.length,
      load_refs,
      ...detail,
    });
  }

  async #committed(rows: readonly ExceptionRow[], calls: readonly LoadCallRow[] = []): Promise<void> {
    const { log, board, onCommit } = this.options;
    await afterCommit(log, 'show changed exceptions on the board', async () => {
      this.#publishToBoard(rows);
      this.#publishCalls(calls);
      if (this.#lease?.isHeld()) await this.catchUp();
      else onCommit();
      if (rows.length + calls.length > 0) await board.flush();
    });
  }

  #publishToBoard(rows: readonly ExceptionRow[]): void {
    for (const row of rows.toSorted((a, b) => a.change - b.change))
      this.options.board.recordTriage(
        row.load_id,
        row.ended_at === null ? toLoadTriage(row) : null,
        row.change,
      );
  }

  /** The person whom an act assigns or offers loads to; null: nobody named. */
  async #personOf(act: TriageAct, by: Person): Promise<Owner | null> {
    if (act.kind === 'assign') {
      if (act.sub === undefined || act.sub === by.sub) return { sub: by.sub, name: by.name };
      return act.sub === null ? null : this.#recentPerson(act.sub, 'body.act.sub');
    }
    if (act.kind !== 'offer' || act.to_sub === undefined) return null;
    if (act.to_sub === by.sub)
      throw invalidField('body.act.to_sub', act.to_sub, 'must be somebody other than yourself');
    return this.#recentPerson(act.to_sub, 'body.act.to_sub');
  }

  async #recentPerson(sub: string, field: string): Promise<Owner> {
    const person = (await this.people()).find((one) => one.sub === sub);
    if (!person) throw invalidField(field, sub, 'has not signed in within the last 30 days');
    return person;
  }

  /** Publishes what is known from calls about loads that have come to the board, or that this server leads now. */
  async publishCalls(load_ids: readonly string[]): Promise<void> {
    this.#publishCalls([...(await callsOf(this.options.db, load_ids)).values()]);
  }

  #publishCalls(rows: readonly LoadCallRow[]): void {
    for (const row of rows) this.options.board.recordCalls(row.load_id, toLoadCalls(row), row.change);
  }

  /** Adds the last event and the current state to refusals. */
  async #explain(trx: Database, refused: readonly Refused[]): Promise<TriageResult['refused']> {
    const seqs = refused.flatMap(({ row }) => (row ? [row.version] : []));
    const rows = await rowsIn(trx, 'exception_event', 'seq', seqs);
    const events = new Map(rows.map((event) => [event.seq, event]));
    return refused.map(({ load_id, because, row }) => {
      const last = row && events.get(row.version);
      const triage: LoadTriage | null = row ? toLoadTriage(row) : null;
      return { load_id, because, last: last ? toTriageEvent(last) : null, triage };
    });
  }
}

/** Whether a person has changed the exception, and has not undone that since. */
const isDecision = (event: ExceptionEventRow): boolean =>
  event.sub !== null && event.undone_at === null && event.kind !== 'undo' && !isAddition(event);

export const removedObservation = (load_id: string): Observation => ({
  load_id,
  load_ref: null,
  cause: null,
  basis: null,
});
