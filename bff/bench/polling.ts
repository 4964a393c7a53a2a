/**
 * `pnpm bench:polling`: how an unknown quota is spent on 10,000 loads. The queue and the limiter of the product run on a virtual clock
 * against a service that counts calls itself, with a quota that changes at half time. Trucks ping at rhythms of their own; loads become
 * exceptions, come near a stop, and are looked at. Ages are of the last read, sampled each minute after the first four rounds.
 */

import type { BoardLoad } from '@waypost/contract/api/board';
import { READ_CLASSES, type ReadClass } from '@waypost/contract/api/system-status';
import { report } from '../soak/report.ts';
import { AdaptiveRateLimiter } from '../src/service/upstream/adaptive-rate-limiter.ts';
import { type Quota, tokenBucket } from '../src/testing/quotas.ts';
import { ReadQueue, readClassOf, untilNextPosition } from '../src/tracking/polling/read-queue.ts';

const LOADS = Number(process.argv[2] ?? 10_000);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const INTERVAL_MS = 15 * SECOND;
/** Seconds between the positions of a truck. */
const RHYTHMS = [30, 60, 180, 180, 300, 900, 3600];
/** Loads that somebody looks at, and the share of the others that is near a stop or has an exception at any time. */
const OPEN = 5;
const [NEAR_SHARE, EXCEPTION_SHARE] = [0.006, 0.08];
const AGE_LIMIT_MS = 15 * SECOND;

/** The same numbers in each run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

interface Truck {
  readonly load: { -readonly [K in keyof BoardLoad]: BoardLoad[K] };
  readonly rhythm_ms: number;
  readonly phase_ms: number;
  readonly kind: ReadClass;
  /** When the service's data of it changed last, and whether a read has seen that. */
  changed_at: number;
  seen: boolean;
  read_at: number;
}

const iso = (ms: number) => new Date(ms).toISOString();

function fleetOf(random: () => number): Truck[] {
  return Array.from({ length: LOADS }, (_, n): Truck => {
    const roll = random();
    const kind: ReadClass =
      n < OPEN
        ? 'open'
        : roll < NEAR_SHARE
          ? 'urgent'
          : roll < NEAR_SHARE + EXCEPTION_SHARE
            ? 'exception'
            : 'calm';
    const rhythm_ms = (RHYTHMS[n % RHYTHMS.length] as number) * SECOND;
    const load = {
      load_id: String(n),
      tracking_health: 'live',
      read_at: null,
      triage: kind === 'exception' ? { cause: 'stale', closed: null } : null,
      predicted_arrivals: kind === 'urgent' ? [{ from: iso(0) }] : [],
      usual_gap_seconds: rhythm_ms / SECOND,
      last_position: null,
    } as unknown as Truck['load'];
    return { load, rhythm_ms, phase_ms: random() * rhythm_ms, kind, changed_at: 0, seen: true, read_at: 0 };
  });
}

interface Figures {
  readonly ages: Record<ReadClass, number[]>;
  readonly delays: Record<ReadClass, number[]>;
  mean_age: number[];
  longest_ms: number;

  accepted: number;
  /** Calls that the quota would have allowed. */
  readonly offered: number;
  in_wait: number;
  too_early: number;
  calm_reads: number;
}

const perClass = () => Object.fromEntries(READ_CLASSES.map((of) => [of, [] as number[]])) as Figures['ages'];

