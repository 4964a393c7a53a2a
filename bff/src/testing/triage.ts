/** Servers sharing one database: board, exceptions and their observer, with manual time. */
import { randomUUID } from 'node:crypto';
import type { TriageAct, TriageResult } from '@waypost/contract/api/triage';
import { Activity } from '../platform/activity/activity.ts';
import type { Lease } from '../platform/lib/exclusive-work.ts';
import type { Person } from '../platform/lib/person.ts';
import type { Database } from '../platform/store/database.ts';
import { Board } from '../tracking/board/board.ts';
import { ExceptionObserver } from '../tracking/triage/observer.ts';
import { Triage } from '../tracking/triage/triage.ts';
import { id, silentLog, type TrackingOptions, tracking } from './tracking.ts';

export const START = Date.parse('2026-11-20T10:00:00Z');
export const MINUTE = 60_000;
export const ANN: Person = { sub: 'ann', name: 'Ann' };
export const BOB: Person = { sub: 'bob', name: 'Bob' };

export class TestWorld {
  readonly #db: Database;
  time = START;
  leader = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  readonly now = (): number => this.time;

  async server(number = 0): Promise<TestTriage> {
    const { now } = this;
    const common = { db: this.#db, log: silentLog, now };
    const board = await Board.open({ ...common, placeOf: () => null, batchMs: 3_600_000 });
    const triage = await Triage.open({
      ...common,
      activity: new Activity(this.#db, silentLog, now),
      board,
      onCommit: () => undefined,
    });
    const observer = new ExceptionObserver({
      board,
      triage,
      serviceState: () => 'ok',
      log: silentLog,
      now,
    });
    const server = new TestTriage(board, triage, observer, () => this.leader === number);
    await server.noticeLeader();
    return server;
  }
}

export class TestTriage {
  readonly board: Board;
  readonly triage: Triage;
  readonly observer: ExceptionObserver;

  readonly #isLeader: () => boolean;
  #lease: Lease | null = null;

  constructor(board: Board, triage: Triage, observer: ExceptionObserver, isLeader: () => boolean) {
    this.#isLeader = isLeader;
    this.board = board;
    this.triage = triage;
    this.observer = observer;
  }

  /** Simulates a response of the tracking service, and observes the board. */
  async read(load: number, options: TrackingOptions = {}): Promise<void> {
    const answer = tracking({ load, ...options });
    this.board.recordAnswer(id(load), answer, answer);
    await this.board.flush();
    await this.look();
  }

  /** Takes over, or stops, when another server leads now. */
  async noticeLeader(): Promise<void> {
    if (this.#isLeader() === (this.#lease !== null)) return;
    if (this.#lease) {
      this.#lease = null;
      await this.observer.stop();
    } else {
      const lease: Lease = { isHeld: () => this.#lease === lease && this.#isLeader() };
      this.#lease = lease;
      await this.observer.takeOver(lease);
    }
  }

  /** Runs until there is nothing left to observe. */
  async look(): Promise<void> {
    await this.noticeLeader();
    while (this.#lease !== null && (await this.observer.runOnce()) === 0);
  }

  of(load: number) {
    return this.board.get(id(load))?.item.triage ?? null;
  }

  /** Acts with the versions that this server currently shows. */
  act(
    act: TriageAct,
    by: Person,
    loads: readonly number[] = [1],
    act_id: string = randomUUID(),
  ): Promise<TriageResult> {
    const items = loads.map((load) => ({ load_id: id(load), version: this.of(load)?.version ?? 0 }));
    return this.triage.act({ act_id, act, items }, by);
  }
}
