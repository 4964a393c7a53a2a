/** States and transitions of the service's resources, as data. */
import { AGREEMENT_STATUSES } from './agreements.ts';
import { INVITATION_STATUSES } from './invitations.ts';
import { MONITOR_STATUSES } from './monitors.ts';
import { OPERATION_STATUSES } from './operations.ts';

export interface StateMachine<S extends string = string> {
  readonly states: readonly S[];
  /** Null when the interface does not show it. */
  readonly initial: S | null;
  /** States without outgoing transitions, so polling can stop. */
  readonly terminal: readonly S[];
  /** Transitions that the interface shows. More may exist where it says "not shown". */
  readonly transitions: readonly { readonly from: S; readonly to: S; readonly trigger: string }[];
}

/** Checks state names while keeping literal types. */
function machine<const S extends string>(given: StateMachine<S>): StateMachine<S> {
  return given;
}

export const MONITOR_MACHINE = machine({
  states: MONITOR_STATUSES,
  initial: 'active',
  terminal: ['completed', 'expired', 'cancelled'],
  transitions: [
    { from: 'active', to: 'active', trigger: 'vehicle crosses a stop circle' },
    { from: 'active', to: 'completed', trigger: 'vehicle departs the final stop' },
    { from: 'active', to: 'expired', trigger: 'time passes expires_at' },
    { from: 'active', to: 'cancelled', trigger: 'partner cancels' },
  ],
});

/**
 * Expiry, deletion and refresh are not shown. Only `deleted` is treated as terminal: creating an invitation with the same
 * `fleet_ref` refreshes the existing one, which may reactivate a declined or expired invitation and renew an accepted one.
 */
export const INVITATION_MACHINE = machine({
  states: INVITATION_STATUSES,
  initial: 'active',
  terminal: ['deleted'],
  transitions: [
    { from: 'active', to: 'accepted', trigger: 'fleet accepts' },
    { from: 'active', to: 'declined', trigger: 'fleet declines' },
  ],
});

/**
 * No transition is shown. `cancelled` and `deleted` are treated as terminal (our assumption); `paused` may resume, and an expired
 * agreement may get a new date. Time does not change the status; see `effectiveState`.
 */
export const AGREEMENT_MACHINE = machine({
  states: AGREEMENT_STATUSES,
  initial: null,
  terminal: ['cancelled', 'deleted'],
  transitions: [],
});

/**
 * No transition is shown, except that an asynchronous operation starts as pending. `success` and `failed` are treated as terminal
 * (our assumption).
 */
export const OPERATION_MACHINE = machine({
  states: OPERATION_STATUSES,
  initial: 'pending',
  terminal: ['success', 'failed'],
  transitions: [],
});

/** An unknown state is never terminal. */
export function isTerminal(stateMachine: StateMachine, state: string): boolean {
  return stateMachine.terminal.includes(state);
}
