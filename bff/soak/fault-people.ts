/** People who act on loads while the database and the network fail; each repeats an unconfirmed act until it is confirmed. */
import { randomUUID } from 'node:crypto';
import type { TestBrowser } from '../src/testing/browser.ts';
import { pause } from './kill-traffic.ts';

type Kind = 'note' | 'assign' | 'snooze' | 'site' | 'watch' | 'unwatch';

export interface Act {
  readonly kind: Kind;
  /** Unique text in what is stored: the text of a note, the name of a site, the id of a load, the id of an act. */
  readonly mark: string;
  confirmed: boolean;
}

/** What people were answered during one phase. */
export interface Answers {
  confirmed: number;
  /** 503 with Retry-After. */
  unavailable: number;
  /** No answer within the time limit, or a connection that was cut. */
  none: number;
  /** Statuses that no fault excuses. */
  readonly wrong: string[];
  slowest_ms: number;
}

export const noAnswers = (): Answers => ({ confirmed: 0, unavailable: 0, none: 0, wrong: [], slowest_ms: 0 });

interface FaultPersonOptions {
  /** Of the server that this person uses; changes when a load balancer would choose another. */
  readonly server: () => string;
  readonly browser: TestBrowser;
  readonly random: () => number;
  /** Receives each answer. */
  readonly answers: (server: string) => Answers;
  /** Loads that exist throughout. */
  readonly load_ids: readonly string[];
}

const ANSWER_WITHIN_MS = 40_000;

export class FaultPerson {
  readonly acts: Act[] = [];
  readonly #options: FaultPersonOptions;
  readonly #watched: string[] = [];
  #stopped = false;

  constructor(options: FaultPersonOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      await this.#act();
      await pause(50 + this.#options.random() * 200);
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async #act(): Promise<void> {
    const { random, load_ids } = this.#options;
    const load_id = load_ids[Math.floor(random() * load_ids.length)] as string;
    const kinds: readonly Kind[] = ['note', 'note', 'assign', 'snooze', 'site', 'watch', 'unwatch'];
    const kind = kinds[Math.floor(random() * kinds.length)] as Kind;
    switch (kind) {
      case 'note': {
        const text = `note ${randomUUID()}`;
        const items = [{ load_id, version: 0 }];
        const body = { act_id: randomUUID(), act: { kind, text }, items };
        return this.#confirm({ kind, mark: text, confirmed: false }, 'POST', '/api/triage/acts', body, [200]);
      }
      case 'assign':
      case 'snooze': {
        const target = await this.#exception();
        if (!target) return;
        const act =
          kind === 'assign' ? { kind } : { kind, until: new Date(Date.now() + 7_200_000).toISOString() };
        const act_id = randomUUID();
        const body = { act_id, act, items: [target] };
        return this.#confirm(
          { kind, mark: act_id, confirmed: false },
          'POST',
          '/api/triage/acts',
          body,
          [200],
        );
      }
      case 'site': {
        const name = `site ${randomUUID()}`;
        const circle = { latitude: 40 + random(), longitude: -100 + random(), radius_meters: 500 };
        const rest = { free_minutes: null, detention_rate: null, detention_currency: null, note: null };
        // 409: stored by the unconfirmed first try.
        const body = { name, ...circle, ...rest };
        return this.#confirm({ kind, mark: name, confirmed: false }, 'POST', '/api/sites', body, [201, 409]);
      }
      case 'watch': {
        const id = randomUUID();
        await this.#confirm(
          { kind, mark: id, confirmed: false },
          'POST',
          '/api/loads',
          { load_id: id },
          [200, 201],
        );
        this.#watched.push(id);
        return;
      }
      case 'unwatch': {
        const id = this.#watched.shift();
        // 404: removed by the unconfirmed first try.
        if (id)
          await this.#confirm(
            { kind, mark: id, confirmed: false },
            'DELETE',
            `/api/loads/${id}`,
            undefined,
            [204, 404],
          );
      }
    }
  }

  /** Repeats the same request until it is confirmed or the run ends. */
  async #confirm(act: Act, method: string, path: string, body: unknown, wanted: readonly number[]) {
    this.acts.push(act);
    while (!act.confirmed) {
      const status = await this.#send(method, path, body, wanted);
      act.confirmed = status !== null && wanted.includes(status);
      if (act.confirmed || this.#stopped) return;
      await pause(300);
    }
  }

  async #exception(): Promise<{ load_id: string; version: number } | null> {
    const { browser, server, random } = this.#options;
    try {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const { status, json } = await browser.api(`${server()}/api/loads`, { signal });
      if (status !== 200) return null;
      const { items } = json as { items: { load_id: string; triage: { version: number } | null }[] };
      const open = items.filter(({ triage }) => triage !== null);
      const one = open[Math.floor(random() * open.length)];
      return one?.triage ? { load_id: one.load_id, version: one.triage.version } : null;
    } catch {
      return null;
    }
  }

  async #send(
    method: string,
    path: string,
    body: unknown,
    wanted: readonly number[],
  ): Promise<number | null> {
    const { browser, server, answers } = this.#options;
    const url = server();
    const startedAt = performance.now();
    try {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const { status, headers, text } = await browser.api(`${url}${path}`, { method, body, signal });
      const noted = answers(url);
      if (wanted.includes(status)) noted.confirmed += 1;
      else if (status === 503 && headers.has('Retry-After')) noted.unavailable += 1;
      else noted.wrong.push(`${status} ${method} ${path.slice(0, 20)}: ${text.slice(0, 200)}`);
      return status;
    } catch {
      answers(url).none += 1;
      return null;
    } finally {
      const noted = answers(url);
      noted.slowest_ms = Math.max(noted.slowest_ms, performance.now() - startedAt);
    }
  }
}
