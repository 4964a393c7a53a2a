/** Where a page's scripts spend their time, by the browser's sampling profiler. */
import type { Page } from '@playwright/test';

export interface SelfTime {
  /** `name (file:line)`, or what the browser does itself: `(program)`, `(garbage collector)`. */
  readonly where: string;
  readonly ms: number;
}

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

/** The functions with the most time of their own during `work`, largest first, without idle time. */
export async function selfTimes(page: Page, work: () => Promise<unknown>): Promise<readonly SelfTime[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.setSamplingInterval', { interval: 500 });
  await cdp.send('Profiler.start');
  await work();
  const { profile } = (await cdp.send('Profiler.stop')) as { profile: Profile };
  await cdp.detach();
  const names = new Map(
    profile.nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
      const file = url.split('/').at(-1);
      return [id, `${functionName || 'anonymous'}${file ? ` (${file}:${lineNumber + 1})` : ''}`] as const;
    }),
  );
  const times = new Map<string, number>();
  profile.samples?.forEach((id, at) => {
    const where = names.get(id) ?? '';
    if (where === '(idle)') return;
    times.set(where, (times.get(where) ?? 0) + (profile.timeDeltas?.[at] ?? 0) / 1000);
  });
  return [...times]
    .map(([where, ms]) => ({ where, ms }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 12);
}
