/** Context of a case: a client, records to check and, with a sandbox, its control routes. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { LoadTracking } from '@waypost/contract/loads';
import { Receiver } from '../events/testing.ts';
import { Skip } from './case.ts';
import type { BodyOf, Client, Name } from './client.ts';
import { Control } from './control.ts';

const POLL_EVERY_MS = 10;
const MAX_POLLS = 500;

type Listed<N extends Name> = BodyOf<N> extends { items: readonly (infer T)[] } ? T : never;
export type Row = Readonly<Record<string, unknown>>;

export interface ContextOptions {
  readonly client: Client;
  /** True for the sandbox: control routes are used, and each kind of record must exist. */
  readonly controlled: boolean;
  /** Loads to check if no control route lists them. */
  readonly loadIds: readonly string[];
}

export class Context {
  readonly client: Client;
  readonly #options: ContextOptions;
  readonly #control: Control;
  readonly #cache = new Map<string, Promise<unknown>>();
  #receivers: Receiver[] = [];

  constructor(options: ContextOptions) {
    this.client = options.client;
    this.#options = options;
    this.#control = new Control(options.client.target.base_url);
  }

  get controlled(): boolean {
    return this.#options.controlled;
  }

  get control(): Control {
    if (!this.controlled) throw new Skip('needs the control routes of the sandbox');
    return this.#control;
  }

  /** Runs before each case: resets the world if a case has changed it. */
  async resetIfDirty(): Promise<void> {
    if (!this.#control.dirty) return;
    await this.#control.reset();
    this.#cache.clear();
  }

  /** Runs after each case. */
  async closeReceivers(): Promise<void> {
    await Promise.all(this.#receivers.splice(0).map((receiver) => receiver.close()));
  }

  /** Fetches once; cached until the world is reset. */
  cached<T>(key: string, options: () => Promise<T>): Promise<T> {
    const known = this.#cache.get(key) ?? options();
    this.#cache.set(key, known);
    return known as Promise<T>;
  }

  /** The service's own time, from its Date header. */
  async now(): Promise<number> {
    if (this.controlled) return this.#control.now();
    const { headers } = await this.client.expectSuccess('listAgreements', { query: { size: 1 } });
    return Date.parse(headers.get('date') ?? new Date().toISOString());
  }

  /** Polls until a condition holds, for asynchronous effects such as a delivery. Rejects after some seconds. */
  async until<T>(options: () => Promise<T>, holds: (found: T) => boolean): Promise<T> {
    for (let tries = 0; ; tries++) {
      const found = await options();
      if (holds(found)) return found;
      assert.ok(tries < MAX_POLLS, `it did not come about: ${JSON.stringify(found)}`);
      await wait(POLL_EVERY_MS);
    }
  }

  /** A text that no other case uses. */
  unique(prefix = 'conformance'): string {
    return `${prefix}-${randomUUID()}`;
  }

  loads(): Promise<readonly LoadTracking[]> {
    return this.cached('loads', async () => {
      const ids = this.controlled ? await this.#control.loadIds() : this.#options.loadIds;
      if (ids.length === 0) throw new Skip('no load is known: name some with --load-id');
      const found: LoadTracking[] = [];
      for (const load_id of ids)
        found.push(await this.client.call('getLoadTracking', { params: { load_id } }));
      return found;
    });
  }

  /** The first load that meets a condition. */
  async load(what: string, holds: (load: LoadTracking) => boolean): Promise<LoadTracking> {
    return required(what, (await this.loads()).find(holds));
  }

  /** First page of a list, up to 1,000 records. */
  async items<N extends Name>(name: N, query: Row = {}): Promise<readonly Listed<N>[]> {
    const page = await this.client.call(name, { query: { size: 1000, ...query } });
    return (page as { items: readonly Listed<N>[] }).items;
  }

  /** A vehicle whose location is shared, as load tracking returns it. */
  async vehicle() {
    const load = await this.load(
      'a load whose vehicle was seen',
      ({ last_position, tracking_health }) => last_position !== null && tracking_health === 'live',
    );
    return required('a vehicle', load.vehicle_assignment?.vehicle);
  }

  /** Starts a webhook receiver on this machine. */
  async receiver(): Promise<{ receiver: Receiver; url: string }> {
    const receiver = new Receiver();
    this.#receivers.push(receiver);
    return { receiver, url: await receiver.listen() };
  }
}

/** Returns the record to check, or throws a Skip that names what is missing. */
export function required<T>(what: string, found: T | null | undefined): T {
  if (found === null || found === undefined) throw new Skip(`there is no ${what.replace(/^an? /, '')}`);
  return found;
}

/** Milliseconds of a time in a response. */
export function instant(text: string | null | undefined): number {
  assert.ok(typeof text === 'string', `a time is given: ${text}`);
  return Date.parse(text);
}
