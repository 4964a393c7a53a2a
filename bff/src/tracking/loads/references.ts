/**
 * Loads by the sender's own reference, `load_ref`: a machine that sends the same one again gets the load that has it, and never a second
 * one. It is claimed in the transaction that stores the request, before anything is sent, whichever server gets it.
 */
import { isDeepStrictEqual } from 'node:util';
import type { LoadReference, PutLoad, PutLoadRow } from '@waypost/contract/api/machine-posting';
import {
  type CorrectLoadRequest,
  type PostLoadRequest,
  postLoadRequest,
} from '@waypost/contract/api/posted-loads';
import { invalid, Problem, problemBody, toProblem } from '../../platform/http/problems.ts';
import { forEachConcurrently } from '../../platform/lib/async.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import type { Database } from '../../platform/store/database.ts';
import { loadReference } from '../../platform/store/posted-loads.ts';
import { rowOf, rowsOf } from '../../platform/store/query.ts';
import type { Outcome } from '../../service/intents/intents.ts';
import { toIntentResponse } from '../../service/intents/kinds.ts';
import type { Actor } from '../../service/upstream/actor.ts';
import type { Priority } from '../../service/upstream/request-scheduler.ts';
import type { Board } from '../board/board.ts';
import { type LoadPoster, ReferenceTaken } from './posting.ts';

interface LoadReferencesOptions {
  readonly db: Database;
  readonly board: Pick<Board, 'has' | 'withReference' | 'catchUp'>;
  readonly poster: LoadPoster;
  /** Milliseconds after which a request for many loads is answered, with what is not sent yet. */
  readonly answerMs?: number;
}

const ROWS_AT_ONCE = 8;
/** Below the usual timeouts of clients and proxies. */
const ANSWER_MS = 20_000;

export class LoadReferences extends ServerPart<LoadReferencesOptions> {
  /** Null: no load, and no request for one, has this reference. */
  async find(load_ref: string): Promise<LoadReference | null> {
    const { db, board, poster } = this.options;
    const claim = await loadReference(db, load_ref);
    const row = claim?.intent_id ? await rowOf(db, 'intent', { id: claim.intent_id }) : undefined;
    const intent = row && row.state !== 'failed' ? toIntentResponse(row) : null;
    const known = claim?.load_id ?? intent?.result_id ?? null;
    const load_id = known ?? board.withReference(load_ref) ?? (await this.#archived(load_ref));
    if (load_id === null) return intent && { load_ref, state: 'pending', load_id, intent };
    if (!board.has(load_id)) {
      // Posted a moment ago, here or at another server: it comes to the board first.
      await poster.open();
      await board.catchUp();
    }
    return { load_ref, state: board.has(load_id) ? 'on_board' : 'archived', load_id, intent };
  }

  async #archived(load_ref: string): Promise<string | null> {
    const [row] = await rowsOf(this.options.db, 'archived_load', { load_ref }, ['-n'], 1);
    return row?.load_id ?? null;
  }

  /** Throws 409 if another load has this reference, and the errors of the tracking service. */
  async post(body: PostLoadRequest, intent_id: string | undefined, actor: Actor): Promise<Outcome> {
    const { db, poster } = this.options;
    const is_repeat = intent_id !== undefined && (await rowOf(db, 'intent', { id: intent_id })) !== undefined;
    const found = is_repeat ? null : await this.find(body.load_ref);
    if (found) throw taken(found);
    try {
      return await poster.post(body, intent_id, actor);
    } catch (error) {
      if (!(error instanceof ReferenceTaken)) throw error;
      throw taken(await this.find(body.load_ref));
    }
  }

