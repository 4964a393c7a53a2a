/** Results as a table: one column per size, each limited value with its limit. */
import type { Result } from './run.ts';

interface Line {
  readonly what: string;
  readonly found: (result: Result) => number;
  readonly digits: number;
  /** Undefined: reported only. */
  readonly limit?: (result: Result) => number | undefined;
}

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

export function table(results: readonly Result[]): { readonly text: string; readonly good: boolean } {
  let good = true;
  const cell = ({ found, digits, limit }: Line, result: Result) => {
    const value = found(result);
    const most = limit?.(result);
    const isWithin = most === undefined || value <= most;
    good &&= isWithin;
    const mark =
      most === undefined ? '' : isWithin ? ` ≤ ${round(most, digits)}` : ` > ${round(most, digits)} BREACH`;
    return `${round(value, digits)}${mark}`;
  };
  const rows = [
    ['', ...results.map(({ loads }) => `${loads.toLocaleString('en-US')} loads`)],
    ...LINES.map((line) => [line.what, ...results.map((result) => cell(line, result))]),
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
