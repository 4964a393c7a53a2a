/** The board as a browser knows it: the list once, then the events of its stream, whichever server it is connected to. */
import type { BoardLoad, BoardLoads, ChangeEvent } from '@waypost/contract/api/board';
import type { TestBrowser } from '../src/testing/browser.ts';
import { pause } from './kill-traffic.ts';
import { StreamReader } from './stream-reader.ts';

/** As the browser waits before it connects again. */
const RECONNECT_MS = 2_000;
/** Status events arrive every five seconds; a stream without them is dead. */
const SILENT_MS = 20_000;

export class BoardMirror {
  readonly items = new Map<string, BoardLoad>();
  /** Events that no browser could apply. */
  readonly faults: string[] = [];
  /** How its connections ended, and how often. */
  readonly ends: Record<string, number> = {};
  readonly #server: () => string;
  readonly #browser: TestBrowser;
  #needsList = true;
  #stopped = false;
  #reader: StreamReader | null = null;

  /** `server`: that of the next connection. */
  constructor(server: () => string, browser: TestBrowser) {
    this.#server = server;
    this.#browser = browser;
  }

  /** Until `stop`. Never rejects. */
  async run(): Promise<void> {
    while (!this.#stopped) {
      const end = await this.#connect().catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
      this.ends[end] = (this.ends[end] ?? 0) + 1;
      if (!this.#stopped) await pause(RECONNECT_MS);
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#reader?.close();
  }

  /** How the connection ended. */
  async #connect(): Promise<string> {
    const url = this.#server();
    if (this.#needsList) await this.#list(url);
    const reader = this.#reader as StreamReader;
    reader.url = url;
    try {
      const opened = reader.open();
      opened.catch(() => undefined);
      await Promise.race([
        opened,
        pause(SILENT_MS).then(() => Promise.reject(new Error('the stream was not answered'))),
      ]);
      while (!this.#stopped && !this.#needsList && reader.ended === null) {
        if (Date.now() - reader.lastByteAt > SILENT_MS) return 'silent';
        await pause(200);
      }
      return this.#needsList ? 'reset' : (reader.ended ?? 'stopped');
    } finally {
      reader.close();
    }
  }

  async #list(url: string): Promise<void> {
    const signal = AbortSignal.timeout(SILENT_MS);
    const { status, json } = await this.#browser.api(`${url}/api/loads`, { signal });
    if (status !== 200) throw new Error(`the list was answered ${status}`);
    const { items, version } = json as unknown as BoardLoads;
    this.items.clear();
    for (const item of items) this.items.set(item.load_id, item);
    const cookie = `__Host-waypost=${this.#browser.cookie(url, '__Host-waypost')?.value}`;
    const reader = new StreamReader(url, cookie);
    reader.since = version;
    // A closed connection may still have data to hand out.
    reader.onData = (_, data, event) => reader === this.#reader && this.#apply(data, event);
    this.#reader = reader;
    this.#needsList = false;
  }

  #apply(data: string, event: string): void {
    if (event === 'reset') this.#needsList = true;
    if (event !== 'change' || this.#needsList) return;
    const change = JSON.parse(Buffer.from(data, 'latin1').toString('utf8')) as ChangeEvent;
    for (const item of change.items) {
      const known = this.items.get(item.load_id);
      if (!known && item.watched_at === undefined)
        this.faults.push(`part of the unknown load ${item.load_id}, version ${item.version}`);
      this.items.set(item.load_id, { ...known, ...item } as BoardLoad);
    }
    for (const load_id of change.removed) this.items.delete(load_id);
  }
}
