/** Results as a table: one column per size, each limited value with its limit. */
import type { RealResult } from './real-path.ts';
import type { Result } from './run.ts';

interface LineOf<R> {
  readonly what: string;
  readonly found: (result: R) => number;
  readonly digits: number;
  /** Undefined: reported only. */
  readonly limit?: (result: R) => number | undefined;
}
type Line = LineOf<Result>;

/** Times a bare map page, from outside. */
const WANTED = 3;
const LARGE_LOADS = 50_000;

const REAL_LINES: readonly LineOf<RealResult>[] = [
  {
    what: 'main thread while streaming, times the bare page',
    found: ({ board, bare }) => board.streaming_cpu / bare.streaming_cpu,
    digits: 1,
    limit: () => WANTED,
  },
  { what: '  the board, CPU s/s', found: ({ board }) => board.streaming_cpu, digits: 3 },
  { what: '  the bare page', found: ({ bare }) => bare.streaming_cpu, digits: 3 },
  {
    what: 'main thread to load, times the bare page',
    found: ({ board, bare }) => board.load_cpu_s / bare.load_cpu_s,
    digits: 1,
    limit: ({ loads }) => (loads < LARGE_LOADS ? WANTED : 4),
  },
  { what: '  the board, CPU s', found: ({ board }) => board.load_cpu_s, digits: 2 },
  { what: '  the bare page', found: ({ bare }) => bare.load_cpu_s, digits: 2 },
  { what: '  until rows and markers are shown, s', found: ({ board }) => board.ready_s, digits: 2 },
  {
    what: 'tasks over 50 ms of CPU in 15 s',
    found: ({ board }) => board.long_tasks,
    digits: 0,
    limit: () => 0,
  },
  { what: '  longest, CPU ms', found: ({ board }) => board.longest_ms, digits: 1 },
  {
    what: 'script before ready, kB compressed',
    found: ({ board }) => board.script_kb,
    digits: 0,
    limit: () => 430,
  },
  {
    what: 'heap after a collection, MB',
    found: ({ board }) => board.heap_mb,
    digits: 1,
    limit: ({ loads }) => (loads < LARGE_LOADS ? 45 : 60),
  },
  { what: '  the bare page', found: ({ bare }) => bare.heap_mb, digits: 1 },
];

/** A limit for results up to this size. */
const upTo = (loads: number, limit: number) => (result: Result) =>
  result.loads <= loads ? limit : undefined;
const SPECIFIED_LOADS = 10_000;

/** Growth below this counts as flat. */
const MAX_HEAP_GROWTH_MB = 5;

const LINES: readonly Line[] = [
  {
    what: 'main thread while streaming, CPU s/s',
    found: ({ board }) => board.streaming.cpu_per_second,
    digits: 3,
    limit: ({ loads }) => (loads <= SPECIFIED_LOADS ? 0.06 : 0.12),
  },
  { what: '  the bare page', found: ({ bare }) => bare.streaming.cpu_per_second, digits: 3 },
  {
    what: 'tasks over 50 ms of CPU while streaming',
    found: ({ board }) => board.streaming.tasks.by_cpu,
    digits: 0,
    limit: () => 0,
  },
  { what: '  longest task, CPU ms', found: ({ board }) => board.streaming.tasks.longest_cpu_ms, digits: 1 },
  {
    what: '  the bare page, longest, CPU ms',
    found: ({ bare }) => bare.streaming.tasks.longest_cpu_ms,
    digits: 1,
  },
  {
    what: '  tasks over 50 ms by the wall clock',
    found: ({ board }) => board.streaming.tasks.by_wall,
    digits: 0,
  },
  { what: 'exceptions made in one second', found: ({ board }) => board.burst.made, digits: 0 },
  {
    what: '  missing from the list',
    found: ({ board }) => Math.max(0, board.burst.made - board.burst.exceptions),
    digits: 0,
    limit: () => 0,
  },
  {
    what: '  notifications of them',
    found: ({ board }) => board.burst.notifications,
    digits: 0,
    limit: () => 1,
  },
  {
    what: '  tasks over 50 ms of CPU in it',
    found: ({ board }) => board.burst.tasks.by_cpu,
    digits: 0,
    limit: () => 0,
  },
  { what: '  longest task, CPU ms', found: ({ board }) => board.burst.tasks.longest_cpu_ms, digits: 1 },
  {
    what: 'to load, CPU s',
    found: ({ board }) => board.load_cpu_s,
    digits: 2,
    limit: (result) =>
      result.loads <= SPECIFIED_LOADS ? Math.max(1, 4 * result.bare.load_cpu_s) : undefined,
  },
  { what: '  the bare page', found: ({ bare }) => bare.load_cpu_s, digits: 2 },
  { what: '  until ready, s by the wall clock', found: ({ board }) => board.load_wall_s, digits: 2 },
  {
    what: 'script until board-ready, kB compressed',
    found: ({ board }) => board.script_kb,
    digits: 0,
    limit: () => 430,
  },
  { what: "  and the map library's worker, kB", found: ({ board }) => board.worker_kb, digits: 0 },
  { what: '  the bare page with its worker, kB', found: ({ bare }) => bare.script_kb, digits: 0 },
  {
    what: 'heap at the end, after a collection, MB',
    found: ({ board }) => board.heap_mb.at(-1) ?? Number.NaN,
    digits: 1,
    limit: upTo(SPECIFIED_LOADS, 60),
  },
  {
    what: '  growth during the observation, MB',
    found: ({ board: { heap_mb } }) => (heap_mb.at(-1) ?? 0) - (heap_mb[0] ?? 0),
    digits: 1,
    limit: upTo(SPECIFIED_LOADS, MAX_HEAP_GROWTH_MB),
  },
  { what: 'change at the service to row, p50 ms', found: ({ board }) => board.row.p50, digits: 0 },
  {
    what: '  p95 ms, waiting for its turn left out',
    found: ({ board }) => board.row.p95,
    digits: 0,
    limit: upTo(SPECIFIED_LOADS, 300),
  },
  { what: 'to marker, p50 ms', found: ({ board }) => board.marker.p50, digits: 0 },
  { what: '  p95 ms', found: ({ board }) => board.marker.p95, digits: 0 },
  { what: 'keystroke to filtered list, p50 ms', found: ({ board }) => board.keystroke.p50, digits: 0 },
  { what: '  p95 ms', found: ({ board }) => board.keystroke.p95, digits: 0 },
  { what: 'changes a second', found: ({ board }) => board.streaming.changes_per_second, digits: 0 },
];

