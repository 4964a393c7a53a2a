/**
 * Posts loads to the tracking service and corrects them. A post is an intent (rule 25); its result is stored together with the end of
 * the intent, so that every posted load reaches the board whenever the server stops. A correction replaces the fields that it contains,
 * so repeating it is harmless.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type {
  CorrectLoadRequest,
  LoadPosting,
  PostLoadRequest,
  SentLoad,
} from '@waypost/contract/api/posted-loads';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { type LoadCreate, postedLoad } from '@waypost/contract/loads';
import { reasonOf } from '../../platform/activity/activity.ts';
import { Problem } from '../../platform/http/problems.ts';
import { BackgroundWorker } from '../../platform/lib/background-worker.ts';
import { isMachine } from '../../platform/lib/person.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import type { IntentRow } from '../../platform/store/intents.ts';
import {
  claimReference,
  claimVersion,
  moveReference,
  type PostedLoadRow,
  releaseVersion,
} from '../../platform/store/posted-loads.ts';
import { putRows, rowOf, rowsOf, updateRow } from '../../platform/store/query.ts';
import { afterCommit, inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Intents, Outcome } from '../../service/intents/intents.ts';
import { openedJson, requestContext } from '../../service/intents/kinds.ts';
import type { IntentListener } from '../../service/intents/listener.ts';
import type { Actor } from '../../service/upstream/actor.ts';
import { CapabilityProbe } from '../../service/upstream/capability-probe.ts';
import type { ServiceClient } from '../../service/upstream/client.ts';
import { ServiceError } from '../../service/upstream/errors.ts';
import { parseJson } from '../../service/upstream/http.ts';
import type { Priority } from '../../service/upstream/request-scheduler.ts';
import type { Board } from '../board/board.ts';
import { cityIndex } from '../geocoding/city-index.ts';
import type { Poller } from '../polling/poller.ts';

interface LoadPosterOptions extends Uses<'db' | 'box' | 'log' | 'activity' | 'now'> {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: ServiceEndpoints;
  readonly board: Board;
  readonly poller: Pick<Poller, 'add' | 'readNow'>;
  readonly intents: Pick<Intents, 'send'>;
  /** Milliseconds until a posted load that could not be added to the board is tried again. */
  readonly retryMs?: number;
}

const RETRY_MS = 1_000;

/** After this many consecutive posts answered with "no such address", posting counts as unsupported. */
const MAX_FAULTS = 2;

/** Another load has this `load_ref`, or may have it. */
export class ReferenceTaken extends Error {}

export class LoadPoster extends ServerPart<LoadPosterOptions> implements IntentListener {
  readonly #post = new CapabilityProbe({ kind: 'list', maxFaults: MAX_FAULTS, now: this.now });
  readonly #correct = new CapabilityProbe({ kind: 'record', now: this.now });
  /** Running correction of each load: the next one of the same load waits for it. */
  readonly #correcting = new Map<string, Promise<unknown>>();

