import type { ServerReport } from '@waypost/contract/api/system-status';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NotifyBus } from './notify-bus.ts';
import { SINGLE_SERVER } from './notify-bus.ts';
import { ServerReports } from './server-reports.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('each server knows the others while they report, and forgets those that fall silent', async () => {
  const listeners: ((detail: string) => unknown)[] = [];
  const server = (name: string) => {
    const own = listeners.length;
    const bus: NotifyBus = {
      ...SINGLE_SERVER,
      subscribe: (_signal, listener) => void listeners.push(listener),
      publish: (_signal, detail) => {
        for (const [n, listener] of listeners.entries()) if (n !== own) listener(detail);
      },
    };
    const reports = new ServerReports({ bus, ownReport: () => ({ name }) as ServerReport });
    reports.start();
    return reports;
  };
  const [b, a] = [server('b'), server('a')];
  const names = (reports: ServerReports) => reports.list().map(({ name }) => name);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([names(a), names(b)]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
  b.stop();
  await vi.advanceTimersByTimeAsync(31_000);
  expect(names(a)).toEqual(['a']);
  a.stop();
});
