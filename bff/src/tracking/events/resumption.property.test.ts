/** Rule 23 checked against a model: however often a browser reconnects, it ends with the content of the board. */
import type { ServiceStatus } from '@waypost/contract/api/board';
import { fc, runs } from '@waypost/contract/testing/property';
import type { Response } from 'express';
import { expect, it } from 'vitest';
import type { Database } from '../../platform/store/database.ts';
import { openDatabase } from '../../platform/store/open-database.ts';
import { id, silentLog, tracking } from '../../testing/tracking.ts';
import { Board } from '../board/board.ts';
import { EventHub, Stream } from './hub.ts';

const DAY = 24 * 3600_000;
const HEALTHS = ['live', 'stale', 'no_signal', 'unknown'];
type Item = Record<string, unknown> & { load_id: string; version: number };

/** A page that reads the list once, then follows the stream as the web code does. */
class Page {
  items = new Map<string, Item>();
  seen: number[] = [];
  #lastId: number | null = null;
  #stream: Stream | null = null;

  connect(board: Board, hub: EventHub): void {
    if (this.#stream) return;
    if (this.#lastId === null) this.#readList(board);
    let text = '';
    const response = {
      writableLength: 0,
      status: () => response,
      set: () => response,
      write: (part: Buffer | string) => {
        text += part.toString();
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          this.#take(text.slice(0, end).split('\n'), board);
          text = text.slice(end + 2);
        }
      },
      end: () => undefined,
      destroy: () => undefined,
    };
    this.#stream = new Stream(response as unknown as Response, 's', ['viewer']);
    hub.open(this.#stream, String(this.#lastId));
  }

  disconnect(hub: EventHub): void {
    if (this.#stream) hub.close(this.#stream);
    this.#stream = null;
  }

  #readList(board: Board): void {
    this.items = new Map([...board.jsonItems()].map((json) => [JSON.parse(json).load_id, JSON.parse(json)]));
    this.#lastId = board.version;
  }

  #take(lines: string[], board: Board): void {
    const field = (name: string) => lines.find((one) => one.startsWith(`${name}: `))?.slice(name.length + 2);
    if (field('event') === 'reset') {
      this.#readList(board);
      return;
    }
    if (field('event') !== 'change') return;
    const version = Number(field('id'));
    this.seen.push(version);
    this.#lastId = version;
    const { items, removed } = JSON.parse(field('data') ?? '') as { items: Item[]; removed: string[] };
    for (const item of items) this.items.set(item.load_id, { ...this.items.get(item.load_id), ...item });
    for (const load_id of removed) this.items.delete(load_id);
  }
}

/** A stream that opens late in a turn of the event loop gets its replay in the next one. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Without the read time, which is not a change by itself (contract/api/board.ts). */
const facts = (items: ReadonlyMap<string, Item>) =>
  [...items.values()]
    .map(({ read_at: _, ...rest }) => rest)
    .sort((a, b) => a.load_id.localeCompare(b.load_id));

type Step =
  | { do: 'watch'; load: number }
  | { do: 'remove'; load: number }
  | { do: 'change'; load: number; health: string }
  | { do: 'connect'; page: number }
  | { do: 'disconnect'; page: number }
  | { do: 'restart'; days: number };
const load = fc.integer({ min: 1, max: 6 });
const page = fc.integer({ min: 0, max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('watch' as const), load }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('change' as const), load, health: fc.constantFrom(...HEALTHS) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), load }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('connect' as const, 'disconnect' as const), page }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), days: fc.constantFrom(0, 8) }) },
);

it('any sequence of changes, removals, restarts and reconnections leaves every page with the content of the board', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { db, close } = await openDatabase('sqlite::memory:');
      let now = Date.parse('2026-11-20T10:00:00Z');
      const start = async (database: Database) => {
        const options = {
          db: database,
          placeOf: () => null,
          log: silentLog,
          batchMs: 1e8,
          now: () => (now += 1),
        };
        const board = await Board.open(options);
        const status = () => ({ state: 'ok' }) as unknown as ServiceStatus;
        const hub = new EventHub({ board, log: silentLog, status, rolesOf: async () => ['viewer'] });
        return { board, hub };
      };
      const pages = [new Page(), new Page(), new Page()];
      let { board, hub } = await start(db);
      const stop = async () => {
        for (const one of pages) one.disconnect(hub);
        hub.shutdown();
        await board.close();
      };
      for (const one of steps) {
        if (one.do === 'watch') await board.watch([id(one.load)], 'person', null);
        else if (one.do === 'remove') await board.unwatch([id(one.load)]);
        else if (one.do === 'change') {
          const answer = tracking({ load: one.load, health: one.health });
          board.recordAnswer(id(one.load), answer, answer);
          await board.flush();
        } else if (one.do === 'connect') pages[one.page]?.connect(board, hub);
        else if (one.do === 'disconnect') pages[one.page]?.disconnect(hub);
        else if (one.do === 'restart') {
          await stop();
          now += one.days * DAY;
          ({ board, hub } = await start(db));
        }
      }
      const truth = new Map(
        [...board.jsonItems()].map((json) => [JSON.parse(json).load_id, JSON.parse(json)]),
      );
      for (const one of pages) {
        one.connect(board, hub);
        await nextTurn();
        expect(facts(one.items)).toEqual(facts(truth));
        // Every event once: the numbers only increase.
        expect(one.seen).toEqual([...new Set(one.seen)].sort((a, b) => a - b));
      }
      await stop();
      await close();
    }),
    { numRuns: runs(60) },
  ));

it('any claimed Last-Event-ID is answered with a replay or a reset, never with an error', async () => {
  const { db, close } = await openDatabase('sqlite::memory:');
  const board = await Board.open({ db, placeOf: () => null, log: silentLog, batchMs: 1e8 });
  await board.watch([id(1), id(2)], 'person', null);
  const hub = new EventHub({
    board,
    log: silentLog,
    status: () => ({}) as ServiceStatus,
    rolesOf: async () => ['viewer'],
  });
  const cursor = fc.oneof(
    fc.string(),
    fc.integer().map(String),
    fc.double().map(String),
    fc.nat(3).map(String),
  );
  await fc.assert(
    fc.asyncProperty(cursor, async (claimed) => {
      let text = '';
      const response = {
        writableLength: 0,
        status: () => response,
        set: () => response,
        write: (part: Buffer | string) => {
          text += part.toString();
        },
      };
      const stream = new Stream(response as unknown as Response, 's', ['viewer']);
      hub.open(stream, claimed);
      await nextTurn();
      hub.close(stream);
      const known = /^\d{1,15}$/.test(claimed) && Number(claimed) <= board.version;
      expect(/event: reset/.test(text)).toBe(!known);
      expect(/event: change/.test(text)).toBe(known && Number(claimed) < board.version);
    }),
  );
  hub.shutdown();
  await board.close();
  await close();
});