  /** Adds posted loads that are not on the board yet: just posted, interrupted by the end of the process, or failed. */
  readonly #adding = new BackgroundWorker(this.options, {
    task: 'add posted loads to the board',
    retryMs: this.options.retryMs ?? RETRY_MS,
    run: async () => {
      const { db, board } = this.options;
      const rows = await rowsOf(db, 'posted_load', { watched: 0 }, ['sent_at']);
      const archived = await board.archivedAmong(rows.map(({ load_id }) => load_id));
      for (const row of rows) {
        // Somebody removed it since: it stays in the archive.
        if (!archived.has(row.load_id)) await this.#watch(row);
        await updateRow(db, 'posted_load', { load_id: row.load_id }, { watched: 1 });
      }
      return null;
    },
  });

  open(): Promise<void> {
    return this.#adding.run();
  }

  stop(): Promise<void> {
    return this.#adding.stop();
  }

  get state(): LoadPosting {
    const stateOf = (probe: CapabilityProbe) =>
      probe.state === 'no' && probe.worthTrying ? 'unknown' : probe.state;
    return { post: stateOf(this.#post), correct: stateOf(this.#correct) };
  }

  /** Throws the error with which the service refused it; for a machine also `ReferenceTaken`. */
  post(
    body: PostLoadRequest,
    intent_id: string | undefined,
    actor: Actor,
    priority: Priority = 'person',
  ): Promise<Outcome> {
    const { intents } = this.options;
    return this.#post.observe(() => intents.send({ kind: 'load', body, intent_id, priority }, actor));
  }

  /** What was sent with a watched load, if Waypost sent it. Throws 404. */
  async sent(load_id: string): Promise<SentLoad> {
    this.#find(load_id);
    return toSentLoad(load_id, await rowOf(this.options.db, 'posted_load', { load_id }));
  }

  /**
   * Corrects a watched load at the service. Throws 404 when it is not watched, 412 when somebody else has corrected it since `version`,
   * and the errors of the service.
   */
  async correct(
    load_id: string,
    change: CorrectLoadRequest,
    actor: Actor,
  ): Promise<{ readonly item: BoardLoad; readonly sent: SentLoad }> {
    const before = this.#correcting.get(load_id) ?? Promise.resolve();
    const result = before.catch(() => undefined).then(() => this.#sendCorrection(load_id, change, actor));
    this.#correcting.set(load_id, result);
    try {
      return await result;
    } finally {
      if (this.#correcting.get(load_id) === result) this.#correcting.delete(load_id);
    }
  }

  /** People may post a second load with the same number; the first one keeps it. */
  async begun(store: Database, row: IntentRow, body: unknown) {
    if (row.kind !== 'load') return;
    const { load_ref } = body as LoadCreate;
    const claimed = await claimReference(store, load_ref, row.id, this.now());
    if (!claimed && isMachine(row.created_by)) throw new ReferenceTaken();
  }

  async done(store: Database, row: IntentRow, answer: unknown) {
    const created = row.kind === 'load' ? postedLoad.safeParse(answer) : null;
    if (!created?.success) return undefined;
    return this.#posted(store, row, created.data.load_id);
  }

  async identified(store: Database, row: IntentRow, id: string) {
    return row.kind === 'load' ? this.#posted(store, row, id) : undefined;
  }

  async #posted(store: Database, row: IntentRow, id: string) {
    const posted = this.#rowOf(row, id);
    await putRows(store, 'posted_load', ['load_id'], [posted]);
    await updateRow(store, 'load_reference', { intent_id: row.id }, { load_id: posted.load_id });
    return () => this.#adding.run();
  }

  #rowOf(row: IntentRow, load_id: string): PostedLoadRow {
    // The request was validated when it was made. Without its encryption key only the id is left.
    const request = openedJson(this.options.box, row.request, requestContext(row.id)) as LoadCreate | null;
    return {
      load_id: load_id.toLowerCase(),
      load_ref: request?.load_ref ?? row.subject,
      vehicle: request && JSON.stringify(request.vehicle ?? null),
      stops: request && JSON.stringify(request.stops),
      watched: 0,
      version: 1,
      sent_by: row.created_by,
      sent_by_name: row.created_by_name,
      sent_at: this.now(),
    };
  }

  async #watch(row: PostedLoadRow): Promise<void> {
    const { board, poller } = this.options;
    const { load_id, sent_by, sent_by_name: by_name } = row;
    const sent = row.vehicle !== null && parseJson(row.vehicle) !== null;
    const identifiers_sent = row.vehicle === null ? null : { sent, by_name, at: toIso(this.now()) };
    const added = await board.watch([load_id], 'person', sent_by, () => ({ identifiers_sent }));
    if (added.length === 0 && identifiers_sent) await board.recordIdentifiers(load_id, sent, by_name);
    poller.add(added);
  }

  async #sendCorrection(load_id: string, { version, ...change }: CorrectLoadRequest, actor: Actor) {
    const { db, log, board, client, endpoints, activity, poller } = this.options;
    const item = this.#find(load_id);
    const before = await rowOf(db, 'posted_load', { load_id });
    const conflict = (name?: string) => Problem.outdated(name, 'corrected this load');
    if ((before?.version ?? 0) !== version) throw conflict(before?.sent_by_name);
    const token = await actor.token();
    const claim: PostedLoadRow = {
      load_id,
      load_ref: before?.load_ref ?? item.load_ref,
      vehicle: before?.vehicle ?? null,
      stops: before?.stops ?? null,
      watched: 1,
      version: version + 1,
      sent_by: actor.sub,
      sent_by_name: actor.name,
      sent_at: this.now(),
    };
    // Claimed together with the entry of the activity log, before anything is sent.
    const act = await inTransaction(db, async (store) => {
      if (!(await claimVersion(store, claim))) throw conflict();
      const detail = { load_ref: item.load_ref, before: sentBefore(before, change), after: change };
      return activity.start(actor, 'correct_load', load_id, detail, store);
    });
    const send = () =>
      client.call(endpoints.updateLoad, {
        params: { load_id },
        body: change,
        priority: 'person',
        token,
      });
    try {
      // A 404 for an unknown load does not mean that the service lacks the endpoint.
      await (isKnown(item) ? this.#correct.observe(send) : send());
    } catch (error) {
      await act.finish(error instanceof ServiceError && error.status !== null ? 'failed' : 'unknown', {
        reason: reasonOf(error),
      });
      await releaseVersion(db, claim);
      throw error;
    }
    const { load_ref, vehicle, stops } = change;
    const row: PostedLoadRow = {
      ...claim,
      load_ref: load_ref ?? claim.load_ref,
      vehicle: vehicle === undefined ? claim.vehicle : JSON.stringify(vehicle),
      stops: stops === undefined ? claim.stops : JSON.stringify(stops),
      sent_at: this.now(),
    };
    await act.finish('done');
    await afterCommit(log, 'store what was sent with a load', () =>
      inTransaction(db, async (trx) => {
        await putRows(trx, 'posted_load', ['load_id'], [row]);
        if (load_ref !== undefined) await moveReference(trx, load_id, load_ref, this.now());
      }),
    );
    if (vehicle !== undefined)
      await afterCommit(log, 'show whether identifiers were sent', () =>
        board.recordIdentifiers(load_id, vehicle !== null, actor.name),
      );
    // Shows the change immediately; a failed read is recorded on the load itself.
    await poller.readNow(load_id, token).catch(() => undefined);
    await afterCommit(log, 'show a corrected load', () => board.flush());
    return { item: this.#find(load_id), sent: toSentLoad(load_id, row) };
  }

  #find(load_id: string): BoardLoad {
    const load = this.options.board.get(load_id);
    if (!load) throw Problem.notFound('This load is not on the board', 'Add it first');
    return load.item;
  }
}

const isKnown = ({ read_at, read_error }: BoardLoad) => read_at !== null && read_error?.kind !== 'not_found';

function sentBefore(before: PostedLoadRow | undefined, change: Omit<CorrectLoadRequest, 'version'>) {
  if (!before) return null;
  const sent = toSentLoad(before.load_id, before);
  return {
    ...(change.load_ref === undefined ? {} : { load_ref: sent.load_ref }),
    ...(change.vehicle === undefined ? {} : { vehicle: sent.vehicle }),
    ...(change.stops === undefined ? {} : { stops: sent.stops }),
  };
}

function toSentLoad(load_id: string, row: PostedLoadRow | undefined): SentLoad {
  const stops = row?.stops == null ? null : (parseJson(row.stops) as SentLoad['stops']);
  return {
    load_id,
    version: row?.version ?? 0,
    load_ref: row?.load_ref ?? null,
    vehicle_known: row?.vehicle != null,
    vehicle: row?.vehicle == null ? null : (parseJson(row.vehicle) as SentLoad['vehicle']),
    stops,
    city_centers: (stops ?? []).map((stop) => cityIndex().centerAt(stop)),
    sent_by_name: row?.sent_by_name ?? null,
    sent_at: toIso(row?.sent_at ?? null),
  };
}
