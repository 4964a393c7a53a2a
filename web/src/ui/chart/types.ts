/**
 * Input of a chart. Groups of a chart differ by their places, never by colour: colour means health.
 */

/** A place on the axis: a month, a week, a region. */
export interface Category {
  readonly key: string;
  /** At the axis: `Nov`. */
  readonly label: string;
  /** Under the label, where something longer begins: `2026`. */
  readonly under?: string | null;
  /** Where there is room, and for the ear: `November 2026`. */
  readonly title: string;
  /** Not the whole of it, and why ("month not over"): hatched, and said wherever its values are. Absent or null: whole. */
  readonly part?: string | null;
  /** Nothing is known of it, and why ("not read"): no bar, which zero has neither, so the word stands there. */
  readonly missing?: string | null;
  /** Now lies in it, so far from its beginning: 0 to 1. */
  readonly now?: number | null;
}

interface Named {
  readonly key: string;
  readonly label: string;
}
/** A panel of its own, with its own scale. */
export type Group = Named;
/** What a bar is made of: read with it and a column of the table, not drawn. */
export type Stack = Named;

/** Values are only for drawing and for sums; where they are not exact, `text` is what is shown. */
export interface BarData {
  readonly categories: readonly Category[];
  readonly groups: readonly Group[];
  readonly stacks: readonly Stack[];
  /** NaN: there is none. */
  readonly value: (category: string, group: string, stack: string) => number;
  /** What the bar is expected to reach; null: nothing is expected. */
  readonly estimate?: (category: string, group: string) => number | null;
}

export interface LineData {
  readonly categories: readonly Category[];
  readonly lines: readonly Named[];
  /** Null: none, and the line is broken there. */
  readonly value: (category: string, line: string) => number | null;
  /** The exact value as it is to be shown; null: the number itself. */
  readonly text?: (category: string, line: string) => string | null;
}

/** A value of a chart that can be pointed at, or walked to by arrows. */
export interface Mark {
  readonly key: string;
  readonly column: number;
  readonly row: number;
  /** What is pointed at: `November 2026, REST`. */
  readonly title: string;
  /** Its values: `vehicle 1,200`, `driver 300`. */
  readonly lines: readonly string[];
  /** What has to be known with it: "month not over". */
  readonly note: string | null;
}

/** The same as the chart, as a table. */
interface TwinColumn {
  readonly key: string;
  readonly label: string;
  readonly numeric?: boolean;
}
export interface TwinCell {
  readonly text: string;
  /** For a file: the number itself; the text where absent. */
  readonly raw?: string | number | null;
}
export interface Twin {
  readonly columns: readonly TwinColumn[];
  /** The first cell of each is its head. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly TwinCell[] }[];
}
