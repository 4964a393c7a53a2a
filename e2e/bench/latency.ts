/** Latency of a change from the service to row and marker, and of a keystroke to the filtered list. */
import type { Page } from '@playwright/test';

export interface Percentiles {
  readonly samples: number;
  readonly p50: number;
  readonly p95: number;
}

export function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  const part = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { samples: sorted.length, p50: part(0.5) ?? Number.NaN, p95: part(0.95) ?? Number.NaN };
}

interface Latencies {
  /** Off at first: observing costs time that is measured elsewhere. */
  on: boolean;
  /** Milliseconds from a position's own time to its row, and to the frame that draws its marker. */
  rows: number[];
  markers: number[];
  /** Notifications shown. */
  notifications: number;
}

declare global {
  interface Window {
    bench: Latencies;
  }
}

/**
 * Installed before the page's own scripts. Rows: a position's time is in its row; the service set it when it was queried, on this
 * machine's clock. Markers: a position from the stream is followed into the update sent to the map's worker, until the worker has
 * no pending response and two frames have passed, in which its tiles are drawn.
 */
export async function observeLatency(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const bench: Latencies = { on: false, rows: [], markers: [], notifications: 0 };
    window.bench = bench;
    window.Notification = class {
      static permission = 'granted';
      constructor() {
        bench.notifications += 1;
      }
    } as unknown as typeof Notification;

    const lastTimes = new WeakMap<Element, string>();
    const recordRows = () => {
      if (!bench.on) return;
      for (const time of document.querySelectorAll('[role=row] time[datetime]')) {
        const at = (time as HTMLTimeElement).dateTime;
        const before = lastTimes.get(time);
        lastTimes.set(time, at);
        // Rows scrolled into view show old positions; only a change within a row counts.
        if (before !== undefined && before !== at) bench.rows.push(Date.now() - Date.parse(at));
      }
    };
    new MutationObserver(recordRows).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['datetime'],
    });

    const pendingPositions = new Map<string, number>();
    const recordChange = (data: string) => {
      const { items } = JSON.parse(data) as {
        items: { load_id: string; last_position?: { occurred_at: string } | null }[];
      };
      for (const { load_id, last_position } of items)
        if (last_position) pendingPositions.set(load_id, Date.parse(last_position.occurred_at));
    };
    const { addEventListener } = EventSource.prototype as EventTarget;
    (EventSource.prototype as EventTarget).addEventListener = function (this: EventTarget, type, listener) {
      addEventListener.call(this, type, (event) => {
        if (bench.on && type === 'change') recordChange((event as MessageEvent<string>).data);
        if (typeof listener === 'function') listener.call(this, event);
        else listener?.handleEvent(event);
      });
    };

    interface Sent {
      readonly id?: string;
      readonly type?: string;
      readonly data?: {
        readonly dataDiff?: { readonly add?: readonly { properties: { load_id: string } }[] };
      };
    }
    const pendingRequests = new Set<string>();
    let sentPositions: number[] = [];
    const { postMessage } = Worker.prototype;
    const received = new WeakSet<Worker>();
    Worker.prototype.postMessage = function (this: Worker, message: Sent, options?: unknown) {
      if (!received.has(this)) {
        received.add(this);
        this.addEventListener('message', ({ data }: MessageEvent<Sent>) => {
          if (data.type === '<response>' && data.id !== undefined) pendingRequests.delete(data.id);
          if (pendingRequests.size > 0 || sentPositions.length === 0) return;
          const drawn = sentPositions;
          sentPositions = [];
          requestAnimationFrame(() =>
            requestAnimationFrame(() => bench.markers.push(...drawn.map((at) => Date.now() - at))),
          );
        });
      }
      if (bench.on && message.id !== undefined && !message.type?.startsWith('<')) {
        pendingRequests.add(message.id);
        for (const { properties } of message.data?.dataDiff?.add ?? []) {
          const at = pendingPositions.get(properties?.load_id);
          if (at !== undefined) sentPositions.push(at);
          pendingPositions.delete(properties?.load_id);
        }
      }
      return (postMessage as (...args: unknown[]) => void).call(this, message, options);
    };
  });
}

/** Turns notifications on for every severity. */
export async function enableNotifications(page: Page): Promise<void> {
  const loaded = page.waitForResponse((response) => /\/alerts-[^/]*\.js/.test(response.url()));
  await page.evaluate(() => {
    const key = 'waypost.prefs';
    const prefs = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    localStorage.setItem(key, JSON.stringify({ ...prefs, alert_from: 'any' }));
    window.dispatchEvent(new StorageEvent('storage', { key }));
  });
  await (await loaded).finished();
}

/** Number of loads that need attention, from the window's title. */
export async function attentionCount(page: Page): Promise<number> {
  return Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0);
}

/** Filters all loads to the live ones: those that need attention most have no truck, so their rows get no new position. */
export async function showLiveLoads(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^All loads/ }).click();
  await page
    .getByRole('group', { name: /^Filter by health/ })
    .getByRole('button', { name: /^Live/ })
    .click();
  await page.waitForFunction(() => document.querySelector('[role=row] time[datetime]') !== null);
}

/** Load ids of the visible rows. */
export function visibleRows(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role=row][id^="row-"][aria-selected]')].map(({ id }) =>
      id.slice('row-'.length),
    ),
  );
}

/** Types a search letter by letter and clears it; returns the milliseconds from each key to the painted list. */
export async function keystrokes(page: Page, words: readonly string[]): Promise<number[]> {
  const box = page.getByRole('searchbox', { name: 'Search loads' });
  const times: number[] = [];
  for (const word of words) {
    await box.focus();
    const waiting = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const count = () => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount');
          const before = count();
          const latest = performance.now() + 5_000;
          let startedAt = 0;
          document.addEventListener(
            'keydown',
            () => {
              startedAt = performance.now();
            },
            { once: true, capture: true },
          );
          const poll = () => {
            // A search that every load matches changes nothing to wait for.
            if (performance.now() > latest) resolve(Number.NaN);
            else if (startedAt === 0 || count() === before) requestAnimationFrame(poll);
            else setTimeout(() => resolve(performance.now() - startedAt));
          };
          poll();
        }),
    );
    await page.keyboard.type(word);
    const time = await waiting;
    if (!Number.isNaN(time)) times.push(time);
    const clear = page.getByRole('button', { name: 'Clear the search' });
    await clear.click();
    await page.waitForFunction(() => !location.search.includes('q='));
    await page.waitForTimeout(500);
  }
  return times;
}
