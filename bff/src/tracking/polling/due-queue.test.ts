import { fc } from '@waypost/contract/testing/property';
import { expect, it } from 'vitest';
import { DueQueue } from './due-queue.ts';

it('returns ids in the order of their times, also after they were rescheduled or removed', () => {
  const step = fc.oneof(
    fc.record({
      op: fc.constant('set' as const),
      id: fc.integer({ min: 0, max: 20 }),
      at: fc.integer({ min: 0, max: 100 }),
    }),
    fc.record({ op: fc.constant('delete' as const), id: fc.integer({ min: 0, max: 20 }) }),
    fc.record({ op: fc.constant('take' as const), now: fc.integer({ min: 0, max: 100 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = new DueQueue();
      const model = new Map<string, number>();
      for (const one of steps) {
        if (one.op === 'set') {
          queue.set(String(one.id), one.at);
          model.set(String(one.id), one.at);
        } else if (one.op === 'delete') {
          queue.delete(String(one.id));
          model.delete(String(one.id));
        } else {
          const earliest = Math.min(...model.values());
          const taken = queue.takeDue(one.now);
          if (earliest > one.now) expect(taken).toBeNull();
          else {
            expect(model.get(taken as string)).toBe(earliest);
            model.delete(taken as string);
          }
        }
        expect(queue.size).toBe(model.size);
        expect(queue.nextAt()).toBe(model.size === 0 ? null : Math.min(...model.values()));
      }
    }),
  );
});
