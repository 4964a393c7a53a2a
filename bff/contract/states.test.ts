import { describe, expect, test } from 'vitest';
import {
  AGREEMENT_MACHINE,
  INVITATION_MACHINE,
  isTerminal,
  MONITOR_MACHINE,
  OPERATION_MACHINE,
  type StateMachine,
} from './states.ts';

const machines: readonly (readonly [string, StateMachine, readonly string[], readonly string[]])[] = [
  ['monitor', MONITOR_MACHINE, ['active'], ['completed', 'expired', 'cancelled']],
  ['invitation', INVITATION_MACHINE, ['active', 'accepted', 'declined', 'expired'], ['deleted']],
  ['agreement', AGREEMENT_MACHINE, ['active', 'paused', 'expired'], ['cancelled', 'deleted']],
  ['operation', OPERATION_MACHINE, ['pending'], ['success', 'failed']],
];

describe.each(machines)('%s', (_, machine, open, terminal) => {
  test('has the expected terminal states', () => {
    expect(machine.states.filter((state) => !isTerminal(machine, state))).toEqual(open);
    expect(machine.states.filter((state) => isTerminal(machine, state))).toEqual(terminal);
  });
  test('an unknown state is not terminal', () => {
    expect(isTerminal(machine, 'added_next_year')).toBe(false);
  });
  test('no transition leaves a terminal state', () => {
    expect(machine.transitions.filter((transition) => isTerminal(machine, transition.from))).toEqual([]);
  });
  test('the initial state is not terminal', () => {
    expect(machine.initial === null || open.includes(machine.initial)).toBe(true);
  });
});

test('the transitions of monitors and invitations are listed', () => {
  expect(MONITOR_MACHINE.transitions.map((transition) => transition.to)).toEqual([
    'active',
    'completed',
    'expired',
    'cancelled',
  ]);
  expect(INVITATION_MACHINE.transitions.map((transition) => transition.to)).toEqual(['accepted', 'declined']);
});