  /**
   * Posts a load, or corrects the one on the board with the same reference where it differs. Throws 412 when somebody else has just
   * corrected it, and the errors of the tracking service.
   */
  async put(body: PostLoadRequest, actor: Actor, priority: Priority): Promise<PutLoad> {
    const { board, poster } = this.options;
    const { load_ref } = body;
    const found = await this.find(load_ref);
    if (found)
      return this.#correct(found, body, actor).catch(async (error: unknown) => {
        // Somebody has just removed it: then it is as any other load in the archive.
        const after = board.has(found.load_id ?? '') ? null : await this.find(load_ref);
        if (after?.state !== 'archived') throw error;
        return { ...after, outcome: 'unchanged' };
      });
    try {
      const { row } = await poster.post(body, undefined, actor, priority);
      const state = row.state === 'done' ? 'on_board' : 'pending';
      return { outcome: 'posted', load_ref, state, load_id: row.result_id, intent: toIntentResponse(row) };
    } catch (error) {
      if (!(error instanceof ReferenceTaken)) throw error;
      const holder = await this.find(load_ref);
      if (!holder) throw taken(null);
      return { ...holder, outcome: 'unchanged' };
    }
  }

  async #correct(found: LoadReference, body: PostLoadRequest, actor: Actor): Promise<PutLoad> {
    const { poster } = this.options;
    const { load_id } = found;
    if (found.state !== 'on_board' || load_id === null) return { ...found, outcome: 'unchanged' };
    const { version, vehicle, stops } = await poster.sent(load_id);
    const change: Omit<CorrectLoadRequest, 'version'> = {
      // An omitted truck stays: a dispatcher may have assigned it.
      ...(body.vehicle === undefined || isDeepStrictEqual(body.vehicle, vehicle)
        ? {}
        : { vehicle: body.vehicle }),
      ...(isDeepStrictEqual(body.stops, stops) ? {} : { stops: body.stops }),
    };
    if (Object.keys(change).length === 0) return { ...found, outcome: 'unchanged' };
    await poster.correct(load_id, { version, ...change }, actor);
    return { ...found, outcome: 'corrected' };
  }

  /** Each row by itself, in the order of the request: a bad one hinders no other. */
  async putAll(rows: readonly unknown[], actor: Actor): Promise<PutLoadRow[]> {
    const results: (PutLoadRow | undefined)[] = rows.map(() => undefined);
    const late = AbortSignal.timeout(this.options.answerMs ?? ANSWER_MS);
    const work = forEachConcurrently([...rows.keys()], ROWS_AT_ONCE, late, async (n) => {
      results[n] = await this.#putRow(rows[n], actor);
    });
    // What has begun is finished after the answer, and found by its reference.
    const is_late = new Promise<void>((resolve) => late.addEventListener('abort', () => resolve()));
    await Promise.race([work.catch(() => undefined), is_late]);
    return Promise.all(results.map((result, n) => result ?? this.#unfinished(rows[n])));
  }

  async #putRow(row: unknown, actor: Actor): Promise<PutLoadRow> {
    const parsed = postLoadRequest.safeParse(row);
    if (!parsed.success) return failed(referenceOf(row), invalid('body', parsed.error, row));
    try {
      return { ...(await this.put(parsed.data, actor, 'bulk')), problem: null };
    } catch (error) {
      return failed(parsed.data.load_ref, error);
    }
  }

  async #unfinished(row: unknown): Promise<PutLoadRow> {
    const load_ref = referenceOf(row);
    const found = load_ref === null ? null : await this.find(load_ref);
    if (found) return { ...found, outcome: 'unchanged', problem: null };
    const problem = new Problem(
      503,
      'service_paused',
      'Not sent yet: the tracking service takes fewer loads',
      {
        detail: 'Send this row again',
      },
    );
    return failed(load_ref, problem);
  }
}

function referenceOf(row: unknown): string | null {
  const { load_ref } = (typeof row === 'object' && row !== null ? row : {}) as { load_ref?: unknown };
  return typeof load_ref === 'string' ? load_ref : null;
}

const failed = (load_ref: string | null, error: unknown): PutLoadRow => ({
  load_ref,
  outcome: 'failed',
  state: null,
  load_id: null,
  intent: null,
  problem: problemBody(toProblem(error), null),
});

function taken(found: LoadReference | null): Problem {
  const which = found?.load_id ?? 'a request that is not confirmed yet';
  const at = found?.load_id ? `loads/${found.load_id}` : `requests/${found?.intent?.id}`;
  return new Problem(409, 'conflict', `This load_ref belongs to ${which}`, {
    detail: 'Correct that one, or send this with PUT, which does so',
    headers: found ? { Location: `/machine/v1/${at}` } : {},
  });
}
