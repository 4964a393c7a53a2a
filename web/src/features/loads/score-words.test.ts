import { factsOf } from '@waypost/triage/facts';
import { expect, it } from 'vitest';
import { ago, assignment, HOUR, load, NOW, stop } from '../../testing/loads.ts';
import { scoreText } from './score-words.ts';

const wrong = { vehicle_assignment: assignment({ agreement: 'disagree' }) };
const textOf = (change: Parameters<typeof load>[0]) =>
  scoreText(factsOf(load(change), { now: NOW, outage: false }), NOW);

it('gives the parts of the rank of a load', () => {
  expect(textOf({ ...wrong, stops: [stop({ estimated_arrival_at: ago(-HOUR) })] })).toBe(
    'Priority 117: severity 90 × 1.3, appointment in 1 h',
  );
  expect(textOf({ ...wrong, stops: [stop({ estimated_arrival_at: ago(3 * HOUR) })] })).toBe(
    'Priority 162: severity 90 × 1.8, appointment passed 3 h ago',
  );
  expect(textOf(wrong)).toBe('Priority 90: severity 90, no appointment known');
  expect(textOf({})).toBe('');
});
