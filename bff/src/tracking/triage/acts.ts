/** What an act of a person consists of: its steps, what is recorded of it, and when it is possible at all. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { DispatcherEta, Owner } from '@waypost/contract/api/load-triage';
import type { TriageAct } from '@waypost/contract/api/triage';
import { isEtaOver } from '@waypost/triage/dispatcher-eta';
import type { Action } from '../../platform/activity/activity.ts';
import { invalidField } from '../../platform/http/problems.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { ExceptionRow } from '../../platform/store/exceptions.ts';
import type { CallAct, CallChanges } from './calls.ts';
import type { EventDetail } from './reducer.ts';

export const ACTIONS: Readonly<Record<TriageAct['kind'], Action>> = {
  assign: 'assign_exception',
  note: 'note_exception',
  snooze: 'snooze_exception',
  wake: 'wake_exception',
  close: 'close_exception',
  reopen: 'reopen_exception',
  offer: 'offer_exception',
  decline: 'decline_exception',
  call: 'call_carrier',
  clear_eta: 'clear_eta',
};

/**
 * A note or a call may also take what nobody has, and snooze; a call may add a note. With an ETA that is cleared ends the snooze until
 * it, which was made with it.
 */
export function stepsOf(
  act: TriageAct,
  row: Pick<ExceptionRow, 'owner_sub' | 'snoozed_until'> | undefined,
  eta: DispatcherEta | null,
): readonly TriageAct[] {
  if (act.kind === 'clear_eta' && eta && row?.snoozed_until === Date.parse(eta.at))
    return [act, { kind: 'wake' }];
  if (act.kind !== 'call' && act.kind !== 'note') return [act];
  const { kind, text, snooze_until, take } = act;
  return [
    act,
    ...(take && row?.owner_sub == null ? [{ kind: 'assign' as const }] : []),
    ...(kind === 'note' || text === undefined ? [] : [{ kind: 'note' as const, text }]),
    ...(snooze_until === undefined ? [] : [{ kind: 'snooze' as const, until: snooze_until }]),
  ];
}

export const changesCalls = (act: TriageAct): act is CallAct =>
  act.kind === 'call' || act.kind === 'clear_eta';

/** What the activity log says of an act, beside its loads: people by name. */
export function loggedDetail(act: TriageAct, owner: Owner | null): object {
  if (act.kind === 'assign') return { owner: owner?.name ?? null };
  if (act.kind === 'offer') return { owner: owner?.name ?? null, text: act.text };
  const { kind: _, ...detail } = act;
  return detail;
}

/** What an event records beyond the kind of its act. */
export function eventDetailOf(act: TriageAct, load: BoardLoad, calls: CallChanges): EventDetail {
  switch (act.kind) {
    case 'note':
      return { text: act.text };
    case 'call': {
      const { outcome, text, eta } = act;
      const stop = load.stops.find(({ sequence }) => sequence === eta?.stop_sequence);
      return {
        reason: outcome,
        ...(text !== undefined && { text }),
        ...(eta && { eta: { stop_name: stop?.name ?? null, at: eta.at }, ...calls.etaBefore(load.load_id) }),
      };
    }
    case 'clear_eta':
      return calls.etaBefore(load.load_id);
    default:
      return {};
  }
}

/** Throws 422 at a time that is not ahead, or a stop that is none of the load's or is reached. @param loadOf undefined: not on the board */
export function assertPossible(
  act: TriageAct,
  load_ids: readonly string[],
  loadOf: (load_id: string) => BoardLoad | undefined,
  now: number,
): void {
  if (act.kind === 'snooze') assertFuture('until', act.until, now);
  if (act.kind === 'note' || act.kind === 'call') assertFuture('snooze_until', act.snooze_until, now);
  if (act.kind !== 'call') return;
  const { eta } = act;
  assertFuture('eta.at', eta?.at, now);
  if (eta) for (const load_id of load_ids) assertStopAhead(eta, loadOf(load_id), now);
}

function assertFuture(field: string, time: string | null | undefined, now: number): void {
  if (time && Date.parse(time) <= now) throw invalidField(`body.act.${field}`, time, 'must be in the future');
}

/** @param load undefined: not on the board, which refuses the act anyway */
function assertStopAhead(
  { stop_sequence }: { readonly stop_sequence: number },
  load: BoardLoad | undefined,
  now: number,
): void {
  if (!load) return;
  const known = load.stops.some(({ sequence }) => sequence === stop_sequence);
  if (!known || isEtaOver({ stop_sequence, set_at: toIso(now) }, load))
    throw invalidField(
      'body.act.eta.stop_sequence',
      stop_sequence,
      known ? 'must be a stop that the truck has not reached' : 'must be a stop of the load',
    );
}
