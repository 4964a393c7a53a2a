/** What calls to the carrier change apart from the exception: the load's last call, and the ETA that a person learned. */
import type { DispatcherEta } from '@waypost/contract/api/load-triage';
import type { TriageAct } from '@waypost/contract/api/triage';
import { toIso } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import type { ExceptionEventRow } from '../../platform/store/exceptions.ts';
import { callsOf, type LoadCallRow } from '../../platform/store/load-calls.ts';
import { putRows, rowsOf } from '../../platform/store/query.ts';
import type { EventDetail } from './reducer.ts';
import { detailOf, toLastCall } from './triage-response.ts';

/** A call, or the end of its ETA. */
export type CallAct = TriageAct & { readonly kind: 'call' | 'clear_eta' };

/** Changes within one transaction. */
export class CallChanges {
  readonly #before: ReadonlyMap<string, LoadCallRow>;
  readonly rows = new Map<string, LoadCallRow>();

  private constructor(before: ReadonlyMap<string, LoadCallRow>) {
    this.#before = before;
  }

  static async read(trx: Database, load_ids: readonly string[]): Promise<CallChanges> {
    return new CallChanges(await callsOf(trx, load_ids));
  }

  hasEta(load_id: string): boolean {
    return this.#before.get(load_id)?.eta != null;
  }

  /** For the undo of an act that changes the ETA. */
  etaBefore(load_id: string): Pick<EventDetail, 'eta_before'> {
    const { eta = null, eta_seq = null } = this.#before.get(load_id) ?? {};
    return { eta_before: { eta, eta_seq } };
  }

  /** Applies a call, or the end of an ETA, that was logged as `event`. */
  apply(act: CallAct, event: ExceptionEventRow): void {
    if (act.kind === 'clear_eta') this.#put(event, { eta: null, eta_seq: event.seq });
    else
      this.#put(event, {
        last_call: JSON.stringify(toLastCall(event)),
        ...(act.eta && { eta: JSON.stringify(etaOf(act.eta, event)), eta_seq: event.seq }),
      });
  }

  /** Call it once the events of the act are marked as undone: the call before then counts as the last one. */
  async undo(trx: Database, undone: ExceptionEventRow, undo: ExceptionEventRow): Promise<void> {
    const { load_id, seq } = undone;
    const [last] = await rowsOf(
      trx,
      'exception_event',
      { load_id, kind: 'call', undone_at: null },
      ['-seq'],
      1,
    );
    this.#put(undo, {
      last_call: last ? JSON.stringify(toLastCall(last)) : null,
      // Somebody may have learned another ETA since.
      ...(this.#before.get(load_id)?.eta_seq === seq && (await etaBefore(trx, undone))),
    });
  }

  /** The ETA that is known of a load after these changes. */
  etaOf(load_id: string): DispatcherEta | null {
    const eta = (this.rows.get(load_id) ?? this.#before.get(load_id))?.eta;
    return eta == null ? null : (JSON.parse(eta) as DispatcherEta);
  }

  async save(trx: Database): Promise<void> {
    await putRows(trx, 'load_call', ['load_id'], [...this.rows.values()]);
  }

  #put({ load_id, seq, at }: ExceptionEventRow, change: Partial<LoadCallRow>): void {
    const before = this.#before.get(load_id);
    const { last_call = null, eta = null, eta_seq = null } = before ?? {};
    this.rows.set(load_id, { load_id, last_call, eta, eta_seq, ...change, change: seq, changed_at: at });
  }
}

/** The ETA before an event; one that was undone as well does not return. */
async function etaBefore(trx: Database, event: ExceptionEventRow): Promise<EventDetail['eta_before']> {
  const { eta_before } = detailOf(event);
  if (eta_before?.eta_seq == null) return eta_before;
  const [earlier] = await rowsOf(trx, 'exception_event', { seq: eta_before.eta_seq });
  return earlier && earlier.undone_at !== null ? etaBefore(trx, earlier) : eta_before;
}

const etaOf = (
  { stop_sequence, at }: Pick<DispatcherEta, 'stop_sequence' | 'at'>,
  event: ExceptionEventRow,
): DispatcherEta => ({
  stop_sequence,
  at,
  by: { sub: event.sub ?? '', name: event.name ?? '' },
  set_at: toIso(event.at),
});
