/** What a page that stays open holds: heap, nodes and listeners, measured after a collection. */
import type { CDPSession, Page } from '@playwright/test';

const EVERY_MS = 30_000;
/** Of the samples: rows, map and caches fill at first. */
const SETTLING = 1 / 3;
const HOUR_MS = 3_600_000;

interface Sample {
  readonly at: number;
  readonly heap_mb: number;
  readonly nodes: number;
  readonly listeners: number;
}

const METRICS = [
  { name: 'heap_mb', what: 'heap, MB', most: 5 },
  { name: 'nodes', what: 'nodes', most: 300 },
  { name: 'listeners', what: 'listeners', most: 60 },
] as const;

export class MemoryUse {
  readonly #cdp: CDPSession;
  readonly #samples: Sample[] = [];
  readonly #timer: NodeJS.Timeout;

  private constructor(cdp: CDPSession) {
    this.#cdp = cdp;
    this.#timer = setInterval(() => void this.#sample().catch(() => undefined), EVERY_MS);
  }

  static async of(page: Page): Promise<MemoryUse> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    return new MemoryUse(cdp);
  }

  async #sample(): Promise<void> {
    await this.#cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await this.#cdp.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    this.#samples.push({
      at: Date.now(),
      heap_mb: of('JSHeapUsedSize') / 1e6,
      nodes: of('Nodes'),
      listeners: of('JSEventListeners'),
    });
  }

  /** Figures of a report: the growth during the observation by a line through the samples, and its slope. */
  end() {
    clearInterval(this.#timer);
    const samples = this.#samples.slice(Math.floor(this.#samples.length * SETTLING));
    const ms = (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0);
    return METRICS.map(({ name, what, most }) => {
      const slope = slopeOf(samples.map((sample) => [sample.at, sample[name]]));
      const values = samples.map((sample) => sample[name]);
      const range = `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`;
      return {
        what: `first tab: growth of ${what} (${range}, ${(slope * HOUR_MS).toFixed(1)} an hour)`,
        found: Math.max(0, Math.round(slope * ms)),
        expected: { below: most },
      };
    });
  }
}

/** Least squares. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const over = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  return over / points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
}
