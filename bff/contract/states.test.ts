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
  test('which states end it', () => {
    expect(machine.states.filter((state) => !isTerminal(machine, state))).toEqual(open);
    expect(machine.states.filter((state) => isTerminal(machine, state))).toEqual(terminal);
  });
  test('a state that nobody knows does not', () => {
    expect(isTerminal(machine, 'added_next_year')).toBe(false);
  });
  test('nothing leaves a state that ends it', () => {
    expect(machine.moves.filter((move) => isTerminal(machine, move.from))).toEqual([]);
  });
  test('it begins in a state that does not end it', () => {
    expect(machine.initial === null || open.includes(machine.initial)).toBe(true);
  });
});

test('the moves of monitors and invitations are there', () => {
  expect(MONITOR_MACHINE.moves.map((move) => move.to)).toEqual([
    'active',
    'completed',
    'expired',
    'cancelled',
  ]);
  expect(INVITATION_MACHINE.moves.map((move) => move.to)).toEqual(['accepted', 'declined']);
});
