/** The states of the service's resources and the moves between them, as data. */
import { AGREEMENT_STATUSES } from './agreements.ts';
import { INVITATION_STATUSES } from './invitations.ts';
import { MONITOR_STATUSES } from './monitors.ts';
import { OPERATION_STATUSES } from './operations.ts';

export interface StateMachine<S extends string = string> {
  readonly states: readonly S[];
  /** Where a new one begins; null when the text does not show it. */
  readonly initial: S | null;
  /** States that nothing leaves, so that nobody need ask again. */
  readonly terminal: readonly S[];
  /** Moves that the text shows. More may exist where it says "not shown". */
  readonly moves: readonly { readonly from: S; readonly to: S; readonly trigger: string }[];
}

/** Checks the states' names, keeps the machine's type. */
function machine<const S extends string>(given: StateMachine<S>): StateMachine<S> {
  return given;
}

/** Active is the only state that is not terminal. */
export const MONITOR_MACHINE = machine({
  states: MONITOR_STATUSES,
  initial: 'active',
  terminal: ['completed', 'expired', 'cancelled'],
  moves: [
    { from: 'active', to: 'active', trigger: 'vehicle crosses a stop circle' },
    { from: 'active', to: 'completed', trigger: 'vehicle departs the final stop' },
    { from: 'active', to: 'expired', trigger: 'time passes expires_at' },
    { from: 'active', to: 'cancelled', trigger: 'partner cancels' },
  ],
});

/**
 * Expiry, deletion and refresh are not shown. Deleted alone is taken as final: the same `fleet_ref` refreshes
 * an existing invitation, which may bring back a declined or expired one and renew an accepted one.
 */
export const INVITATION_MACHINE = machine({
  states: INVITATION_STATUSES,
  initial: 'active',
  terminal: ['deleted'],
  moves: [
    { from: 'active', to: 'accepted', trigger: 'fleet accepts' },
    { from: 'active', to: 'declined', trigger: 'fleet declines' },
  ],
});

/**
 * No transition is shown. Cancelled and deleted are taken as final (ours); paused may resume, and an
 * expired agreement may get another date. Time moves no status: see `effectiveState`.
 */
export const AGREEMENT_MACHINE = machine({
  states: AGREEMENT_STATUSES,
  initial: null,
  terminal: ['cancelled', 'deleted'],
  moves: [],
});

/** No transition is shown; an asynchronous one begins pending. Success and failure are taken as final (ours). */
export const OPERATION_MACHINE = machine({
  states: OPERATION_STATUSES,
  initial: 'pending',
  terminal: ['success', 'failed'],
  moves: [],
});

/** True when nothing leaves this state. A state that nobody knows is never taken as final. */
export function isTerminal(given: StateMachine, state: string): boolean {
  return given.terminal.includes(state);
}