/** Runs `hours` with a first and a second quota, calls a second; figures of each half after its first four rounds. */
function run(quotas: readonly [number, number], hours: number): Figures[] {
  const random = randomOf(7);
  const trucks = fleetOf(random);
  const queue = new ReadQueue(INTERVAL_MS);
  const classOf = (truck: Truck, now: number) => readClassOf(truck.load, truck.kind === 'open', now);
  trucks.forEach((truck, n) => {
    queue.set(truck.load.load_id, classOf(truck, 0), n / LOADS - 1);
  });
  const limiter = new AdaptiveRateLimiter({ maxRps: 500, start: 10, now: 0 });
  const half_ms = (hours * 3600 * SECOND) / 2;
  let now = 0;
  let paused_until = 0;
  return quotas.map((per_second, half) => {
    const quota: Quota = tokenBucket(per_second);
    const end = (half + 1) * half_ms;
    const steady_from = now + (4 * LOADS * SECOND) / per_second;
    const figures: Figures = {
      ages: perClass(),
      delays: perClass(),
      mean_age: [],
      longest_ms: 0,

      accepted: 0,
      offered: ((end - steady_from) / SECOND) * per_second,
      in_wait: 0,
      too_early: 0,
      calm_reads: 0,
    };
    let sample_at = Math.ceil(now / MINUTE) * MINUTE;
    while (now < end) {
      for (; sample_at <= now; sample_at += MINUTE) {
        // Something changes at the service for one load in a hundred each minute.
        for (let n = 0; n < LOADS / 100; n += 1) {
          const truck = trucks[Math.floor(random() * LOADS)] as Truck;
          if (truck.seen) [truck.changed_at, truck.seen] = [sample_at, false];
        }
        if (sample_at < steady_from) continue;
        let sum = 0;
        for (const truck of trucks) {
          const age = sample_at - truck.read_at;
          sum += age;
          figures.longest_ms = Math.max(figures.longest_ms, age);
          figures.ages[truck.kind].push(age);
        }
        figures.mean_age.push(sum / LOADS);
      }
      limiter.raise(now);
      const id = queue.takeDue(now);
      if (id === null) {
        now = Math.max(now + 1, Math.min(queue.nextAt() ?? end, sample_at));
        continue;
      }
      const truck = trucks[Number(id)] as Truck;

      if (now < paused_until) figures.in_wait += 1;
      limiter.sent(now);
      const wait = quota(now);
      if (wait === null) {
        limiter.accepted(now);
        if (now >= steady_from) figures.accepted += 1;
        read(truck, now, figures, now >= steady_from);
        const of = classOf(truck, now);
        queue.set(id, of, now + queue.delayOf(of, untilNextPosition(truck.load, now), now));
      } else {
        paused_until = now + wait * SECOND + 100;
        limiter.refused(now, paused_until);
        queue.putBack(id, classOf(truck, now), now);
        now = paused_until;
      }
      now += SECOND / limiter.rps;
    }
    return figures;
  });
}

function read(truck: Truck, now: number, figures: Figures, steady: boolean): void {
  const { load, rhythm_ms, phase_ms, kind } = truck;
  const pinged_at = Math.max(0, Math.floor((now - phase_ms) / rhythm_ms) * rhythm_ms + phase_ms);
  const is_new =
    load.last_position === null || Date.parse(load.last_position.occurred_at) < Math.floor(pinged_at);
  if (steady && kind === 'calm') {
    figures.calm_reads += 1;
    if (!is_new) figures.too_early += 1;
  }
  load.last_position = { latitude: 0, longitude: 0, occurred_at: iso(pinged_at) };
  load.read_at = iso(now);
  truck.read_at = now;
  if (truck.seen) return;
  truck.seen = true;
  if (steady) figures.delays[kind].push(now - truck.changed_at);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
const seconds = (ms: number) => Math.round(ms / 100) / 10;

for (const [quotas, hours] of [
  [[5, 10], 12],
  [[50, 25], 4],
] as const) {
  for (const [half, figures] of run(quotas, hours).entries()) {
    const per_second = quotas[half] as number;
    const bound = (LOADS / (2 * per_second)) * SECOND;
    report(`${LOADS} loads, ${per_second * 60} calls a minute (unknown to the server), seconds`, [
      {
        what: `mean age of the last read / bound ${seconds(bound)}`,
        found: Math.round((100 * mean(figures.mean_age)) / bound) / 100,
        expected: { below: 1.1 },
      },
      {
        what: 'share of the quota used, %',
        found: Math.round((100 * figures.accepted) / figures.offered),
      },
      { what: 'calls inside an announced wait', found: figures.in_wait, expected: { below: 1 } },
      {
        what: 'longest age of any load / one round',
        found: Math.round((100 * figures.longest_ms) / (2 * bound)) / 100,
        expected: { below: 2 },
      },
      {
        what: 'mean age, open',
        found: seconds(mean(figures.ages.open)),
        expected: { below: AGE_LIMIT_MS / SECOND },
      },
      ...READ_CLASSES.slice(1).map((of) => ({
        what: `mean age, ${of}`,
        found: seconds(mean(figures.ages[of])),
      })),
      ...READ_CLASSES.map((of) => ({
        what: `from a change to the board, ${of}, median`,
        found: seconds(quantile(figures.delays[of], 0.5)),
      })),
      {
        what: 'reads of calm loads without a new position, %',
        found: Math.round((100 * figures.too_early) / figures.calm_reads),
      },
    ]);
  }
}