/** On the real path: medians of several runs of one size. With `profile`, the functions with the most time of their own below it. */
export function realTable(results: readonly RealResult[]): Table {
  const sizes = [...new Set(results.map(({ loads }) => loads))];
  const groups = sizes.map((loads) => results.filter((result) => result.loads === loads));
  const found = drawn(
    REAL_LINES,
    groups.map((runs) => ({ loads: runs[0]?.loads ?? 0, runs })),
  );
  const profiles = results.flatMap(({ loads, board, bare }) => {
    if (board.self_times.length === 0) return [];
    const times = (what: string, rows: readonly (readonly [string, number])[]) => [
      `\n${what}, ${loads.toLocaleString('en-US')} loads, ms:`,
      ...rows.map(([name, ms]) => `${ms.toFixed(0).padStart(6)}  ${name}`),
    ];
    const functions = board.self_times.map(({ where, ms }) => [where, ms] as const);
    const stages = (of: typeof board) => of.stages.map(({ stage, ms }) => [stage, ms] as const);
    return [
      ...times('Functions of the board by their own time while streaming', functions),
      ...times('Stages of the board while streaming', stages(board)),
      ...times('Stages of the bare page while streaming', stages(bare)),
      `\nScripts before ready:\n  ${board.scripts.join('\n  ')}`,
    ];
  });
  return { ...found, text: `${found.text}${profiles.map((line) => `${line}\n`).join('')}` };
}

export const table = (results: readonly Result[]): Table =>
  drawn(
    LINES,
    results.map((result) => ({ loads: result.loads, runs: [result] })),
  );

interface Table {
  readonly text: string;
  readonly good: boolean;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function drawn<R>(
  lines_of: readonly LineOf<R>[],
  columns: readonly { readonly loads: number; readonly runs: readonly R[] }[],
): Table {
  let good = true;
  const cell = ({ found, digits, limit }: LineOf<R>, runs: readonly R[]) => {
    const value = median(runs.map(found));
    const most = runs[0] === undefined ? undefined : limit?.(runs[0]);
    const isWithin = most === undefined || value <= most;
    good &&= isWithin;
    const mark =
      most === undefined ? '' : isWithin ? ` ≤ ${round(most, digits)}` : ` > ${round(most, digits)} BREACH`;
    return `${round(value, digits)}${mark}`;
  };
  const rows = [
    ['', ...columns.map(({ loads }) => `${loads.toLocaleString('en-US')} loads`)],
    ...lines_of.map((line) => [line.what, ...columns.map(({ runs }) => cell(line, runs))]),
  ];
  const widths = (rows[0] as string[]).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((text, at) => text.padEnd((widths[at] ?? 0) + 3))
      .join('')
      .trimEnd(),
  );
  return { text: `\n${lines.join('\n')}\n\n${good ? 'All limits hold.' : 'A limit is exceeded.'}\n`, good };
}

const round = (value: number, digits: number) => (Number.isNaN(value) ? '–' : value.toFixed(digits));
